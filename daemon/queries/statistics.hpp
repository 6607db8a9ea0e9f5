// What fails and what recovers, counted from the verdicts in the journal. A *case* is one signal from its
// first refusal until it is accepted; it counts for every code, tier and attempt among its refusals, and for
// its agent and kind. Refusals before the first verdict read belong to no case.
#pragma once

#include "state/journal/journal.hpp"
#include "state/platform/clock.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace artifactd {

/// For one code, one agent, …
struct Tally {
  std::size_t refusals = 0;
  std::size_t cases = 0;
  std::size_t recovered = 0;           ///< cases that ended accepted
  std::size_t escalated = 0;           ///< cases that had no attempt left at some time
  std::vector<unsigned> attempts = {}; ///< of each recovered case, the accepted one included
  std::vector<Duration> times = {};    ///< of each recovered case, from first refusal to acceptance

  [[nodiscard]] std::size_t open() const noexcept { return cases - recovered; }
};

enum class StatisticsBy : std::uint8_t { code, tier, agent, kind, attempt };
inline constexpr std::array statistics_words = {"code", "tier", "agent", "kind", "attempt"};

class Statistics {
public:
  /// Verdicts in the order of the journal.
  void take(Event const& verdict);

  using Table = std::map<std::string, Tally, std::less<>>;
  [[nodiscard]] Table const& by(StatisticsBy what) const { return tables_[static_cast<std::size_t>(what)]; }
  [[nodiscard]] Tally const& total() const noexcept { return total_; }
  [[nodiscard]] std::size_t accepted() const noexcept { return accepted_; }
  [[nodiscard]] std::size_t accepted_at_once() const noexcept { return accepted_ - total_.recovered; }

private:
  using Label = std::pair<std::size_t, std::string>; ///< table, row
  struct Case {
    std::int64_t since_ns = 0;
    unsigned refusals = 0;
    unsigned attempt = 0; ///< the highest that was refused
    bool escalated = false;
    std::set<Label> labels;
  };

  void refuse(Event const& verdict, Case& open);
  void accept(Event const& verdict, Case const& open);

  std::array<Table, statistics_words.size()> tables_;
  Tally total_;
  std::size_t accepted_ = 0;
  std::map<std::array<std::string, 3>, Case> cases_; ///< open ones, by session, name, kind
};

/// The middle one; of an even number the lower of the two. `values` is not empty.
template <class T>
[[nodiscard]] T median(std::vector<T> values);

[[nodiscard]] nlohmann::ordered_json to_json(Statistics const& statistics);

} // namespace artifactd
