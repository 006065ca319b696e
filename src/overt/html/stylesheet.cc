#include "overt/html/stylesheet.h"

namespace overt {

const std::string_view kStylesheet = R"css(
:root {
  color-scheme: light dark;
  --paper: #ffffff; --panel: #f4f6f8; --ink: #1c2126; --quiet: #57606a; --rule: #d5dbe1;
  --link: #1a5a96; --bar: #2f6fad; --bar2: #b3661b; --bar3: #4d7c4a; --bound: #b3261e;
  --grave: #fdf1f0;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #15181c; --panel: #1f242a; --ink: #e4e7ea; --quiet: #a4adb6; --rule: #39414a;
    --link: #85b7e8; --bar: #5c9bd6; --bar2: #d9954f; --bar3: #7fb37b; --bound: #ff8a80;
    --grave: #35211f;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.6 -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Liberation Sans", sans-serif;
  overflow-wrap: break-word;
}
a { color: var(--link); }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 0.5rem; background: var(--paper); padding: 0.25rem 0.75rem; z-index: 2; }
.running {
  background: var(--bound); color: var(--paper); text-align: center; font-weight: 600;
  padding: 0.35rem 1rem; position: sticky; top: 0; z-index: 1;
}
header, main, nav, footer { max-width: 46rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 2rem; }
.kind { margin: 0; color: var(--quiet); }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0.2rem 0 1rem; }
h2 { font-size: 1.35rem; line-height: 1.3; margin: 2.75rem 0 0.75rem; padding-top: 0.6rem; border-top: 1px solid var(--rule); }
h3 { font-size: 1.05rem; margin: 1.75rem 0 0.5rem; }
p, ul, dl { margin: 0.75rem 0; }
ul { padding-left: 1.25rem; }
li { margin: 0.3rem 0; }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 0.15rem 1.25rem; margin: 1.25rem 0 0; }
code, pre { font-family: ui-monospace, "SFMono-Regular", Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace; font-size: 0.9em; }
code { overflow-wrap: anywhere; }
pre { background: var(--panel); border: 1px solid var(--rule); border-radius: 4px; padding: 0.6rem 0.8rem; overflow-x: auto; }
pre code { font-size: 1em; overflow-wrap: normal; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(12rem, 44%), 1fr)); gap: 0.75rem; margin: 1.25rem 0; }
.facts > div { background: var(--panel); border-radius: 4px; padding: 0.7rem 0.9rem; }
.facts dt { color: var(--quiet); font-size: 0.875rem; }
.facts dd { margin: 0; font-size: 1.2rem; font-weight: 600; line-height: 1.35; }
.terms > div { padding: 0.5rem 0; border-bottom: 1px solid var(--rule); }
.terms dt { font-weight: 600; }
.terms dd { margin: 0; }
.notice { border-left: 4px solid var(--bar); background: var(--panel); padding: 0.6rem 1rem; margin: 1.25rem 0; }
.notice.grave { border-left-color: var(--bound); background: var(--grave); }
.notice > :first-child { margin-top: 0; }
.notice > :last-child { margin-bottom: 0; }
.scroll {
  overflow-x: auto; margin: 1rem 0;
  /* A shadow at the side where there is more: the covers move with the content, the shadows do not. */
  background: linear-gradient(to right, var(--paper) 1.5rem, transparent) left / 3rem 100% no-repeat local,
    linear-gradient(to left, var(--paper) 1.5rem, transparent) right / 3rem 100% no-repeat local,
    linear-gradient(to right, var(--rule), transparent) left / 0.75rem 100% no-repeat scroll,
    linear-gradient(to left, var(--rule), transparent) right / 0.75rem 100% no-repeat scroll;
}
table { border-collapse: collapse; font-size: 0.92rem; min-width: 100%; }
caption { text-align: left; color: var(--quiet); padding-bottom: 0.4rem; }
/* The words above a wide table stay where they can be read. */
@media screen { caption { position: sticky; left: 0; max-width: calc(100vw - 2rem); } }
th, td { padding: 0.35rem 0.75rem 0.35rem 0; vertical-align: top; border-bottom: 1px solid var(--rule); text-align: left; overflow-wrap: normal; }
thead th { border-bottom: 2px solid var(--rule); }
tbody th { font-weight: 400; }
th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; padding-left: 0.75rem; }
td.number { white-space: nowrap; }
.number + .words { padding-left: 0.75rem; }
td.words, tbody th.words { min-width: 5.5rem; }
@media screen { td.long, tbody th.long { min-width: 13rem; } }
th:last-child, td:last-child { padding-right: 0; }
figure { margin: 1.5rem 0; }
figcaption { margin-bottom: 0.75rem; }
.legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1.25rem; font-size: 0.92rem; margin: 0.5rem 0; }
.key { width: 0.8rem; height: 0.8rem; margin-right: 0.4rem; }
.drawing { display: block; width: 100%; max-width: 31rem; height: auto; }
details { margin-top: 0.5rem; }
summary { color: var(--link); cursor: pointer; font-size: 0.92rem; }
svg text { font-size: 13px; fill: var(--ink); }
svg text.value { font-variant-numeric: tabular-nums; paint-order: stroke; stroke: var(--paper); stroke-width: 3px; stroke-linejoin: round; }
svg text.quiet { fill: var(--quiet); }
svg text.bound { fill: var(--bound); font-weight: 600; }
.bar { fill: var(--bar); } .bar2 { fill: var(--bar2); } .bar3 { fill: var(--bar3); }
.line { fill: none; stroke-width: 1.5; opacity: 0.6; }
.line.bar { fill: none; stroke: var(--bar); } .line.bar2 { fill: none; stroke: var(--bar2); } .line.bar3 { fill: none; stroke: var(--bar3); }
.point { stroke: var(--paper); stroke-width: 1; }
line.axis { stroke: var(--quiet); } line.grid { stroke: var(--rule); } line.lead { stroke: var(--quiet); stroke-width: 0.75; }
line.mark { stroke: var(--ink); stroke-width: 2; }
line.bound { stroke: var(--bound); stroke-width: 1.5; stroke-dasharray: 5 3; }
.wide { display: block; }
svg text.strong { font-weight: 600; }
svg text.halo { paint-order: stroke; stroke: var(--paper); stroke-width: 4px; stroke-linejoin: round; }
svg text.holds { fill: var(--bar3); font-weight: 600; } svg text.fails { fill: var(--bound); font-weight: 600; }
rect.box { fill: var(--panel); stroke: var(--rule); }
circle.holds { fill: var(--bar3); } circle.fails { fill: var(--bound); }
circle.stop { fill: var(--paper); stroke: var(--ink); stroke-width: 2; } circle.passed { fill: var(--rule); }
.arrow { fill: none; stroke: var(--quiet); stroke-width: 1.5; } .head { fill: var(--quiet); }
footer { color: var(--quiet); font-size: 0.875rem; padding-top: 1.5rem; padding-bottom: 2.5rem; }
@media screen and (min-width: 72rem) {
  .frame { display: grid; grid-template-columns: 13rem 46rem; justify-content: center; column-gap: 2rem; }
  .frame > header { grid-column: 2; width: 100%; }
  .frame > nav { grid-column: 1; grid-row: 2; margin: 0; padding-top: 2.75rem; }
  .frame > main { grid-column: 2; grid-row: 2; width: 100%; }
  .frame > footer { grid-column: 2; width: 100%; }
  nav ul { display: block; position: sticky; top: 3.5rem; margin: 0; }
  .drawing { max-width: 100%; }
  .drawing text { font-size: 9.5px; }
  /* A table that is wider than the text takes the margin beside it before it scrolls. */
  .frame .scroll { margin-right: max(-13rem, 32rem - 50vw); }
  .frame .scroll > table { min-width: 44rem; }
}
@media print {
  @page { margin: 16mm 16mm 18mm; }
  :root { color-scheme: light; }
  body { font-size: 10pt; }
  .skip, nav, summary { display: none; }
  .printed { display: table; width: 100%; }
  .running { display: table-header-group; break-inside: avoid; position: static; background: none; color: var(--bound); }
  .running > span { display: block; padding-bottom: 4mm; text-align: center; }
  .frame { display: table-row-group; }
  header, main, footer { max-width: none; padding: 0; }
  header { padding-top: 0; }
  h1 { font-size: 18pt; } h2 { font-size: 14pt; }
  h2, h3, figcaption, .legend { break-after: avoid; }
  figcaption, figure svg, .facts, .notice, tr, pre { break-inside: avoid; }
  .facts > div, .notice, pre { border: 1px solid var(--rule); print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .drawing { max-width: 13cm; }
  .wide { max-width: 100%; height: auto; }
  .scroll, pre { overflow: visible; background: none; }
  pre { white-space: pre-wrap; }
  th, td { overflow-wrap: anywhere; }
  details::details-content { content-visibility: visible; block-size: auto; }
  thead { display: table-header-group; }
}
)css";

}  // namespace overt
