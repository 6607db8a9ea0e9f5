// write_artifact, submit and wait: what `artifactctl submit` and `wait` do, for one agent.
#include "daemon/interventions/agent_limits.hpp"
#include "daemon/interventions/dropping.hpp"
#include "daemon/interventions/verdict_wait.hpp"
#include "daemon/tools/tools.hpp"
#include "state/json/json_member.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/kind_inputs.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

using mcp::ToolResult;
using Outcome = SubmitResult::Outcome;

Result<Case> own_case(ToolPlace const& place, ToolCall const& call) {
  auto const signal = TRY(place.seat.own_signal(place.config, text_member(call.arguments, "kind")));
  return Case{place.config, TRY(place.seat.enter(place.config)), signal};
}

bool takes_named_files(Kind const& kind) {
  auto const form = inputs_form(kind);
  return form == InputsForm::own_directory || form == InputsForm::shared_directory;
}

Result<PlacedFile> placed(SignalName const& signal, Json const& file) {
  auto name = text_member(file, "file");
  // Such a kind has one file, whatever name is given for it.
  if (name.empty() && inputs_form(signal.kind) == InputsForm::one_file) name = signal.name.str() + ".json";
  if (name.empty() && takes_named_files(signal.kind))
    return fail(Fault::invalid, "\"file\" is missing: the name of the file, such as report.json");
  return PlacedFile{TRY(place_for(signal, name)), text_member(file, "content")};
}

Result<std::vector<PlacedFile>> placed_files(SignalName const& signal, Json const& arguments) {
  std::vector<PlacedFile> files;
  for (auto const& each : arguments.value("files", Json::array()))
    files.push_back(TRY(placed(signal, each)));
  TRY(no_place_twice(files));
  return files;
}

VerdictOptions verdict_options(ToolPlace const& place, ToolCall const& call) {
  return {.session = place.seat.session(),
          .signal = {},
          .at_most = place.seat.wait(),
          .until_settled = call.arguments.value("until_settled", false),
          .go_on = call.goes_on};
}

/// What the kind wrote about accepted work, beside its request; null if it writes nothing.
Json result_beside(NamedSession const& named, SignalName const& signal) {
  if (inputs_form(signal.kind) == InputsForm::own_directory) return nullptr;
  auto const inputs = layout::inputs_of(signal);
  auto const path = inputs.substr(0, inputs.rfind('/') + 1) + signal.name.str() + ".result.json";
  auto const text = read_file(named.session.directory(), path, mcp::longest_result);
  return text && json::scan(*text, {.depth = mcp::deepest_line}) ? Json::parse(*text, nullptr, false)
                                                                 : Json();
}

std::string what_next(SubmitResult const& result) {
  if (result.goes_on())
    return "artifactd repairs this itself: leave the files alone. wait, with until_settled, waits for the "
           "end.";
  if (result.for_person()) return "No attempt is left: a person decides what happens now.";
  if (result.outcome == Outcome::refused)
    return "Write the repaired files with write_artifact, or give them to submit, and submit again.";
  if (result.outcome == Outcome::pending) return "It stays submitted: call wait to go on waiting.";
  if (result.outcome == Outcome::unattended) return "It stays submitted: tell the person who runs artifactd.";
  return "";
}

std::string verdict_text(SubmitResult const& result) {
  auto text = to_text(result, Submitting::by_tool);
  for (auto const& file : result.former)
    text += fmt::format("\n{} is from an earlier submission and was submitted, too.", printable(file));
  for (auto const& warning : warnings_of(result))
    text += "\nWarning: " + warning;
  auto const next = what_next(result);
  return next.empty() ? text : text + "\n" + next;
}

/// The findings are at the top, where they are in every answer.
Json structure_of(SubmitResult const& result) {
  auto json = to_json(result);
  if (result.outcome != Outcome::refused) return json;
  json["findings"] = Json::array();
  auto& instructions = json["instructions"];
  if (!instructions.is_object() || !instructions.contains("findings")) return json;
  if (instructions["findings"].is_array()) json["findings"] = std::move(instructions["findings"]);
  instructions.erase("findings");
  return json;
}

ToolResult told_verdict(NamedSession const& named, SubmitResult const& result) {
  ToolResult answer{.text = verdict_text(result), .structured = structure_of(result)};
  answer.is_error = result.outcome != Outcome::merged && result.outcome != Outcome::pending;
  for (auto const* list :
       {"/findings", "/instructions/history", "/instructions/warnings", "/warnings", "/former_files"})
    answer.lists.emplace_back(list);
  if (result.outcome != Outcome::merged) return answer;
  if (auto beside = result_beside(named, result.signal); beside.is_object()) {
    answer.text += "\n" + pretty(beside);
    answer.structured["result"] = std::move(beside);
  }
  return answer;
}

} // namespace

Result<ToolResult> write_artifact_tool(ToolPlace const& place, ToolCall const& call) {
  auto const chosen = TRY(own_case(place, call));
  std::vector<PlacedFile> files;
  files.push_back(TRY(placed(chosen.signal, call.arguments)));
  TRY(within_agent(chosen.session(), chosen.signal, files));
  TRY(place_before_signal(chosen, files));
  auto const& file = files.front();
  return ToolResult{.text = fmt::format("{}: wrote {} bytes. Nothing is judged before submit.",
                                        printable(file.path), file.bytes.size()),
                    .structured = {{"version", 1}, {"path", file.path}, {"bytes", file.bytes.size()}}};
}

Result<ToolResult> submit_tool(ToolPlace const& place, ToolCall const& call) {
  auto const chosen = TRY(own_case(place, call));
  auto const files = TRY(placed_files(chosen.signal, call.arguments));
  TRY(within_agent(chosen.session(), chosen.signal, files));
  auto const former = call.arguments.value("replace", false) ? FormerFiles::remove : FormerFiles::keep;
  auto dropped = TRY(drop_now(chosen, files, former));
  call.let_next();
  auto result = TRY(wait_for_verdict(place.config, chosen.named, std::move(dropped.followed),
                                     verdict_options(place, call)));
  result.former = std::move(dropped.former);
  return told_verdict(chosen.named, result);
}

Result<ToolResult> wait_tool(ToolPlace const& place, ToolCall const& call) {
  call.let_next();
  auto const word = text_member(call.arguments, "signal");
  auto const signal = word.empty()
                          ? TRY(place.seat.own_signal(place.config, text_member(call.arguments, "kind")))
                          : TRY(place.seat.awaited_signal(place.config, word));
  if (signal.name != place.seat.agent())
    return signal.kind.word() == "turn" ? place.ways.wait_for_turn(place, call, signal)
                                        : place.ways.wait_for_report(place, call, signal);
  auto const named = TRY(place.seat.enter(place.config));
  auto followed = TRY(unless_missing(Followed::find(named.session, signal)));
  if (!followed) return told_verdict(named, TRY(former_verdict(place.config, named, signal)));
  return told_verdict(
      named, TRY(wait_for_verdict(place.config, named, *std::move(followed), verdict_options(place, call))));
}

} // namespace artifactd
