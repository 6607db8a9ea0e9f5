#include "merge/artifacts/artifact_version.hpp"

#include "merge/artifacts/artifact_text.hpp"
#include "state/json/diagnose.hpp"
#include "state/json/walk.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::string_view member_name = "artifact_version";
constexpr std::uint32_t unversioned = 1;

/// Only decimal digits, at most nine.
std::optional<std::uint32_t> parse_number(std::string_view text) noexcept {
  std::uint32_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || text.size() > 9) return std::nullopt;
  return number;
}

/// The major version in `2`, `"2"` or `"2.7"`.
std::optional<std::uint32_t> parse_version(std::string_view value) {
  auto type = json::type_of(value);
  if (type == json::Type::number) return parse_number(value);
  if (type != json::Type::string) return std::nullopt;
  auto text = json::decode(value);
  auto dot = text.find('.');
  if (dot != text.npos && !parse_number(std::string_view(text).substr(dot + 1))) return std::nullopt;
  return parse_number(std::string_view(text).substr(0, dot));
}

std::optional<std::string_view> said_in(std::string_view text) {
  if (json::type_of(text) != json::Type::object) return std::nullopt;
  for (auto const& member : json::members(text))
    if (json::decodes_to(member.key.of(text), member_name)) return member.value.of(text);
  return std::nullopt;
}

/// `at` is the faulty value, or the text that lacks one.
Finding at(Artifact const& artifact, std::string_view at, std::string code) {
  Finding finding{.code = std::move(code), .tier = Tier::schema, .file = artifact.path};
  json::locate(finding, artifact.bytes, static_cast<std::size_t>(at.data() - artifact.bytes.data()));
  return finding;
}

Finding malformed(Artifact const& artifact, std::string_view value) {
  auto finding = at(artifact, value, "version.malformed");
  finding.pointer = fmt::format("/{}", member_name);
  finding.message = "artifact_version is not a version";
  finding.expected = R"(a whole number such as 2, or a text such as "2.1")";
  finding.found = value.substr(0, 80);
  finding.hint = "Write the version of the artifact format there.";
  return finding;
}

Finding unsupported(Artifact const& artifact, std::string_view text, std::optional<std::string_view> said,
                    std::uint32_t version, VersionRange const& accepted) {
  auto finding = at(artifact, said.value_or(text), "version.unsupported");
  finding.pointer = said ? fmt::format("/{}", member_name) : "";
  finding.message = fmt::format("artifacts of format version {} are not accepted from this agent", version);
  finding.expected = "version " + version_range_text(accepted);
  finding.found =
      said ? std::string(said->substr(0, 80)) : fmt::format("none given, which means version {}", version);
  auto wanted = version < accepted.least ? accepted.least : accepted.most;
  finding.hint =
      fmt::format("Write the artifact in version {} of its format, with \"artifact_version\": {}; or, "
                  "if version {} is right, the operator accepts it by artifact_version in the "
                  "configuration.",
                  wanted, wanted, version);
  return finding;
}

void judge(Artifact const& artifact, VersionRange const& accepted, std::vector<Finding>& findings) {
  auto version = unversioned;
  for (auto text : texts_of(artifact)) {
    auto said = said_in(text);
    auto parsed = said ? parse_version(*said) : std::optional(version);
    version = parsed.value_or(version);
    auto begin = static_cast<std::size_t>(text.data() - artifact.bytes.data());
    if (begin < artifact.settled) continue;
    if (!parsed)
      findings.push_back(malformed(artifact, *said));
    else if (!accepted.holds(version))
      findings.push_back(unsupported(artifact, text, said, version, accepted));
    if (findings.size() >= most_findings) return;
  }
}

} // namespace

std::optional<VersionRange> parse_version_range(std::string_view text) noexcept {
  auto dots = text.find("..");
  if (dots == text.npos) {
    auto only = parse_number(text);
    return only ? std::optional(VersionRange{*only, *only}) : std::nullopt;
  }
  auto first = text.substr(0, dots), last = text.substr(dots + 2);
  auto least = first.empty() ? std::optional(VersionRange{}.least) : parse_number(first);
  auto most = last.empty() ? std::optional(VersionRange::latest) : parse_number(last);
  if ((first.empty() && last.empty()) || !least || !most || *least > *most) return std::nullopt;
  return VersionRange{*least, *most};
}

std::string version_range_text(VersionRange const& range) {
  if (range.least == range.most) return fmt::format("{}", range.least);
  if (range.most == VersionRange::latest) return fmt::format("{}..", range.least);
  return fmt::format("{}..{}", range.least, range.most);
}

std::vector<Finding> version_findings(ArtifactSet const& set, VersionRange const& accepted) {
  std::vector<Finding> findings;
  for (auto const& artifact : set.files) {
    judge(artifact, accepted, findings);
    if (findings.size() >= most_findings) break;
  }
  return findings;
}

} // namespace artifactd
