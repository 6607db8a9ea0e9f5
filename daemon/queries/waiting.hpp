// The answer to `inbox`: refused work as a person sees it, its place in the lifecycle, why every attempt
// failed, and what can be done. Looking changes nothing.
#pragma once

#include "daemon/queries/named_session.hpp"
#include "daemon/queries/stuck.hpp"
#include "state/journal/journal.hpp"
#include "state/settle/attempts.hpp"
#include "state/settle/lifecycle.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace artifactd {

struct Waiting {
  SessionKey key;
  std::string session; ///< its path
  SignalName signal;
  Station station;
  Circumstances circumstances;
  Budget budget;
  AttemptLog log = {};
  std::int64_t since_ns = 0;
  bool edited = false;      ///< the editor is working on it, or about to
  std::string unasked = {}; ///< why it could not ask a model; empty: it could, or none was wanted

  /// Nothing happens by itself.
  [[nodiscard]] bool for_person() const noexcept { return station == Station::analysis_error && !edited; }
};

/// Fault::missing if there is no `.error`, Fault::busy if the signal is pending (again).
[[nodiscard]] Result<Waiting> look_at(Config const& config, NamedSession const& named,
                                      SignalName const& signal);

struct Inbox {
  /// Those without an attempt left first, then those that their agents may submit again, then those that go
  /// on by themselves; the oldest of each first.
  std::vector<Waiting> waiting;
  std::vector<StuckRow> strange; ///< what else needs a person: misplaced and odd signals, trouble

  [[nodiscard]] bool needs_person() const noexcept;
};

/// Of one session, named as on a command line, or of all of them.
[[nodiscard]] Result<Inbox> look_at_inbox(Config const& config, std::optional<std::string> const& session);

/// "attempt 3 of 3: artifacts/a/x.json:5: a comma is missing (and 2 more)"
[[nodiscard]] std::string last_failure(Waiting const& waiting);

/// The same without a word that an agent wrote: "attempt 3 of 3: json.comma"
[[nodiscard]] std::string last_failure_by_code(Waiting const& waiting);

/// The same as last_failure() for a narrow list: "3/3  x.json:5: a comma is missing (and 2 more)"
[[nodiscard]] std::string brief_failure(Waiting const& waiting);

/// Of the first error of the last attempt; empty if none is recorded.
[[nodiscard]] std::string last_code(Waiting const& waiting);

/// Each attempt in one line, oldest first.
[[nodiscard]] std::vector<std::string> attempt_lines(Waiting const& waiting);

/// "waits for a person; no attempt is left", …
[[nodiscard]] std::string situation(Waiting const& waiting);

/// A possible action: the command, ready to be typed, and what it does.
struct Remedy {
  std::string command;
  std::string_view does;
};
[[nodiscard]] std::vector<Remedy> remedies(Waiting const& waiting);

[[nodiscard]] nlohmann::ordered_json to_json(Waiting const& waiting);
[[nodiscard]] nlohmann::ordered_json to_json(Inbox const& inbox);

} // namespace artifactd
