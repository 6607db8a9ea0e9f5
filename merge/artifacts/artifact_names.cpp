#include "merge/artifacts/artifact_names.hpp"

#include "state/platform/fd.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <ranges>
#include <tuple>

namespace artifactd {

namespace {

constexpr std::size_t most_in_message = 5;

void note_other(std::string_view name, NameLimits const& limits, ArtifactNames& found) {
  ++found.others;
  if (!name.starts_with('.') && found.shown_others.size() < limits.shown)
    found.shown_others.emplace_back(name);
}

/// What to do with a file whose name is nearly that of an artifact: in another case, or with an ending that
/// the same format has elsewhere. std::nullopt for other names.
std::optional<std::string> remedy_for_name(std::string_view name) {
  auto const lower = in_lower_case(name);
  auto const renamed = [&](std::size_t ending, std::string_view better) {
    return fmt::format("rename {} to {}{}", printable(name), printable(name.substr(0, name.size() - ending)),
                       better);
  };
  for (std::string_view const ending : {".json", ".json.gz", ".ndjson"})
    if (lower.ends_with(ending)) return renamed(ending.size(), ending);
  for (std::string_view const ending : {".jsonl", ".jsonlines"})
    if (lower.ends_with(ending)) return renamed(ending.size(), ".ndjson");
  if (lower.ends_with(".ndjson.gz") || lower.ends_with(".jsonl.gz"))
    return fmt::format("unpack {} to a .ndjson", printable(name));
  return std::nullopt;
}

/// The first artifact in a subdirectory; std::nullopt if there is none, or `name` is not a directory.
std::optional<std::string> artifact_below(int directory, std::string const& name) {
  auto const below = open_directory(directory, name);
  if (!below) return std::nullopt;
  std::optional<std::string> first;
  std::size_t looked_at = 0;
  auto const look = [&](char const* each) {
    if (layout::artifact_form(each)) first = name + "/" + each;
    return first || ++looked_at == NameLimits{}.shown ? Visit::enough : Visit::next;
  };
  std::ignore = each_name(below->get(), look, Listing::as_opened);
  return first;
}

struct Ignored {
  std::vector<std::string> files;
  std::vector<std::string> remedies;
};

Ignored ignored_files(int directory, ArtifactNames const& found) {
  Ignored ignored;
  for (auto const& name : found.shown_others) {
    if (auto remedy = remedy_for_name(name)) {
      ignored.files.push_back(printable(name));
      ignored.remedies.push_back(*std::move(remedy));
    } else if (auto const below = artifact_below(directory, name)) {
      ignored.files.push_back(printable(*below));
      ignored.remedies.push_back(fmt::format("move {} up", printable(*below)));
    }
  }
  return ignored;
}

std::string some_of(std::vector<std::string> const& texts) {
  auto const shown = texts | std::views::take(most_in_message);
  auto const more = texts.size() - std::min(texts.size(), most_in_message);
  return fmt::format("{}{}", fmt::join(shown, ", "), more == 0 ? "" : fmt::format(" and {} more", more));
}

std::string only_these(std::string const& path) {
  return fmt::format("Only files in {}/ itself whose names end in {} are read", path,
                     layout::artifact_endings);
}

} // namespace

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
      note_other(name, limits, found);
    return Visit::next;
  };
  TRY(each_name(directory, sort_in, Listing::as_opened));
  std::ranges::sort(found.names); // char_traits<char> compares as unsigned: byte order
  std::ranges::sort(found.shown_others);
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

std::optional<Finding> ignored(int directory, ArtifactNames const& found, std::string const& path) {
  auto const [files, remedies] = ignored_files(directory, found);
  if (files.empty()) return std::nullopt;
  return Finding{.code = "file.ignored",
                 .severity = Severity::warning,
                 .file = path + "/",
                 .message = "not read: " + some_of(files),
                 .hint = fmt::format("{}: {}.", only_these(path), some_of(remedies))};
}

Finding no_artifact(int directory, ArtifactNames const& found, std::string const& path) {
  auto const remedies = ignored_files(directory, found).remedies;
  std::vector<std::string> there;
  for (auto const& name : found.shown_others)
    there.push_back(printable(name));
  Finding finding{.code = "file.none",
                  .file = path + "/",
                  .message = "the directory holds no *.json file",
                  .expected = fmt::format("a file whose name ends in {}", layout::artifact_endings),
                  .found = some_of(there),
                  .hint =
                      "Write at least one JSON file before dropping the signal; hidden files do not count."};
  if (!remedies.empty()) finding.hint = fmt::format("{}: {}.", only_these(path), some_of(remedies));
  return finding;
}

} // namespace artifactd
