#include "daemon/commands/submit/agent_guide.hpp"

#include "daemon/queries/named_session.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/kind_inputs.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd {

namespace {

SignalName example(Kind const& kind) {
  return kind.is_document() ? document_signal(kind) : SignalName{*Name::parse("NAME"), kind};
}

std::vector<std::string> quoted_endings(Kind const& kind) {
  std::vector<std::string> endings;
  for (auto const ending : input_endings(kind))
    endings.push_back(fmt::format("`{}`", ending));
  return endings;
}

/// "`artifacts/NAME/`: files that …", one clause for each kind.
std::string where_to_write(Config const& config, Kind const& kind) {
  auto const inputs = layout::inputs_of(example(kind));
  switch (inputs_form(kind)) {
  case InputsForm::document:
    return fmt::format(
        "`{}`: write it as a whole, under another name first, then rename that; it has no signal",
        layout::signal(example(kind)));
  case InputsForm::own_directory:
    return fmt::format(
        "`{}`: files that end in {}, each a JSON object of at most {} KiB, or lines of JSON objects "
        "in `.ndjson`; they are merged in the order of their names",
        inputs, fmt::join(quoted_endings(kind), ", "), config.kg.artifacts.bytes >> 10);
  case InputsForm::shared_directory:
    return fmt::format("`{}NAME` with the ending {}", inputs, fmt::join(quoted_endings(kind), " or "));
  case InputsForm::one_file:
    return fmt::format("`{}`: one JSON object", inputs);
  case InputsForm::none:
    break;
  }
  return "no files";
}

std::string rows(Config const& config, std::vector<Kind> const& kinds) {
  std::string text;
  for (auto const& kind : kinds)
    text += fmt::format("| `{}` | `{}` | {} |\n", kind.word(), layout::signal(example(kind)),
                        where_to_write(config, kind));
  return text;
}

std::string clauses(Config const& config, std::vector<Kind> const& kinds) {
  std::string text;
  for (auto const& kind : kinds)
    text +=
        fmt::format("{}for {} work {}", text.empty() ? "" : "; ", kind.word(), where_to_write(config, kind));
  return text;
}

constexpr auto readme_text = R"(# Working in this session

Your work is checked before it counts. You write files, then you submit them by creating an empty file, the signal.

    artifactctl submit . NAME FILE...

does both, waits, and prints how it ended: exit code 0, merged; 1, refused, with what is wrong and where; 6, a person is
needed; 4, still pending; 7, nothing is checked at the moment. Without that program:

1. Write all your files. Do not write them any more once the signal is there.
2. Create the signal, empty, as the last step. Create it once, and wait.
3. Look at the signal's name first:
   - While it is there, your work is pending. Wait.
   - When it is gone and `{error}` is not there, your work was accepted.
   - When it is gone and `{error}` is there, nothing was accepted. Read `{instructions}`: every problem with
     file, line and column, what was expected and what to do. Repair those files, leave the others, then rename
     `{error}` back to `{lock}`.

| kind | signal | what you write |
|---|---|---|
{rows}
NAME is your name, the same each time: {rule}.

Do not write `{graph}`, `{home}` or any file of another agent.
)";

constexpr auto prompt_text =
    "You submit work by writing files and then creating an empty signal file. Your NAME consists of {rule}. "
    "Where to write: {clauses}. When all files are complete, create the empty file `{lock}` once, and wait "
    "until it disappears; write nothing meanwhile. If `{error}` does not exist then, the work was accepted. "
    "If it exists, nothing was accepted: read `{instructions}`, repair exactly what it names, and rename "
    "`{error}` back to `{lock}`. If a shell is available, `artifactctl submit SESSION NAME FILE...` does all "
    "of this and prints what is wrong. Never write `{graph}`, `{home}` or another agent's files.\n";

std::string filled(char const* text, Config const& config, std::vector<Kind> const& kinds) {
  SignalName const signal = example(kinds.front());
  return fmt::format(fmt::runtime(text), fmt::arg("rows", rows(config, kinds)),
                     fmt::arg("clauses", clauses(config, kinds)), fmt::arg("rule", name_rule),
                     fmt::arg("lock", layout::signal(signal)), fmt::arg("error", layout::refused(signal)),
                     fmt::arg("instructions", layout::instructions(signal)), fmt::arg("graph", layout::graph),
                     fmt::arg("home", layout::home + "/"));
}

} // namespace

std::string agent_readme(Config const& config, std::vector<Kind> const& kinds) {
  return filled(readme_text, config, kinds);
}

std::string agent_prompt(Config const& config, std::vector<Kind> const& kinds) {
  return filled(prompt_text, config, kinds);
}

} // namespace artifactd
