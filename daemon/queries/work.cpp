#include "daemon/queries/work.hpp"

#include "daemon/queries/work_files.hpp"
#include "daemon/settling/work_tools.hpp"
#include "state/platform/fd.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

Result<std::vector<Finding>> judge_work(Config const& config, Session const& session,
                                        SignalName const& signal) {
  return ask_work<std::vector<Finding>>(
      policies(config), fix_policy(config, ""), signal.kind,
      [&](KindOfWork const& work) { return diagnose_work(work, session, signal); });
}

Result<std::vector<std::string>> work_requirements(Config const& config, Session const& session,
                                                   SignalName const& signal) {
  return ask_work<std::vector<std::string>>(
      policies(config), fix_policy(config, ""), signal.kind,
      [&](KindOfWork const& work) { return work.requirements(session, signal.name); });
}

Result<std::vector<OpenAt>> places_to_edit(Session const& session, SignalName const& signal,
                                           std::vector<Finding> const& findings) {
  std::vector<OpenAt> places;
  for (auto const& finding : findings) {
    auto names_file =
        !finding.file.empty() && !finding.file.ends_with('/') && !finding.code.starts_with("dir.");
    if (finding.severity != Severity::error || !names_file) continue;
    if (std::ranges::find(places, finding.file, &OpenAt::path) == places.end())
      places.push_back({finding.file, finding.line.value_or(1), finding.column.value_or(1)});
  }
  if (!places.empty()) return places;
  for (auto& file : TRY(work_files(session, signal)))
    places.push_back({.path = std::move(file)});
  if (places.empty())
    places.push_back({.path = fmt::format(fmt::runtime(signal.kind.traits().first_file), signal.name.str())});
  return places;
}

} // namespace artifactd
