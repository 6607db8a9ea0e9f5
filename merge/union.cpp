#include "merge/union.hpp"

#include "merge/unite.hpp"
#include "state/atomic_file.hpp"

namespace artifactd {

Result<void> reunite(GraphDraft& draft, Union const& lost, std::uint64_t limit, unsigned depth) {
  auto ours = TRY(read_whole(lost.ours.get(), "former graph", limit));
  auto united = TRY(read_whole(lost.united.get(), "united graph", limit));
  auto standing = flatten(draft.pieces());
  auto ours_scan = json::scan(ours, {.depth = depth});
  auto united_scan = json::scan(united, {.depth = depth});
  auto standing_scan = json::scan(standing, {.depth = depth});
  if (!ours_scan || !united_scan || !standing_scan) return {};
  auto text = unite({ours, &*ours_scan}, {united, &*united_scan}, {standing, &*standing_scan});
  if (auto document = json::scan(text, {.depth = depth})) set_members(draft, {text, &*document});
  return {};
}

} // namespace artifactd
