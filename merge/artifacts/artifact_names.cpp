#include "merge/artifacts/artifact_names.hpp"

#include "state/platform/fd.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/input_file.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

Result<ArtifactNames> artifact_names(int directory, NameLimits const& limits) {
  ArtifactNames found;
  TRY(each_name(directory, [&](char const* name) {
    bool const artifact = layout::artifact_form(name).has_value();
    found.complete = artifact ? found.names.size() < limits.artifacts : found.others < limits.others;
    if (!found.complete) return Visit::enough;
    if (artifact)
      found.names.emplace_back(name);
    else
      ++found.others;
    return Visit::next;
  }));
  std::ranges::sort(found.names); // char_traits<char> compares as unsigned: byte order
  return found;
}

std::optional<Finding> too_many(ArtifactNames const& found, std::string const& path, std::size_t allowed) {
  if (found.complete && found.names.size() <= allowed) return std::nullopt;
  bool const others = !found.complete && found.names.size() <= allowed;
  auto const number =
      (found.complete ? "" : "more than ") + std::to_string(others ? found.others : found.names.size());
  auto finding = file_finding(
      "file.too_many", path + "/",
      fmt::format("the directory holds {} {} files", number, others ? "other" : "artifact"),
      others ? "Keep files that are not artifacts somewhere else; a directory of this size is not read."
             : "Put related data into one file; at most this many are read.");
  finding.expected =
      others ? fmt::format("at most {} other files", found.others) : fmt::format("at most {} files", allowed);
  finding.found = number;
  return finding;
}

std::vector<Finding> ambiguous(ArtifactNames const& found, std::string const& path) {
  std::vector<Finding> findings;
  for (auto const& name : found.names) {
    auto packed = layout::packed_name(name);
    if (!std::ranges::binary_search(found.names, packed)) continue;
    auto finding =
        file_finding("file.ambiguous", path + "/" + packed, fmt::format("both {} and {} exist", name, packed),
                     "Keep the one that is meant and delete the other.");
    finding.expected = "the file either plain or compressed";
    finding.found = "both";
    findings.push_back(std::move(finding));
  }
  return findings;
}

} // namespace artifactd
