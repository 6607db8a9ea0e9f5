#include "agents/rule/rule_settler.hpp"

#include "agents/rule/vetting.hpp"
#include "state/atomic_file.hpp"
#include "state/session_layout.hpp"
#include "state/settle/claim.hpp"
#include "state/settle/on_record.hpp"

namespace artifactd {

namespace {

constexpr std::size_t longest_result = 1 << 20;

using extraction::RuleFiles;
using extraction::Vetting;

/// End::unchanged when exactly this stands there already.
Result<End> commit(Session const& session, Name const& name, std::string const& result) {
  auto path = layout::rules + "/" + layout::result_of(name);
  auto standing = read_file(session.directory(), path, longest_result);
  if (standing && *standing == result) return End::unchanged;
  TRY(replace_file(session, path, result));
  return End::merged;
}

} // namespace

SettleReport RuleSettler::settle(Session const& session, std::vector<Sighting> const& sightings, Round) {
  SettleReport report;
  for (auto const& sighting : sightings)
    report.signals.push_back(settle_one(session, sighting));
  return report;
}

SignalEnd RuleSettler::settle_one(Session const& session, Sighting const& sighting) const {
  SignalEnd end(sighting.signal);
  end.steps.push_back({"seen", sighting.seen});
  if (auto judged = judge(session, sighting, end); !judged) {
    end.end = End::pending;
    end.reason = judged.error();
  }
  return end;
}

Result<void> RuleSettler::judge(Session const& session, Sighting const& sighting, SignalEnd& end) const {
  auto const& name = sighting.signal.name;
  if (TRY(carry_out_on_record(session, sighting, layout::rules + "/", extraction::rule_requirements(),
                              refusal_, end)))
    return {};
  auto files = TRY(extraction::read_rule_files(session, name));
  end.mark("read");
  auto vetting = TRY(extraction::vet(files, sandbox_));
  end.findings = vetting.findings;
  end.mark("diagnosed");
  auto claim = TRY(Claim::take(session));
  auto standing = TRY(sight_again(session, sighting, end));
  if (!standing) return {};
  end.mark("claimed");
  auto const as_judged = [&] { return extraction::still_the_same(session, name, files); };
  if (vetting.refused()) {
    auto location = files.path.empty() ? layout::rules + "/" : files.path;
    end.refusal = TRY(prepare_signal_refusal(
        session, *standing, {files.digest, location, end.findings, extraction::rule_requirements()},
        refusal_));
    end.end = end_of_retired(TRY(retire(session, *standing, Verdict::refused, as_judged)), Verdict::refused,
                             End::refused);
  } else {
    auto const how = TRY(commit(session, name, extraction::render_result(name, files, vetting)));
    end.mark("published");
    end.end = end_of_retired(TRY(retire_on_record(session, *standing, files.digest, as_judged)),
                             Verdict::accepted, how);
  }
  end.mark("retired");
  return {};
}

} // namespace artifactd
