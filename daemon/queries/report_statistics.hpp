// How reports were answered and what asking the assistant cost, counted from the journal.
#pragma once

#include "state/journal/journal.hpp"

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace artifactd {

class ReportStatistics {
public:
  void take(Event const& answer);

  struct Assistant {
    std::size_t reports = 0; ///< for which it was asked
    std::size_t unanswered = 0;
    std::uint64_t calls = 0;
    std::uint64_t input = 0; ///< tokens
    std::uint64_t output = 0;
    double dollars = 0;       ///< for the reports with a known cost
    std::size_t unpriced = 0; ///< the other reports
  };

  using Counts = std::map<std::string, std::size_t, std::less<>>;
  [[nodiscard]] std::size_t answered() const noexcept { return answered_; }
  [[nodiscard]] Counts const& by_category() const noexcept { return categories_; }
  [[nodiscard]] Counts const& by_decision() const noexcept { return decisions_; }
  [[nodiscard]] Assistant const& assistant() const noexcept { return assistant_; }

private:
  std::size_t answered_ = 0;
  Counts categories_;
  Counts decisions_;
  Assistant assistant_;
};

[[nodiscard]] nlohmann::ordered_json to_json(ReportStatistics const& statistics);

} // namespace artifactd
