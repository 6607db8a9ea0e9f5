#include "daemon/short_error.hpp"

#include "state/names.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

std::string short_error(Finding const& finding) {
  auto text = fmt::format("{} error", tier_word(finding.tier));
  if (finding.line) text += fmt::format(", line {}", *finding.line);
  auto meaning = code_meaning(finding.code);
  text += fmt::format(": {}", meaning.empty() ? printable(finding.code) : std::string(meaning));
  auto name = finding.file.substr(finding.file.rfind('/') + 1); // npos + 1: the whole name
  if (!name.empty()) text += fmt::format(" ({})", printable(name));
  return text;
}

std::string_view code_meaning(std::string_view code) noexcept {
  auto known = std::ranges::find(finding_codes(), code, &FindingCode::code);
  return known == finding_codes().end() ? std::string_view() : known->meaning;
}

Finding const* first_error(std::vector<Finding> const& findings) noexcept {
  auto error = std::ranges::find(findings, Severity::error, &Finding::severity);
  return error == findings.end() ? nullptr : &*error;
}

} // namespace artifactd
