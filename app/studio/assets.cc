#include "studio/assets.h"

namespace overt::studio {

const std::string_view kStudioStyle = R"css(
.later { color: var(--quiet); }
nav.studio ol { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 0.15rem 1.25rem; margin: 0.5rem 0 0; }
nav.studio ul { font-size: 0.92rem; margin-top: 0.5rem; }
nav.studio [aria-current] { font-weight: 600; color: var(--ink); text-decoration-thickness: 2px; text-underline-offset: 4px; }
main > :first-child { margin-top: 1rem; }
main h2:first-child { border-top: 0; }
form { margin: 1rem 0; }
.field { margin: 1rem 0; }
.field > label { display: block; font-weight: 600; margin-bottom: 0.2rem; }
.check label { font-weight: 400; display: flex; gap: 0.6rem; align-items: baseline; }
.help { color: var(--quiet); font-size: 0.92rem; margin: 0.25rem 0 0; }
input[type=text], input[type=number], select, textarea {
  font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--quiet); border-radius: 4px;
  padding: 0.4rem 0.6rem; width: 100%; max-width: 28rem;
}
input[type=number] { max-width: 9rem; }
select { width: auto; min-width: min(14rem, 100%); max-width: 100%; }
input[type=file] { font: inherit; color: inherit; max-width: 100%; }
textarea { max-width: 100%; min-height: 12rem; font-family: ui-monospace, Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.9rem; }
td select, td input[type=text] { width: auto; max-width: 14rem; padding: 0.25rem 0.4rem; }
button, a.button {
  font: inherit; font-weight: 600; border: 1px solid var(--link); border-radius: 4px; background: var(--link); color: var(--paper);
  padding: 0.45rem 1.1rem; cursor: pointer; text-decoration: none; display: inline-block; margin: 0.25rem 0.5rem 0.25rem 0;
}
button.quiet, a.button.quiet { background: none; color: var(--link); font-weight: 400; }
button.grave { background: var(--bound); border-color: var(--bound); }
button:focus-visible, input:focus-visible, select:focus-visible, textarea:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
td button { padding: 0.1rem 0.7rem; margin: 0; }
.points th, .points td { padding-left: 0.2rem; padding-right: 0.35rem; font-size: 0.875rem; }
.check .help { margin-left: 1.7rem; }
.field, fieldset, details { min-width: 0; }
button[disabled] { opacity: 0.55; cursor: default; }
fieldset { border: 0; padding: 0; margin: 0; }
legend { font-weight: 600; padding: 0; }
.roles { border: 0; display: flex; flex-wrap: wrap; gap: 0.1rem 1rem; }
.roles label, .choices label { display: flex; gap: 0.45rem; align-items: baseline; }
.columns { list-style: none; padding: 0; margin: 1rem 0; }
.columns > li { border-bottom: 1px solid var(--rule); padding: 0.75rem 0; margin: 0; display: grid; grid-template-columns: minmax(0, 1fr) 11rem; gap: 0.25rem 1.25rem; }
.columns h3 { margin: 0; overflow-wrap: anywhere; }
.columns p { margin: 0.1rem 0; }
.columns .spark { grid-column: 2; grid-row: 1 / span 3; align-self: start; width: 100%; }
.columns select { max-width: 11rem; }
.columns .wide { grid-column: 1 / -1; }
.spark svg { display: block; width: 100%; height: 3.5rem; }
.spark .help { font-size: 0.8rem; margin: 0.1rem 0 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
@media (max-width: 34rem) {
  .columns > li { grid-template-columns: minmax(0, 1fr); }
  .columns .spark { grid-column: 1; grid-row: auto; max-width: 16rem; }
}
.guess { display: inline-block; border: 1px dashed var(--quiet); border-radius: 4px; padding: 0 0.4rem; font-size: 0.875rem; color: var(--quiet); }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: 0 2rem; }
.choices { list-style: none; padding: 0; }
.choices li { border: 1px solid var(--rule); border-radius: 4px; padding: 0.5rem 0.8rem; margin: 0.5rem 0; }
.choices .help { margin-left: 1.6rem; }
progress { width: 100%; height: 1.1rem; accent-color: var(--bar); }
.copied { position: relative; }
.copied pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.copied button { margin-top: 0; }
.tree ul { list-style: none; border-left: 1px solid var(--rule); margin: 0.1rem 0 0.1rem 0.4rem; padding-left: 0.9rem; }
.tree > ul { border: 0; padding: 0; margin: 0; }
.tree li { margin: 0.1rem 0; }
.checks { list-style: none; padding: 0; }
.checks li { padding-left: 1.6rem; position: relative; }
.checks li::before { position: absolute; left: 0; font-weight: 600; }
.checks .passed::before { content: "\2713"; color: var(--bar3); }
.checks .failed::before { content: "\2717"; color: var(--bound); }
.checks .failed { color: var(--bound); font-weight: 600; }
.custodian { border: 2px solid var(--bound); border-radius: 4px; padding: 0 1rem 0.5rem; margin: 2rem 0; }
.custodian > h2 { border: 0; margin-top: 0.75rem; color: var(--bound); }
@media screen and (min-width: 72rem) {
  nav.studio ol { display: block; margin: 0; }
  nav.studio ul { position: static; margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--rule); }
  nav.studio li { margin: 0.5rem 0; }
}
)css";

const std::string_view kStudioScript = R"js(
"use strict";
// A page works without this. Nothing here reads a value of the table.
const $ = (id) => document.getElementById(id);

function lost() { const box = $("lost"); if (box) box.hidden = false; }

// News of the running task, until it ends; then the page that shows what came of it.
function follow() {
  const box = $("task");
  if (!box) return;
  const events = new EventSource("/events");
  let failures = 0;
  events.onmessage = (event) => {
    failures = 0;
    const now = JSON.parse(event.data);
    $("phase").textContent = now.phase;
    const bar = $("bar");
    if (now.total > 0) { bar.max = now.total; bar.value = now.done; } else { bar.removeAttribute("value"); }
    if (now.state !== "running") {
      events.close();
      location.replace(now.state === "done" ? now.next : location.href);
    } else if ("live" in box.dataset) {
      live(now.version);
    }
  };
  // A stream ends now and then and is opened again by itself; several times in a row nobody is there.
  events.onerror = () => { if (++failures === 3) { events.close(); lost(); } };
}

let asked = 0;
async function live(version) {
  if (asked === version) return;
  asked = version;
  const answer = await fetch("/compare/live");
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const open = [...$("chart").querySelectorAll("details")].map((part) => part.open);
  $("chart").replaceChildren(...page.body.childNodes);
  [...$("chart").querySelectorAll("details")].forEach((part, i) => { part.open = open[i] || false; });
}

function copying() {
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText($(button.dataset.copy).textContent);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
  }
}

// A form is sent once: whoever clicks twice means it once. A file that is too large is not sent at all.
function sending() {
  for (const form of document.forms) {
    form.addEventListener("submit", (event) => {
      const most = Number(form.dataset.most || 0);
      for (const input of form.querySelectorAll("input[type=file]")) {
        for (const file of input.files) {
          if (most > 0 && file.size > most) {
            event.preventDefault();
            input.setCustomValidity("This file is too large to be uploaded: put it into the folder of the studio, and choose it there.");
            input.reportValidity();
            input.addEventListener("change", () => input.setCustomValidity(""), { once: true });
            return;
          }
        }
      }
      if (form.dataset.sent === "yes") { event.preventDefault(); return; }
      form.dataset.sent = "yes";
    });
  }
  // The back button brings a page as it was left.
  addEventListener("pageshow", () => { for (const form of document.forms) delete form.dataset.sent; });
}

follow();
copying();
sending();
)js";

const std::string_view kStudioIcon =
    R"svg(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#1a5a96"/><g fill="#fff"><rect x="3" y="8" width="2.5" height="5"/><rect x="6.75" y="5" width="2.5" height="8"/><rect x="10.5" y="3" width="2.5" height="10"/></g></svg>)svg";

}  // namespace overt::studio
