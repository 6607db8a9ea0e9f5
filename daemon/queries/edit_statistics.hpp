// What the editor achieves and costs, counted from its runs in the journal: by engine, by pattern and by
// attempt.
#pragma once

#include "daemon/queries/told_edit.hpp"

#include <array>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace artifactd {

/// As in editor::edit_end_word; a run with another end counts only as a run.
inline constexpr std::array edit_end_columns = {"published", "unrepaired", "nothing", "changed"};

/// Of all runs, or of one engine.
struct EditTally {
  std::size_t runs = 0;
  std::array<std::size_t, edit_end_columns.size()> ends = {};
  std::uint64_t errors = 0;   ///< with which the runs began
  std::uint64_t resolved = 0; ///< of those, by published runs: the others change nothing
  std::uint64_t repaired_places = 0;
  ToldEdit::Spent spent = {.cost = 0}; ///< its cost: as far as known
  std::size_t unpriced = 0;            ///< runs that asked models and have no known cost
  std::vector<Duration> times = {};    ///< of each run
};

/// The first attempt of all runs, or the second.
struct AttemptTally {
  std::size_t runs = 0;
  std::uint64_t resolved = 0; ///< errors that the attempt removed, published or not
  std::uint64_t left = 0;
};

/// Causes of one pattern, counted once per attempt.
struct PatternTally {
  std::size_t repaired = 0;
  std::size_t open = 0;
};

class EditStatistics {
public:
  void take(Event const& edit);

  template <class Tally>
  using Table = std::map<std::string, Tally, std::less<>>;
  [[nodiscard]] EditTally const& total() const noexcept { return total_; }
  /// Runs of versions that did not record their engine are `unknown`.
  [[nodiscard]] Table<EditTally> const& by_engine() const noexcept { return engines_; }
  [[nodiscard]] Table<PatternTally> const& by_pattern() const noexcept { return patterns_; }
  [[nodiscard]] std::vector<AttemptTally> const& by_attempt() const noexcept { return attempts_; }

private:
  void take_attempts(ToldEdit const& edit);

  EditTally total_;
  Table<EditTally> engines_;
  Table<PatternTally> patterns_;
  std::vector<AttemptTally> attempts_;
};

/// The smallest of the values that at least `percent` percent of them do not exceed. `values` is not empty,
/// `percent` from 1 to 100.
[[nodiscard]] Duration percentile(std::vector<Duration> values, unsigned percent);

[[nodiscard]] nlohmann::ordered_json to_json(EditStatistics const& statistics);

} // namespace artifactd
