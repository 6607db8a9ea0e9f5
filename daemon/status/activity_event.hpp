// One thing that happened to a signal, as watchers receive it and programs read it from `artifactctl watch
// --json`. `what` is an open set of words: settling (work on it began), merged, unchanged, refused, pending,
// again, vanished (the ends of a settling), gone (it disappeared, but not by our doing), play_issue
// (something went wrong in a play; `name` is the play's id); about a whole run, with the name "run": drive (a
// step of its driver), running (its document changed), completed, failed. Readers have to accept words they
// do not know.
#pragma once

#include "state/vocabulary/names.hpp"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

struct ActivityEvent {
  std::int64_t wall_ns = 0;
  std::string session = {}; ///< full path
  std::string name = {};    ///< of the signal
  std::string kind = {};
  std::string what = {};
  int attempt = 0;         ///< which one this is; 0: not known
  int attempts = 0;        ///< how many are allowed; 0: not known
  std::string code = {};   ///< of the last error
  std::string error = {};  ///< the last error in short form; kept during the next attempt
  std::string reason = {}; ///< why it is pending
  std::string text = {};   ///< of a step in between: who acts, what was rolled
  bool escalated = false;  ///< no attempt is left: a person has to look
  /// Of a run: what a screen shows of it, and the same as a JSON object for programs. Kept while it goes on.
  std::vector<std::string> board = {};
  std::string details = {};

  /// "a.kg"
  [[nodiscard]] std::string signal() const { return signal_word(name, kind); }
  /// Its settling is over and will not be resumed unless somebody acts.
  [[nodiscard]] bool over() const noexcept;

  bool operator==(ActivityEvent const&) const = default;
};

/// The name of the events about a whole run.
inline constexpr std::string_view run_name = "run";

/// Unknown parts are left out.
[[nodiscard]] nlohmann::ordered_json to_json(ActivityEvent const& event);
/// std::nullopt if it is not such an event; members of the wrong type count as absent.
[[nodiscard]] std::optional<ActivityEvent> activity_from_json(nlohmann::ordered_json const& json);

} // namespace artifactd
