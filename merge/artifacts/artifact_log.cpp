#include "merge/artifacts/artifact_log.hpp"

#include "merge/artifacts/artifact_text.hpp"
#include "state/json/diagnose.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

Finding at_line(Artifact const& log, Line const& line, std::string code, std::string message) {
  return {.code = std::move(code),
          .file = log.path,
          .line = line.number,
          .byte = static_cast<std::size_t>(line.text.data() - log.bytes.data()),
          .message = std::move(message)};
}

Finding too_long(Artifact const& log, Line const& line, std::uint64_t limit) {
  auto finding =
      at_line(log, line, "log.line_too_large",
              fmt::format("the line has {} bytes, more than the {} allowed", line.text.size(), limit));
  finding.expected = fmt::format("lines of at most {} bytes", limit);
  finding.found = fmt::format("{} bytes", line.text.size());
  finding.hint = "Write its content as several lines; members of the same name are merged again.";
  return finding;
}

Finding torn(Artifact const& log, Line const& line) {
  auto finding = at_line(log, line, "log.torn", "the last line is unfinished and waits for the next signal");
  finding.severity = Severity::warning;
  finding.expected = "a line feed after the last line";
  finding.found = fmt::format("{} bytes without one", line.text.size());
  finding.hint = "End the line with a line feed and submit again.";
  return finding;
}

std::vector<Finding> line_findings(Artifact const& log, Line const& line, ArtifactLimits const& limits) {
  if (line.text.size() > limits.bytes) return {too_long(log, line, limits.bytes)};
  auto findings =
      json::syntax_findings(log.path, line.text, {.depth = limits.depth}, {json::Source::line, line.number});
  auto begin = static_cast<std::size_t>(line.text.data() - log.bytes.data());
  for (auto& finding : findings) {
    finding.line = line.number;
    if (finding.byte) *finding.byte += begin;
  }
  return findings;
}

/// The text after the last line feed.
Line last_line(Artifact const& log) {
  auto begin = complete_part(log.bytes);
  auto number = static_cast<std::size_t>(std::ranges::count(log.bytes, '\n')) + 1;
  return {std::string_view(log.bytes).substr(begin), number};
}

} // namespace

std::vector<Finding> log_findings(Artifact const& log, ArtifactLimits const& limits) {
  std::vector<Finding> findings;
  for (auto const& line : lines_of(log.bytes)) {
    std::ranges::move(line_findings(log, line, limits), std::back_inserter(findings));
    if (findings.size() < most_findings) continue;
    findings.resize(most_findings);
    return findings;
  }
  auto last = last_line(log);
  if (last.text.size() > limits.bytes)
    findings.push_back(too_long(log, last, limits.bytes));
  else if (!last.text.empty())
    findings.push_back(torn(log, last));
  return findings;
}

std::vector<Finding> missing_lines(ArtifactSet const& set) {
  std::vector<Finding> findings;
  for (auto const& artifact : set.files) {
    if (!is_log(artifact) || !texts_of(artifact).empty()) return {};
    findings.push_back({.code = "log.no_line",
                        .file = artifact.path,
                        .message = "there is nothing to merge: the log holds no complete line",
                        .expected = "at least one line with an object, ended by a line feed",
                        .found = artifact.bytes.empty() ? "an empty file" : "no complete line",
                        .hint = "Write each entry as one line and end it with a line feed."});
  }
  return findings;
}

} // namespace artifactd
