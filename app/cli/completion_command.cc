// Shell completion, generated from the verbs and flags themselves, so that it
// never lags behind them.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "overt/base/error.h"

namespace overt::cli {
namespace {

// verb -> its long flags
std::map<std::string, std::vector<std::string>> verbs_of(const CLI::App& app) {
  std::map<std::string, std::vector<std::string>> result;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    for (const CLI::Option* option : verb->get_options()) {
      for (const std::string& name : option->get_lnames()) {
        result[verb->get_name()].push_back("--" + name);
      }
    }
  }
  return result;
}

std::vector<std::string> names_of(const std::map<std::string, std::vector<std::string>>& verbs) {
  std::vector<std::string> names;
  for (const auto& [verb, flags] : verbs) names.push_back(verb);
  return names;
}

std::string bash(const CLI::App& app) {
  const auto verbs = verbs_of(app);
  std::string cases;
  for (const auto& [verb, flags] : verbs) {
    cases += fmt::format("    {}) words=\"{}\" ;;\n", verb, fmt::join(flags, " "));
  }
  return fmt::format(
      "_overt() {{\n"
      "  local current=\"${{COMP_WORDS[COMP_CWORD]}}\" words\n"
      "  case \"${{COMP_WORDS[1]}}\" in\n"
      "{}"
      "    *) words=\"{} --help --version\" ;;\n"
      "  esac\n"
      "  if [[ $COMP_CWORD -eq 1 || $current == -* ]]; then\n"
      "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
      "  else\n"
      "    mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
      "  fi\n"
      "}}\n"
      "complete -o filenames -F _overt overt\n",
      cases, fmt::join(names_of(verbs), " "));
}

std::string zsh(const CLI::App& app) {
  return "#compdef overt\nautoload -U +X bashcompinit && bashcompinit\n" + bash(app);
}

std::string fish(const CLI::App& app) {
  std::string text = "complete -c overt -n __fish_use_subcommand -l help\n";
  for (const auto& [verb, flags] : verbs_of(app)) {
    text += fmt::format("complete -c overt -n __fish_use_subcommand -a {}\n", verb);
    for (const std::string& flag : flags) {
      text += fmt::format("complete -c overt -n '__fish_seen_subcommand_from {}' -l {}\n", verb,
                          flag.substr(2));
    }
  }
  return text;
}

}  // namespace

void add_completion(CLI::App& app, Run& run) {
  Verb verb(app, "completion", "Print a completion script for a shell");
  const auto shell = std::make_shared<std::optional<std::string>>();
  verb.required_text("shell", *shell, "bash, zsh or fish");
  verb.notes(
      "Example:\n  overt completion bash > ~/.local/share/bash-completion/completions/overt");
  verb.chosen(run, [shell, &app] {
    if (**shell == "bash") {
      print(bash(app));
    } else if (**shell == "zsh") {
      print(zsh(app));
    } else if (**shell == "fish") {
      print(fish(app));
    } else {
      throw Error(ErrorCode::usage, "completion: expected bash, zsh or fish");
    }
    return kDone;
  });
}

}  // namespace overt::cli
