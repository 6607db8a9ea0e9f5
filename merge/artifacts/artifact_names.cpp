#include "merge/artifacts/artifact_names.hpp"

#include "state/platform/fd.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

bool is_artifact_name(std::string_view text) noexcept {
  return text.find_first_of(std::string_view("/\0", 2)) == text.npos &&
         layout::artifact_form(text).has_value();
}

Result<ArtifactNames> artifact_names(int directory, NameLimits const& limits) {
  ArtifactNames found;
  auto const sort_in = [&](char const* name) {
    bool const artifact = layout::artifact_form(name).has_value();
    found.complete = artifact ? found.names.size() < limits.artifacts : found.others < limits.others;
    if (!found.complete) return Visit::enough;
    if (artifact)
      found.names.emplace_back(name);
    else
      ++found.others;
    return Visit::next;
  };
  TRY(each_name(directory, sort_in, Listing::as_opened));
  std::ranges::sort(found.names); // char_traits<char> compares as unsigned: byte order
  return found;
}

std::optional<Finding> too_many(ArtifactNames const& found, std::string const& path, std::size_t allowed) {
  if (found.complete && found.names.size() <= allowed) return std::nullopt;
  bool const others = !found.complete && found.names.size() <= allowed;
  auto const number =
      (found.complete ? "" : "more than ") + std::to_string(others ? found.others : found.names.size());
  return Finding{
      .code = "file.too_many",
      .file = path + "/",
      .message = fmt::format("the directory holds {} {} files", number, others ? "other" : "artifact"),
      .expected = others ? fmt::format("at most {} other files", found.others)
                         : fmt::format("at most {} files", allowed),
      .found = number,
      .hint = others
                  ? "Keep files that are not artifacts somewhere else; a directory of this size is not read."
                  : "Put related data into one file; at most this many are read."};
}

std::vector<Finding> ambiguous(ArtifactNames const& found, std::string const& path) {
  std::vector<Finding> findings;
  for (auto const& name : found.names) {
    auto packed = layout::packed_name(name);
    if (!std::ranges::binary_search(found.names, packed)) continue;
    findings.push_back({.code = "file.ambiguous",
                        .file = path + "/" + packed,
                        .message = fmt::format("both {} and {} exist", name, packed),
                        .expected = "the file either plain or compressed",
                        .found = "both",
                        .hint = "Keep the one that is meant and delete the other."});
  }
  return findings;
}

} // namespace artifactd
