// What models get wrong when asked for extraction rules: a journal event for each shape of paths a model was
// asked about, and counts of these events. Neither holds a path, a rule or an answer.
#pragma once

#include "daemon/commands/rule/rule_work.hpp"
#include "state/journal/journal.hpp"

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace artifactd {

[[nodiscard]] Event draft_event(RuleWork::Asked const& asked, bool accepted);

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
/// For a person; empty if no model was asked.
[[nodiscard]] std::string draft_statistics_text(DraftStatistics const& statistics);

} // namespace artifactd
