// The states of a session that were accepted, and those that were set aside:
// `.artifactd/states/<number>-<standing>.json`, each a complete text. The newest good one is what the next
// state is judged against and what replaces a refused one; it is a copy, so that a writer that damages
// state.json in place cannot reach it. Changing anything here requires the session's claim.
#pragma once

#include "state/session/session.hpp"
#include "state/settle/generations.hpp"
#include "state/tuning/tuning_state.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::tuning {

enum class Standing : std::uint8_t {
  accepted, ///< by the judge
  restored, ///< by a person, regardless of the judge
  refused,  ///< by the judge; it became state.json.error and another took its place
  foreign,  ///< swapped out before it was judged
};
[[nodiscard]] std::string_view standing_word(Standing standing) noexcept;
[[nodiscard]] constexpr bool is_good(Standing standing) noexcept {
  return standing == Standing::accepted || standing == Standing::restored;
}

struct StateVersion {
  std::uint64_t number;
  Standing standing;
  std::string name; ///< in the directory of states
};

/// States of 16 MB do not occur, runs have some 50 KB; parsed they take ten times their size in memory.
inline constexpr std::uint64_t longest_state = std::uint64_t{16} << 20;

/// How much is kept, counted separately: a refused state never displaces an accepted one.
struct StateBounds {
  HistoryBounds good;
  HistoryBounds aside; ///< refused and foreign ones
};

/// A run of five iterations makes some 200 states, of which only the last are looked at; a refused one is
/// useful until it is repaired.
inline constexpr StateBounds state_bounds{
    .good = {.generations = 50, .bytes = std::uint64_t{64} << 20},
    .aside = {.generations = 10, .bytes = std::uint64_t{16} << 20},
};

class StateHistory {
public:
  /// `session` must outlive it.
  static Result<StateHistory> open(Session const& session);

  /// Ordered by number.
  [[nodiscard]] std::vector<StateVersion> const& all() const noexcept { return all_; }
  [[nodiscard]] StateVersion const* newest() const noexcept { return all_.empty() ? nullptr : &all_.back(); }
  [[nodiscard]] StateVersion const* newest_good() const noexcept;
  [[nodiscard]] StateVersion const* find(std::uint64_t number) const noexcept;

  Result<std::string> text(StateVersion const& version) const;
  /// When it was kept.
  Result<Stamp> stamp(StateVersion const& version) const;

  struct Good {
    std::uint64_t number;
    TuningState state;
  };
  /// The newest good version whose text is still valid: agents can write here.
  [[nodiscard]] Result<std::optional<Good>> last_good() const;

  /// Durable when it returns; returns its number.
  Result<std::uint64_t> keep(std::string_view text, Standing standing);
  /// Adds a file by renaming it.
  Result<std::uint64_t> take_in(int directory, std::string const& name, Standing standing);
  /// Deletes the oldest beyond the bounds, never the newest of either kind.
  Result<void> prune(StateBounds const& bounds);

private:
  explicit StateHistory(Session const& session) : session_(&session) {}
  Result<StateVersion> add(Standing standing);
  enum class Sort : std::uint8_t { good, aside };
  Result<void> prune(Sort sort, HistoryBounds const& bounds);

  Session const* session_;
  UniqueFd directory_; ///< unset until it exists
  std::vector<StateVersion> all_;
};

/// Whether the session accepted this text, and not before it was written: `written` is its file's stamp.
[[nodiscard]] Result<bool> is_accepted_state(Session const& session, std::string_view text,
                                             Stamp const& written);

/// Whether the state in place, with this stamp, has the text that was accepted last: it is an update of
/// ours, a restoration, or the same text again.
[[nodiscard]] Result<bool> is_last_good(Session const& session, Stamp const& stamp);

/// "artifactctl state restore DIR N", with the number of the last good state; empty if none is kept.
[[nodiscard]] Result<std::string> restore_command(Session const& session);

} // namespace artifactd::tuning
