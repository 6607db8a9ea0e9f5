#include "agents/state/drive/run_documents.hpp"

#include "state/json/parsed.hpp"
#include "state/session/atomic_file.hpp"
#include "state/settle/claim.hpp"
#include "state/tuning/actions.hpp"
#include "state/tuning/score.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

using tuning::TuningState;
using Files = std::vector<std::string>;

constexpr auto claim_patience = std::chrono::seconds(10);

std::string plain(Json const& object, char const* member) {
  auto const found = object.is_object() ? object.find(member) : object.end();
  if (!object.is_object() || found == object.end() || found->is_null()) return "";
  return printable(found->is_string() ? found->get<std::string>() : compact(*found));
}

std::string heading(Json const& state, std::string_view title) {
  return fmt::format("# {}: {}\n\nScore {}, gate {}, iteration {} of {}.\n\n", title,
                     plain(state["target_skill"], "name"), plain(state, "quality_score"),
                     plain(state, "quality_gate"), plain(state, "iteration_count"),
                     plain(state, "max_iterations"));
}

std::string issues_of(Json const& state) {
  if (state["issues"].empty()) return "No issue is open.\n";
  std::string text = "| issue | severity | where | what |\n|---|---|---|---|\n";
  for (auto const& issue : state["issues"])
    text += fmt::format("| {} | {} | {} | {} |\n", plain(issue, "id"), plain(issue, "severity"),
                        plain(issue["location"], "file"), plain(issue, "description"));
  return text;
}

std::string fixes_of(Json const& state) {
  if (state["applied_fixes"].empty()) return "";
  std::string text = "\n## Fixes\n\n| fix | verdict | applied |\n|---|---|---|\n";
  for (auto const& fix : state["applied_fixes"])
    text += fmt::format("| {} | {} | {} |\n", plain(fix, "fix_id"), plain(fix, "verification_result"),
                        plain(fix, "applied_at"));
  return text;
}

/// Under the claim: settling the session removes files in flight.
Result<Files> write(Session const& session, std::string const& file, std::string const& text) {
  auto const claim = TRY(Claim::take_soon(session, claim_patience));
  TRY(replace_file(session, file, text));
  return Files{file};
}

} // namespace

Result<Files> write_tuning_report(Session const& session, TuningState const& state) {
  auto const json = json::value_of(*state.text);
  return write(session, "tuning-report.md",
               heading(json, "Tuning report") + issues_of(json) + fixes_of(json));
}

Result<Files> write_tuning_summary(Session const& session, TuningState const& state) {
  auto const json = json::value_of(*state.text);
  return write(session, "tuning-summary.md",
               heading(json, "Tuning summary") + "## Open issues\n\n" + issues_of(json) + fixes_of(json));
}

Result<Files> write_abort_report(Session const& session, TuningState const& state,
                                 std::string const& continuing) {
  auto const json = json::value_of(*state.text);
  auto text = heading(json, "Tuning was aborted") + "| when | action | error |\n|---|---|---|\n";
  for (auto const& error : json["errors"])
    text += fmt::format("| {} | {} | {} |\n", plain(error, "timestamp"), plain(error, "action"),
                        plain(error, "message"));
  text += fmt::format(
      "\nTo continue, once the cause is fixed:\n\n    artifactctl state update {} --set error_count=0 "
      "--set status=running\n    {}\n",
      shell_quoted(session.shown()), continuing);
  auto files = TRY(write(session, "abort-report.md", text));
  TRY(write(session, "errors.json", pretty(json["errors"]) + "\n"));
  files.emplace_back("errors.json");
  return files;
}

Result<Files> write_findings(Session const& session, TuningState const& state, std::string const& action) {
  auto const json = json::value_of(*state.text);
  if (action == tuning::action::propose) {
    TRY(session.private_directory("fixes"));
    return write(session, "fixes/fix-proposals.json", pretty(json["proposed_fixes"]) + "\n");
  }
  for (auto const area : tuning::areas)
    if (action == tuning::action::diagnose(area)) {
      TRY(session.private_directory("diagnosis"));
      auto const word = std::string(tuning::area_word(area));
      return write(session, fmt::format("diagnosis/{}-diagnosis.json", word),
                   pretty(json["diagnosis"][word]) + "\n");
    }
  return Files();
}

} // namespace artifactd
