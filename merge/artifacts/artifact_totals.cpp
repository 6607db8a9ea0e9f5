#include "merge/artifacts/artifact_totals.hpp"

#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

Finding too_much_in_all(std::string const& path, std::uint64_t limit) {
  return {.code = "dir.too_large",
          .file = path + "/",
          .message = fmt::format("the artifacts hold more than {} bytes together", limit),
          .expected = fmt::format("at most {} bytes of text, unpacked", limit),
          .found = "more",
          .hint = "Leave out what is not needed, and logs that are finished."};
}

Finding too_many_lines(Artifact const& log, std::size_t limit) {
  return {.code = "log.too_many_lines",
          .file = log.path,
          .message = fmt::format("the logs hold more than {} lines together", limit),
          .expected = fmt::format("at most {} lines", limit),
          .found = "more",
          .hint = "Write several entries as one line; leave out logs that are finished."};
}

} // namespace

bool is_log_name(std::string_view name) {
  return layout::artifact_form(name) == layout::ArtifactForm::log;
}

std::optional<Finding> ArtifactTotals::add(Artifact const& artifact) {
  bytes_ += artifact.bytes.size();
  if (is_log_name(artifact.name))
    lines_ += static_cast<std::size_t>(std::ranges::count(artifact.bytes, '\n'));
  if (bytes_ > limits_.total) return too_much_in_all(path_, limits_.total);
  if (lines_ > limits_.lines) return too_many_lines(artifact, limits_.lines);
  return std::nullopt;
}

Result<void> reserve_room(int directory, std::vector<std::string> const& names, ArtifactLimits const& limits,
                          BudgetShare& memory) {
  if (std::ranges::none_of(names, is_log_name) && names.size() * limits.bytes <= memory.uncounted())
    return {};
  std::uint64_t bytes = 0;
  for (auto const& name : names)
    if (auto const stamp = stamp_at(directory, name)) bytes += std::min(stamp->size, limits.log);
  return memory.add(std::min(bytes, limits.total));
}

} // namespace artifactd
