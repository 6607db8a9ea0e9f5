#include "merge/kg/replaced.hpp"

#include "state/session/session_layout.hpp"
#include "state/settle/values.hpp"

namespace artifactd {

Result<std::optional<std::uint64_t>> keep_history(Session const& session, Generations& generations,
                                                  Replaced const& replaced, HistoryBounds const& bounds,
                                                  std::optional<std::uint64_t> kept_one) {
  if (replaced.versions.empty()) {
    for (auto const& value : replaced.values)
      TRY(keep_value(session, value.agent, 0, value.text, bounds.values));
    return std::nullopt;
  }
  auto work = TRY(session.kept_directory(layout::work));
  std::optional<std::uint64_t> number;
  for (auto const& version : replaced.versions) {
    auto kept = TRY(generations.archive(work.get(), version.work_name, version.origin, version.as_replaced));
    if (number) continue;
    number = kept;
    for (auto const& value : replaced.values)
      TRY(keep_value(session, value.agent, kept, value.text, bounds.values));
  }
  TRY(generations.prune(bounds, kept_one));
  return number;
}

Result<std::optional<std::uint64_t>> keep_history(Session const& session, Replaced const& replaced,
                                                  HistoryBounds const& bounds,
                                                  std::optional<std::uint64_t> kept) {
  auto generations = TRY(Generations::open(session));
  return keep_history(session, generations, replaced, bounds, kept);
}

} // namespace artifactd
