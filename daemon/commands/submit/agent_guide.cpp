#include "daemon/commands/submit/agent_guide.hpp"

#include "daemon/queries/named_session.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/kind_inputs.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <iterator>

namespace artifactd {

namespace {

SignalName example(Kind const& kind) {
  return {*Name::parse("NAME"), kind};
}

std::vector<std::string> quoted_endings(Kind const& kind) {
  std::vector<std::string> endings;
  for (auto const ending : input_endings(kind))
    endings.push_back(fmt::format("`{}`", ending));
  return endings;
}

/// What all these signals are called: with the kind's own word if they are of one kind.
std::string signals(std::vector<Kind> const& kinds) {
  return kinds.size() == 1 ? layout::signal(example(kinds.front())) : "NAME.KIND.lock";
}

/// "NAME" if that means the kind of these signals, otherwise with the kind.
std::string submitted_name(std::vector<Kind> const& kinds) {
  if (kinds.size() > 1) return "NAME.KIND";
  return kinds.front().is_default() ? "NAME" : signal_word(example(kinds.front()));
}

/// "`NAME.retry-instructions.json` (kg), …" if there are several kinds.
std::string instructions(std::vector<Kind> const& kinds) {
  std::vector<std::string> files;
  for (auto const& kind : kinds)
    files.push_back(fmt::format("`{}`{}", layout::instructions(example(kind)),
                                kinds.size() == 1 ? "" : fmt::format(" ({})", kind.word())));
  return fmt::format("{}", fmt::join(files, ", "));
}

/// "`artifacts/NAME/`: files that …", one clause for each kind of signal.
std::string where_to_write(Config const& config, Kind const& kind) {
  auto const inputs = layout::inputs_of(example(kind));
  switch (inputs_form(kind)) {
  case InputsForm::own_directory:
    return fmt::format(
        "`{}`: files that end in {}, each a JSON object of at most {} KiB, or lines of JSON objects "
        "in `.ndjson`; they are merged in the order of their names",
        inputs, fmt::join(quoted_endings(kind), ", "), config.kg.artifacts.bytes >> 10);
  case InputsForm::shared_directory:
    return fmt::format("`{}NAME` with the ending {}{}", inputs, fmt::join(quoted_endings(kind), " or "),
                       kind.traits().content);
  case InputsForm::one_file:
    return fmt::format("`{}`: one JSON object{}", inputs, kind.traits().content);
  case InputsForm::document:
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

constexpr auto readme_signals = R"(
You write files, then you submit them by creating an empty file, the signal.

    artifactctl submit . {name} FILE...

does both, waits, and prints how it ended: exit code 0, merged; 1, refused, with what is wrong and where; 6, a person is
needed; 4, still pending; 7, nothing is checked at the moment. Without that program:

1. Write all your files. Do not write them any more once the signal is there.
2. Create the signal, empty, as the last step. Create it once, and wait.
3. Look at the signal's name first:
   - While it is there, your work is pending. Wait.
   - When it is gone and `{lock}.error` is not there, your work was accepted.
   - When it is gone and `{lock}.error` is there, nothing was accepted. Read {instructions}: every problem with
     file, line and column, what was expected and what to do. Repair those files, leave the others, then rename
     `{lock}.error` back to `{lock}`.

| kind | signal | what you write |
|---|---|---|
{rows}
NAME is your name, the same each time: {rule}.
)";

constexpr auto readme_document = R"(
`{document}` has no signal: each new version is checked as soon as it is in place, and stays there.

    artifactctl submit . {word} FILE

puts FILE in its place, waits, and prints how it ended: exit code 0, accepted; 1, refused, with what is wrong and where;
6, a person is needed; 4, still pending; 7, nothing is checked at the moment. Without that program:

1. Write the whole new version under another name, such as `{document}.new`, never `{document}` itself.
2. Rename that file to `{document}`.
3. `artifactctl wait . {word}` says how it ended. If `{error}` or `{instructions}` appears, it was refused: the
   version that was accepted last, if there is one, is back in place. Read `{instructions}`, repair what it
   names, and put the result in place in the same way.
)";

constexpr auto readme_end = R"(
Do not write `{graph}`, `{home}` or any file of another agent.
)";

constexpr auto prompt_signals =
    "You submit work by writing files and then creating an empty signal file. Your NAME consists of {rule}. "
    "Where to write: {clauses}. When all files are complete, create the empty file `{lock}` once, and wait "
    "until it disappears; write nothing meanwhile. If `{lock}.error` does not exist then, the work was "
    "accepted. If it exists, nothing was accepted: read {instructions}, repair exactly what it names, and "
    "rename `{lock}.error` back to `{lock}`. If a shell is available, `artifactctl submit SESSION {name} "
    "FILE...` does all of this and prints what is wrong. ";

constexpr auto prompt_document =
    "To change `{document}`, write its whole new version under another name, such as `{document}.new`, and "
    "rename that to `{document}`; there is no signal, and the file stays. It is checked at once. If "
    "`{error}` or "
    "`{instructions}` appears, it was refused, and the version accepted last is back in place: read "
    "`{instructions}`, repair what it names, and put the result in place in the same way. If a shell is "
    "available, `artifactctl submit SESSION {word} FILE` does all of this and prints what is wrong, and "
    "`artifactctl wait SESSION {word}` says how it ended. ";

constexpr auto prompt_end = "Never write `{graph}`, `{home}` or another agent's files.\n";

std::string about_signals(char const* text, Config const& config, std::vector<Kind> const& kinds) {
  return fmt::format(fmt::runtime(text), fmt::arg("name", submitted_name(kinds)),
                     fmt::arg("rows", rows(config, kinds)), fmt::arg("clauses", clauses(config, kinds)),
                     fmt::arg("rule", name_rule), fmt::arg("lock", signals(kinds)),
                     fmt::arg("instructions", instructions(kinds)));
}

std::string about_document(char const* text, Kind const& kind) {
  auto const document = document_signal(kind);
  return fmt::format(fmt::runtime(text), fmt::arg("document", layout::signal(document)),
                     fmt::arg("word", signal_word(document)), fmt::arg("error", layout::refused(document)),
                     fmt::arg("instructions", layout::instructions(document)));
}

struct GuideTexts {
  char const* begin;
  char const* signals;  ///< for all kinds that have signals
  char const* document; ///< for each other kind
  char const* end;
};

std::string guide(GuideTexts const& texts, Config const& config, std::vector<Kind> const& kinds) {
  std::vector<Kind> with_signals;
  std::ranges::remove_copy_if(kinds, std::back_inserter(with_signals), &Kind::is_document);
  std::string guide = texts.begin;
  if (!with_signals.empty()) guide += about_signals(texts.signals, config, with_signals);
  for (auto const& kind : kinds)
    if (kind.is_document()) guide += about_document(texts.document, kind);
  return guide + fmt::format(fmt::runtime(texts.end), fmt::arg("graph", layout::graph),
                             fmt::arg("home", layout::home + "/"));
}

} // namespace

std::string agent_readme(Config const& config, std::vector<Kind> const& kinds) {
  return guide({"# Working in this session\n\nYour work is checked before it counts.\n", readme_signals,
                readme_document, readme_end},
               config, kinds);
}

std::string agent_prompt(Config const& config, std::vector<Kind> const& kinds) {
  return guide({"", prompt_signals, prompt_document, prompt_end}, config, kinds);
}

} // namespace artifactd
