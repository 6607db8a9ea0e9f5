#include "agents/state/drive/kept_answer.hpp"

#include "state/json/json_member.hpp"
#include "state/json/parsed.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/claim.hpp"
#include "state/tuning/judge.hpp"

#include <algorithm>

namespace artifactd {

namespace {

constexpr std::size_t longest_kept = std::size_t{24} << 20;

constexpr std::string_view ending = ".answer.json";
constexpr std::size_t most_listed = 10'000;

std::string file_of(std::string const& action) {
  return layout::runs + "/" + action + std::string(ending);
}

/// Identifies the request.
std::string when(tuning::TuningState const& state, std::string const& action) {
  auto const times = std::ranges::count(state.completed_actions, action, &tuning::Text::text);
  return std::to_string(state.iteration_count) + "." + std::to_string(times);
}

} // namespace

std::optional<KeptAnswer> KeptAnswer::read(Session const& session, tuning::TuningState const& state,
                                           std::string const& action) {
  auto const text = read_file(session.directory(), file_of(action), longest_kept);
  if (!text) return std::nullopt;
  auto const json =
      json::parsed(*text, {.depth = json::Limits().depth + 1}); // its own object around the answer
  if (!json || text_member(*json, "when") != when(state, action) || !json->contains("answer"))
    return std::nullopt;
  auto base = text_member(*json, "base");
  if (!tuning::judge(layout::tuning_state, base).state) return std::nullopt;
  return KeptAnswer{std::move(base), json->at("answer")};
}

Result<void> KeptAnswer::keep(Session const& session, tuning::TuningState const& state,
                              std::string const& action, KeptAnswer const& answer) {
  Json const json{{"when", when(state, action)}, {"base", answer.base}, {"answer", answer.answer}};
  auto const claim = TRY(Claim::take_soon(session, std::chrono::seconds(10)));
  TRY(session.private_directory(layout::runs));
  return replace_file(session, file_of(action), compact(json));
}

void KeptAnswer::forget(Session const& session, std::string const& action) {
  if (!remove_name(session.directory(), file_of(action))) return;
}

Result<void> KeptAnswer::forget_old(Session const& session, tuning::TuningState const& state) {
  auto const directory = open_directory(session.directory(), layout::runs);
  if (!directory) return {}; // nobody was asked yet
  for (auto const& name : TRY(list_directory(directory->get(), most_listed))) {
    if (!name.ends_with(ending)) continue;
    auto const action = name.substr(0, name.size() - ending.size());
    if (!read(session, state, action)) forget(session, action);
  }
  return {};
}

} // namespace artifactd
