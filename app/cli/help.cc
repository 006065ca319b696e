#include "cli/help.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <memory>
#include <utility>
#include <vector>

#include "cli/terminal.h"

namespace overt::cli {
namespace {

constexpr std::size_t kMargin = 2;
constexpr std::size_t kColumn = 26;  // where the descriptions stand

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string entry(const std::string& label, const std::string& about, std::size_t width) {
  std::string line = std::string(kMargin, ' ') + label;
  if (line.size() + 2 > kColumn) {
    line += "\n" + std::string(kColumn, ' ');
  } else {
    line.resize(kColumn, ' ');
  }
  return line + filled(about, width - kColumn, kColumn) + "\n";
}

class Help final : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string /*name*/,
                        CLI::AppFormatMode /*mode*/) const override {
    const std::size_t width = terminal_width();
    const bool whole = app->get_parent() == nullptr;
    std::string text = filled_paragraphs(app->get_description(), width) + "\n\n";
    text += whole ? "Usage: overt VERB ...; overt VERB --help says more\n" : usage(*app) + "\n";
    std::string positions;
    std::vector<std::pair<std::string, std::string>> titles;  // and what stands under them
    std::string last;
    for (const CLI::Option* option : app->get_options()) {
      std::string label;
      for (const std::string& name : option->get_snames()) label += "-" + name + ", ";
      label += label_of(*option);
      const std::string line = entry(label, option->get_description(), width);
      if (option->get_positional()) {
        positions += line;
      } else if (option == app->get_help_ptr() || option == app->get_version_ptr()) {
        last += line;
      } else {
        auto found = std::find_if(titles.begin(), titles.end(), [&](const auto& title) {
          return title.first == option->get_group();
        });
        if (found == titles.end()) found = titles.insert(titles.end(), {option->get_group(), ""});
        found->second += line;
      }
    }
    if (whole) titles.emplace_back("Verbs", verbs(*app, width));
    if (!positions.empty()) text += "\n" + positions;
    for (const auto& [title, lines] : titles) text += fmt::format("\n{}:\n{}", title, lines);
    text += "\n" + last;
    const std::string notes = app->get_footer();
    return notes.empty() ? text : text + "\n" + filled_paragraphs(notes, width) + "\n";
  }

 private:
  static std::string usage(const CLI::App& verb) {
    std::string text = "Usage: overt " + verb.get_name();
    for (const CLI::Option* option : verb.get_options()) {
      if (option->get_positional()) {
        text += option->get_required() ? " " + label_of(*option)
                                       : fmt::format(" [{}]", label_of(*option));
      } else if (option->get_required()) {
        text += " " + label_of(*option);
      }
    }
    return text + " [flags]";
  }

  static std::string verbs(const CLI::App& app, std::size_t width) {
    std::string text;
    for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
      text += entry(verb->get_name(), verb->get_description(), width);
    }
    return text;
  }
};

}  // namespace

std::string label_of(const CLI::Option& option) {
  if (option.get_positional()) return upper(option.get_name(true));
  const std::string flag = "--" + option.get_lnames().front();
  return option.get_items_expected_max() == 0 ? flag : flag + " " + option.get_type_name();
}

void use_our_help(CLI::App& app) { app.formatter(std::make_shared<Help>()); }

std::string filled(std::string_view text, std::size_t width, std::size_t indent) {
  std::string result;
  std::size_t used = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
    const std::string_view word = text.substr(at, end - at);
    at = end + 1;
    if (word.empty()) continue;
    if (used != 0 && used + 1 + word.size() > width) {
      result += "\n" + std::string(indent, ' ');
      used = 0;
    } else if (used != 0) {
      result += ' ';
      ++used;
    }
    result += word;
    used += word.size();
  }
  return result;
}

std::string filled_paragraphs(std::string_view text, std::size_t width) {
  std::string result, paragraph;
  const auto flush = [&] {
    if (paragraph.empty()) return;
    result += filled(paragraph, width) + "\n";
    paragraph.clear();
  };
  while (true) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (line.empty() || line[0] == ' ') {
      flush();
      result.append(line).append("\n");
    } else {
      paragraph.append(paragraph.empty() ? "" : " ").append(line);
    }
    if (end == text.size()) break;
    text.remove_prefix(end + 1);
  }
  flush();
  result.erase(result.find_last_not_of('\n') + 1);
  return result;
}

}  // namespace overt::cli
