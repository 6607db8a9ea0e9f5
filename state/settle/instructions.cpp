#include "state/settle/instructions.hpp"

#include "state/atomic_file.hpp"
#include "state/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t listed_findings =
    50; // in full; a model reads no more, and the count says how many there are

std::string_view next_word(Next next) {
  switch (next) {
  case Next::person:
    return "person";
  }
  return "person";
}

std::vector<std::string> affected_files(std::vector<Finding> const& findings) {
  std::vector<std::string> files;
  for (auto const& finding : findings)
    if (!finding.file.empty() && std::ranges::find(files, finding.file) == files.end())
      files.push_back(finding.file);
  return files;
}

Json sentences(Refusal const& refusal) {
  auto lock = layout::signal(refusal.signal);
  auto error_lock = layout::refused(refusal.signal);
  auto lines = Json::array();
  lines.push_back(fmt::format(
      "{} wrote artifacts that were refused ({}): {} problem{} to repair. Nothing of them was merged.",
      refusal.signal.name.str(), refusal.error, refusal.findings.size(),
      refusal.findings.size() == 1 ? "" : "s"));
  int number = 0;
  for (auto const& finding : refusal.findings) {
    if (number == static_cast<int>(listed_findings)) break;
    lines.push_back(fmt::format("{}. {}", ++number, to_instruction(finding)));
  }
  if (refusal.findings.size() > listed_findings)
    lines.push_back(
        fmt::format("({} more of the same kind are not listed.)", refusal.findings.size() - listed_findings));
  lines.push_back(
      fmt::format("Repair the files named above in {} and leave the others as they are.", refusal.location));
  lines.push_back(
      fmt::format("Then hand them in again: rename {} to {} (or create {} anew).", error_lock, lock, lock));
  return lines;
}

Json history(AttemptLog const& log) {
  auto past = Json::array();
  for (std::size_t i = 0; i + 1 < log.attempts.size(); ++i) {
    auto const& attempt = log.attempts[i];
    auto findings = Json::array();
    for (auto const& finding : attempt.findings) {
      Json entry{{"code", finding.code}, {"file", finding.file}};
      if (finding.line) entry["line"] = *finding.line;
      entry["message"] = finding.message;
      findings.push_back(std::move(entry));
    }
    past.push_back(Json{{"attempt", attempt.number},
                        {"at", attempt.at},
                        {"tier", tier_word(attempt.tier)},
                        {"findings", findings}});
  }
  return past;
}

} // namespace

std::string render_instructions(Refusal const& refusal) {
  auto const& attempt = refusal.log.attempts.back();
  Json document;
  document["version"] = 1;
  document["agent"] = refusal.signal.name.str();
  document["kind"] = kind_word(refusal.signal.kind);
  document["error"] = refusal.error;
  document["timestamp"] = attempt.at;
  document["instructions"] = sentences(refusal);
  document["artifact_location"] = refusal.location;
  document["lock_file_renamed_to"] = layout::refused(refusal.signal);
  document["attempt"] = attempt.number;
  document["budget"] = Json{{"attempts", refusal.budget},
                            {"used", std::min(attempt.number, refusal.budget)},
                            {"left", std::max(0, refusal.budget - attempt.number)}};
  document["next"] = next_word(refusal.next);
  document["affected_files"] = affected_files(refusal.findings);
  auto findings = Json::array();
  for (auto const& finding : refusal.findings) {
    if (findings.size() == listed_findings) break;
    findings.push_back(to_json(finding));
  }
  document["findings"] = findings;
  document["findings_total"] = refusal.findings.size();
  document["history"] = history(refusal.log);
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<void> write_instructions(Session const& session, Refusal const& refusal) {
  return replace_file(session, layout::instructions(refusal.signal), render_instructions(refusal));
}

} // namespace artifactd
