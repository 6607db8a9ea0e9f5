// What the editor achieves and costs, counted from its runs in the journal: by engine, by pattern and by
// attempt.
#pragma once

#include "daemon/commands/told_edit.hpp"

#include <array>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace artifactd {

/// As editor::edit_end_word has them; a run with another end is counted among the runs alone.
inline constexpr std::array edit_end_columns = {"published", "unmended", "nothing", "changed"};

/// Of all runs, or of one engine.
struct EditTally {
  std::size_t runs = 0;
  std::array<std::size_t, edit_end_columns.size()> ends = {};
  std::uint64_t errors = 0;   ///< that the runs began with
  std::uint64_t resolved = 0; ///< of those, by runs that were published: the others change nothing
  std::uint64_t mended_places = 0;
  ToldEdit::Spent spent = {.cost = 0}; ///< its cost: where it is known
  std::size_t unpriced = 0;            ///< runs that asked models and have no cost
  std::vector<Duration> times = {};    ///< of each run
};

/// Of the first attempt of runs, or the second.
struct AttemptTally {
  std::size_t runs = 0;
  std::uint64_t resolved = 0; ///< errors that were there before it and not behind it, published or not
  std::uint64_t left = 0;
};

/// Causes of one pattern, counted once for each attempt.
struct PatternTally {
  std::size_t mended = 0;
  std::size_t open = 0;
};

class EditStatistics {
public:
  void take(Event const& edit);

  template <class Tally>
  using Table = std::map<std::string, Tally, std::less<>>;
  [[nodiscard]] EditTally const& total() const noexcept { return total_; }
  /// Runs of versions that did not tell their engine are `unknown`.
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

/// The smallest of the values that so many percent of them do not exceed. `values` is not empty, `percent`
/// from 1 to 100.
[[nodiscard]] Duration percentile(std::vector<Duration> values, unsigned percent);

[[nodiscard]] nlohmann::ordered_json to_json(EditStatistics const& statistics);

/// For a person: a summary and a table for each grouping. Empty when there were no runs.
[[nodiscard]] std::string edit_statistics_text(EditStatistics const& statistics);

} // namespace artifactd
