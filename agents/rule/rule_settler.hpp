// Settles `rule` signals: vets the extraction rule or extractor an agent wrote with its samples, and commits
// what it does as `rules/<name>.result.json`; or refuses it with what its tiers found.
#pragma once

#include "agents/child/sandbox.hpp"
#include "agents/rule/rule_kind.hpp"
#include "state/settle/settler.hpp"

namespace artifactd {

class RuleSettler final : public Settler {
public:
  /// Both outlive it.
  RuleSettler(RefusalPolicy const& refusal, SandboxSettings const& sandbox)
      : refusal_(refusal), sandbox_(sandbox) {}

  [[nodiscard]] Kind kind() const noexcept override { return rule_kind; }
  [[nodiscard]] SettleReport settle(Session const& session, std::vector<Sighting> const& sightings,
                                    Round round) override;

private:
  [[nodiscard]] SignalEnd settle_one(Session const& session, Sighting const& sighting) const;
  Result<void> judge(Session const& session, Sighting const& sighting, SignalEnd& end) const;

  RefusalPolicy const& refusal_;
  SandboxSettings const& sandbox_;
};

} // namespace artifactd
