#include "agents/state/drive/kept_answer.hpp"

#include "state/atomic_file.hpp"
#include "state/json_text.hpp"
#include "state/session_layout.hpp"
#include "state/settle/claim.hpp"

#include <algorithm>

namespace artifactd {

namespace {

constexpr std::size_t longest_kept = std::size_t{24} << 20;

std::string file_of(std::string const& action) {
  return layout::runs + "/" + action + ".answer.json";
}

/// Tells one asking from another.
std::string when(tuning::TuningState const& state, std::string const& action) {
  auto const times = std::ranges::count(state.completed_actions, action, &tuning::Text::text);
  return std::to_string(state.iteration_count) + "." + std::to_string(times);
}

} // namespace

std::optional<KeptAnswer> KeptAnswer::read(Session const& session, tuning::TuningState const& state,
                                           std::string const& action) {
  auto const text = read_file(session.directory(), file_of(action), longest_kept);
  if (!text) return std::nullopt;
  auto const json = Json::parse(*text, nullptr, false);
  if (!json.is_object() || json.value("when", Json()) != when(state, action) || !json.contains("answer") ||
      !json.value("base", Json()).is_string())
    return std::nullopt;
  auto base = json["base"].get<std::string>();
  if (!Json::accept(base)) return std::nullopt;
  return KeptAnswer{std::move(base), json["answer"]};
}

void KeptAnswer::keep(Session const& session, tuning::TuningState const& state, std::string const& action,
                      KeptAnswer const& answer) {
  Json const json{{"when", when(state, action)}, {"base", answer.base}, {"answer", answer.answer}};
  auto const claim = Claim::take_soon(session, std::chrono::seconds(10));
  if (!claim || !session.private_directory(layout::runs)) return;
  if (!replace_file(session, file_of(action), compact(json))) return;
}

void KeptAnswer::forget(Session const& session, std::string const& action) {
  if (!remove_name(session.directory(), file_of(action))) return;
}

} // namespace artifactd
