#include "state/json/json_text.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/instructions.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

/// On one line, whatever the agent's names contain: only lines of the prompt begin where a line begins.
std::string shown_member(Json const& object, char const* member) {
  auto found = object.find(member);
  if (found == object.end()) return "";
  if (found->is_string()) return printable(found->get<std::string>());
  return found->is_number_integer() ? found->dump() : "";
}

/// Of members that have several lines: an excerpt, a traceback.
std::string shown_lines(Json const& object, char const* member) {
  auto found = object.find(member);
  return found != object.end() && found->is_string() ? printable_lines(found->get<std::string>()) : "";
}

template <class Each>
void each_of(Json const& object, char const* member, Each each) {
  auto found = object.find(member);
  if (found == object.end() || !found->is_array()) return;
  for (auto const& entry : *found)
    each(entry);
}

void add_labelled(std::string& prompt, std::string_view label, std::string const& text) {
  if (text.empty()) return;
  prompt += fmt::format("   {}: ", label);
  for (char const c : text) {
    prompt += c;
    if (c == '\n') prompt += "      "; // no line of the prompt begins with it
  }
  prompt += '\n';
}

void add_finding(std::string& prompt, Json const& finding, std::size_t number) {
  if (!finding.is_object()) return;
  std::string where = shown_member(finding, "file");
  for (auto const* part : {"line", "column", "pointer"})
    if (auto text = shown_member(finding, part); !text.empty())
      where += fmt::format("{}{} {}", where.empty() ? "" : ", ", part, text);
  prompt += fmt::format("{}. [{}] {}{}{}\n", number, shown_member(finding, "code"), where,
                        where.empty() ? "" : ": ", shown_member(finding, "message"));
  add_labelled(prompt, "expected", shown_member(finding, "expected"));
  add_labelled(prompt, "found", shown_member(finding, "found"));
  add_labelled(prompt, "to do", shown_lines(finding, "hint"));
  if (auto excerpt = shown_lines(finding, "excerpt"); !excerpt.empty())
    prompt += fmt::format("```\n{}\n```\n", excerpt);
}

void add_findings(std::string& prompt, Json const& holder) {
  std::size_t number = 0;
  each_of(holder, "findings", [&](Json const& finding) { add_finding(prompt, finding, ++number); });
}

void add_history(std::string& prompt, Json const& instructions) {
  each_of(instructions, "history", [&](Json const& attempt) {
    if (!attempt.is_object()) return;
    prompt += fmt::format("\n## Attempt {} failed too ({})\n", shown_member(attempt, "attempt"),
                          shown_member(attempt, "tier"));
    add_findings(prompt, attempt);
  });
}

template <class Text>
void add_list(std::string& prompt, Json const& instructions, char const* member, char const* title,
              Text text) {
  std::string list;
  each_of(instructions, member, [&](Json const& entry) {
    if (auto line = text(entry); !line.empty()) list += fmt::format("- {}\n", line);
  });
  if (!list.empty()) prompt += fmt::format("\n## {}\n{}", title, list);
}

int count(Json const& object, char const* member) {
  auto const found = object.find(member);
  return found != object.end() && found->is_number_unsigned() ? found->get<int>() : 0;
}

bool says(Json const& object, char const* member, std::string_view word) {
  auto const found = object.find(member);
  return found != object.end() && found->is_string() && found->get_ref<std::string const&>() == word;
}

std::vector<std::string> affected_files(Json const& instructions) {
  std::vector<std::string> files;
  each_of(instructions, "affected_files", [&](Json const& file) {
    if (file.is_string()) files.push_back(printable(file.get<std::string>()));
  });
  return files;
}

/// Whether the request, which may be right, is not at fault: as blames_inputs() says of findings.
bool is_right(SignalName const& signal, Json const& instructions) {
  auto const files = affected_files(instructions);
  return signal.kind.traits().asks &&
         std::ranges::find(files, shown_member(instructions, "artifact_location")) == files.end();
}

/// "create the empty file a.kg.lock to submit it"
std::string to_submit(SignalName const& signal, Submitting how) {
  return how == Submitting::by_tool
             ? "call submit again"
             : fmt::format("create the empty file {} to submit it", layout::signal(signal));
}

std::string what_to_do(SignalName const& signal, Json const& instructions, Json const& budget,
                       Submitting how) {
  if (says(instructions, "next", next_word(Next::edit))) return std::string(left_to_the_editor);
  if (how == Submitting::by_run) return std::string(left_to_the_run);
  if (budget.contains("left") && budget["left"] == 0)
    return "No attempt is left: stop here. A person decides (artifactctl inbox). Work that is repaired and "
           "submitted again is still judged.";
  if (signal.kind.is_document()) {
    auto const member = instructions.find("lock_file_renamed_to");
    auto const aside = member != instructions.end() && member->is_string();
    return what_to_do_with_document(signal, aside ? Left::aside : Left::in_place);
  }
  auto const location = shown_member(instructions, "artifact_location");
  if (has_reserved_name(signal)) return what_to_do_with_reserved_name(signal, location);
  if (is_right(signal, instructions))
    return fmt::format("Nothing has to be changed in {}. To try again, {}.", location,
                       to_submit(signal, how));
  return fmt::format("Repair what is named above in {}; leave the other files as they are. Do not repeat a "
                     "fault of an earlier attempt. Then {}.",
                     place_to_repair(affected_files(instructions), location), to_submit(signal, how));
}

} // namespace

std::string to_prompt(SignalName const& signal, Json const& instructions, Submitting how) {
  auto plain = [](Json const& entry) {
    return entry.is_string() ? printable_lines(entry.get<std::string>()) : std::string();
  };
  auto budget = instructions.contains("budget") && instructions["budget"].is_object() ? instructions["budget"]
                                                                                      : Json::object();
  if (instructions.empty() && signal.kind.is_document())
    return fmt::format("{} was refused, and the instructions that said why are gone. {}\n",
                       layout::signal(signal), what_to_do_with_document(signal, Left::aside));
  if (instructions.empty())
    return fmt::format("The work of {} was refused, and the instructions that said why are gone. Check the "
                       "files, then {}.\n",
                       signal.name.str(), to_submit(signal, how));
  auto prompt = fmt::format("# The work of {} was refused\n", signal.name.str());
  if (auto const number = count(instructions, "attempt"); number > 0)
    prompt += fmt::format("This was attempt {}. ", attempt_in_words(number, count(budget, "attempts")));
  prompt += "None of it was accepted. These are the problems:\n\n";
  if (instructions.contains("unchanged") && instructions["unchanged"] == true &&
      !is_right(signal, instructions))
    prompt += "The files are exactly those of the previous attempt: nothing was repaired.\n\n";
  add_findings(prompt, instructions);
  add_history(prompt, instructions);
  add_list(prompt, instructions, "warnings", "Warnings (they block nothing and need no repair)",
           [](Json const& each) { return each.is_object() ? shown_member(each, "message") : std::string(); });
  add_list(prompt, instructions, "hints", "A person adds",
           [](Json const& hint) { return hint.is_object() ? shown_member(hint, "text") : std::string(); });
  add_list(prompt, instructions, "requirements", "What the work must be like", plain);
  return prompt + "\n## What to do\n" + what_to_do(signal, instructions, budget, how) + "\n";
}

} // namespace artifactd
