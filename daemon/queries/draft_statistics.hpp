// What models get wrong when asked for extraction rules, counted from the events of the journal.
#pragma once

#include "state/journal/journal.hpp"

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace artifactd {

class DraftStatistics {
public:
  void take(Event const& draft);

  using Counts = std::map<std::string, std::uint64_t, std::less<>>;
  [[nodiscard]] std::size_t drafts() const noexcept { return drafts_; }
  [[nodiscard]] std::size_t accepted() const noexcept { return accepted_; }
  [[nodiscard]] std::uint64_t answers() const noexcept { return answers_; }
  [[nodiscard]] std::uint64_t unanswered() const noexcept { return unanswered_; }
  /// Refused answers, by the code of the first error.
  [[nodiscard]] Counts const& refused() const noexcept { return refused_; }

private:
  std::size_t drafts_ = 0;
  std::size_t accepted_ = 0;
  std::uint64_t answers_ = 0;
  std::uint64_t unanswered_ = 0;
  Counts refused_;
};

[[nodiscard]] nlohmann::ordered_json to_json(DraftStatistics const& statistics);

} // namespace artifactd
