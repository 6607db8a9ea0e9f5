#include "daemon/queries/merge_preview.hpp"

#include "daemon/queries/work.hpp"
#include "daemon/settling/work_tools.hpp"
#include "state/json/json_text.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/settle_report.hpp"
#include "watchers/scan.hpp"

#include <algorithm>

namespace artifactd {

namespace {

/// What settling would find wrong with a document in place; std::nullopt if it has nothing to do there.
Result<std::optional<std::vector<Finding>>> judge_document(Config const& config, Session const& session,
                                                           SeenSignal const& document) {
  using Found = std::optional<std::vector<Finding>>;
  return ask_work<Found>(policies(config), fix_policy(config, ""), document.name.kind,
                         [&](KindOfWork const& work) -> Result<Found> {
                           Sighting const sighting{document.name, document.stamp, Monotonic::now()};
                           if (readiness_of(work, session, sighting, Published::unknown) ==
                               Readiness::settled)
                             return std::nullopt;
                           Submission asked(sighting, Round::last);
                           TRY(work.judge(session, asked, Purpose::settling));
                           if (!asked.open && !asked.refused()) return std::nullopt;
                           return std::move(asked.end.findings);
                         });
}

} // namespace

bool MergePreview::refuses() const noexcept {
  return std::ranges::any_of(signals, [](Row const& row) { return has_error(row.findings); });
}

Result<MergePreview> preview_merge(Config const& config, Session const& session,
                                   WantedSignals const& wanted) {
  auto const signs = TRY(scan_session(session.directory(), config.served.kinds));
  MergePreview preview{.session = session.shown()};
  for (auto const& signal : signs.pending) {
    if (!wanted.includes(signal.name)) continue;
    auto findings = judge_work(config, session, signal.name);
    if (!findings) {
      preview.trouble = std::move(findings).error();
      break;
    }
    preview.signals.push_back({signal.name, *std::move(findings)});
  }
  for (auto const& document : signs.documents) {
    if (!wanted.includes(document.name)) continue;
    if (auto findings = TRY(judge_document(config, session, document)))
      preview.signals.push_back({document.name, *std::move(findings)});
  }
  return preview;
}

Json to_json(MergePreview const& preview) {
  auto signals = Json::array();
  for (auto const& row : preview.signals)
    signals.push_back({{"signal", layout::signal(row.signal)},
                       {"agent", row.signal.name.str()},
                       {"outcome", end_word(has_error(row.findings) ? End::refused : End::merged)},
                       {"findings", to_json(row.findings)}});
  return {{"version", 1},
          {"session", preview.session},
          {"dry_run", true},
          {"signals", std::move(signals)},
          {"notices", Json::array()}};
}

} // namespace artifactd
