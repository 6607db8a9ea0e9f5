#include "agents/state/drive/action_run.hpp"

#include "agents/child/confinement.hpp"
#include "agents/child/plain_run.hpp"
#include "agents/state/drive/action_result.hpp"
#include "agents/state/drive/work_copy.hpp"
#include "state/json/parsed.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

using Answer = std::expected<Json, std::string>;

std::string prompt_for(ActionAsked const& asked, Json const& state) {
  Json prompt{
      {"action", asked.action},
      {"state", "state.json"},
      {"skill", "skill"},
      {"issue", state.value("user_issue_description", "")},
      {"findings", {{"diagnosis", state["diagnosis"]}, {"issues", state["issues"]}}},
      {"schema", answer_schema(asked.action)},
      {"answer", "a JSON object on stdout, merged into the state (RFC 7396); or change state.json here"}};
  if (!asked.faults.empty()) prompt["refused"] = asked.faults;
  return pretty(prompt) + "\n";
}

std::string end_of(Ran const& ran) {
  auto text = ran.errors.bytes.empty() ? ran.output.bytes : ran.errors.bytes;
  while (text.ends_with('\n'))
    text.pop_back();
  constexpr std::size_t shown = 400;
  return printable(std::string_view(text).substr(text.size() - std::min(text.size(), shown)));
}

std::string how_it_ended(Ran const& ran, Duration timeout) {
  auto const words = end_of(ran);
  auto const behind = words.empty() ? words : ": " + words;
  if (auto const* exited = std::get_if<Exited>(&ran.ending))
    return exited->code == 0 ? "" : fmt::format("the command ended with {}{}", exited->code, behind);
  if (auto const* killed = std::get_if<Killed>(&ran.ending))
    return fmt::format("the command was killed by signal {}{}", killed->signal, behind);
  if (std::holds_alternative<Cancelled>(ran.ending)) return "it was cancelled";
  return fmt::format("the command did not end within {}", short_duration(timeout));
}

constexpr json::Limits answer_limits;

std::string why_unread(Ran const& ran) {
  auto const scanned = json::scan(ran.output.bytes, answer_limits);
  if (!scanned && scanned.error().breach == json::Breach::too_deep)
    return fmt::format("its output is nested deeper than {} objects and lists", answer_limits.depth);
  return "its output is not JSON: " + end_of(ran);
}

Answer answer_in(Ran const& ran, WorkCopy const& copy, std::string const& state, Duration timeout) {
  if (auto ended = how_it_ended(ran, timeout); !ended.empty()) return std::unexpected(std::move(ended));
  if (ran.output.cut())
    return std::unexpected(fmt::format("the answer is longer than {} bytes", ran.output.bytes.size()));
  if (!trimmed(ran.output.bytes).empty()) {
    auto answer = json::parsed(ran.output.bytes, answer_limits);
    if (!answer) return std::unexpected(why_unread(ran));
    return *std::move(answer);
  }
  auto const left = copy.state();
  auto const changed = left ? json::parsed(*left) : std::nullopt;
  if (!changed) return std::unexpected("the state.json it left is not JSON, or nested too deeply");
  auto changes = changes_of(json::value_of(state), *changed);
  if (changes.empty()) return std::unexpected("it printed nothing and changed nothing");
  return changes;
}

constexpr std::string_view skill_changed =
    "the skill itself was changed while it ran: an agent must change only its copy";

Result<Answer> ask_agent(Session const& session, FixTarget const& target, ActionAsked const& asked,
                         AgentLimits const& limits, Runner const& runner, int lock, int cancel) {
  auto const copy = TRY(WorkCopy::make(session, asked.action, target.directory.get(), asked.state));
  auto const before = TRY(digest_of_files(target.directory.get()));
  auto const where = path_of(copy.directory()).value_or(".");
  Command command{.argv = asked.command,
                  .environment = {"ARTIFACTD_SESSION=" + session.shown(), "ARTIFACTD_ACTION=" + asked.action,
                                  "ARTIFACTD_STATE=" + where + "/state.json",
                                  "ARTIFACTD_SKILL=" + where + "/skill"},
                  .basics = Basics::given,
                  .directory = copy.directory(),
                  .input = prompt_for(asked, json::value_of(asked.state)),
                  .output = {.bytes = limits.most_output},
                  .passed = {lock},
                  .limits = limits.limits,
                  .identity = TRY(command_identity(session)),
                  .timeout = limits.timeout,
                  .cancel = cancel};
  auto const walls = limits.confined ? confinement(command) : Result<UniqueFd>(UniqueFd());
  if (!walls && walls.error().fault != Fault::unsupported) return fail(walls.error());
  if (walls) command.walls = walls->get();
  auto const ran = runner(command);
  if (!ran) return Answer(std::unexpected(ran.error().message));
  if (TRY(digest_of_files(target.directory.get())) != before)
    return Answer(std::unexpected(std::string(skill_changed)));
  return answer_in(*ran, copy, asked.state, limits.timeout);
}

} // namespace

Result<Answer> run_action(Session const& session, FixTarget const& target, ActionAsked const& asked,
                          AgentLimits const& limits, Runner const& runner, int lock, int cancel) {
  auto answer = ask_agent(session, target, asked, limits, runner, lock, cancel);
  // The skill was written while it was read: by this agent or by one that runs beside it.
  if (!answer && answer.error().fault == Fault::changed)
    return Answer(std::unexpected(std::string(skill_changed)));
  return answer;
}

} // namespace artifactd
