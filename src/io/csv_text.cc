#include "io/csv_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace overt::io {
namespace {

constexpr std::size_t kRoom = 96;  // for a record, to begin with

bool has_quote(std::string_view text) { return text.find('"') != text.npos; }

void add_quoted(std::string_view text, std::string& to) {
  to += '"';
  for (std::size_t quote = text.find('"'); quote != text.npos; quote = text.find('"')) {
    to.append(text, 0, quote + 1);
    to += '"';
    text.remove_prefix(quote + 1);
  }
  to.append(text);
  to += '"';
}

}  // namespace

// Where the records at hand stand among the runs of a column, or of the groups.
struct CsvText::Run {
  std::span<const std::uint32_t> ends;
  std::size_t number = 0;
};

CsvText::CsvText(const OutTable& table, std::string missing)
    : table_(table), missing_(std::move(missing)) {
  for (const OutColumn& column : table.columns) {
    quotes_inside_.push_back(std::any_of(column.values.begin(), column.values.end(), has_quote));
  }
}

std::string CsvText::header() const {
  const bool plain = std::all_of(table_.columns.begin(), table_.columns.end(), [](const auto& c) {
    return c.name.find_first_of("\",\r\n") == std::string::npos;
  });
  std::string text;
  const auto add = [&](const std::string& name) {
    if (!text.empty()) text += ',';
    if (plain) {
      text += name;
    } else {
      add_quoted(name, text);
    }
  };
  add("group");
  for (const OutColumn& column : table_.columns) add(column.name);
  return text + '\n';
}

// With the comma before it.
void CsvText::add_cell(std::size_t column, std::uint32_t code, std::string& text) const {
  const OutColumn& own = table_.columns[column];
  text += ',';
  if (code >= own.values.size()) {
    text += missing_;
  } else if (own.type == ValueType::integer) {
    text += own.values[code];
  } else if (quotes_inside_[column]) {
    add_quoted(own.values[code], text);
  } else {
    text += '"';
    text += own.values[code];
    text += '"';
  }
}

void CsvText::add_records(std::size_t from, std::size_t to, std::string& text) const {
  const auto run_at = [&](std::span<const std::uint32_t> ends) {
    const auto found = std::upper_bound(ends.begin(), ends.end(), from);
    return Run{ends, static_cast<std::size_t>(found - ends.begin())};
  };
  std::vector<Run> runs = {run_at(table_.group_ends)};  // then one for each column; no ends: none
  std::vector<std::size_t> own;                         // columns with a cell for each record
  for (std::size_t c = 0; c < table_.columns.size(); ++c) {
    runs.push_back(run_at(table_.columns[c].run_ends));
    if (table_.columns[c].run_ends.empty()) own.push_back(c);
  }
  std::vector<std::string> shared(own.size() + 1);  // what stands before, between and behind these
  text.reserve(text.size() + kRoom * (to - from));
  for (std::size_t at = from; at < to;) {
    std::size_t end = to;
    for (std::string& part : shared) part.clear();
    std::size_t next = 0;  // of `own`
    shared[0] = fmt::format_int(runs[0].number + 1).str();
    for (std::size_t r = 0; r < runs.size(); ++r) {
      Run& run = runs[r];
      if (run.ends.empty()) {
        ++next;
        continue;
      }
      if (r > 0) add_cell(r - 1, table_.columns[r - 1].codes[run.number], shared[next]);
      end = std::min<std::size_t>(end, run.ends[run.number]);
    }
    shared.back() += '\n';
    for (; at < end; ++at) {
      text += shared[0];
      for (std::size_t i = 0; i < own.size(); ++i) {
        add_cell(own[i], table_.columns[own[i]].codes[at], text);
        text += shared[i + 1];
      }
    }
    for (Run& run : runs) {
      if (!run.ends.empty() && run.ends[run.number] == end) ++run.number;  // the last may end later
    }
  }
}

}  // namespace overt::io
