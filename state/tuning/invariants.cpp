#include "state/tuning/invariants.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace artifactd::tuning {

namespace {

constexpr auto E = Grade::error;
constexpr auto W = Grade::warning;
constexpr auto EW = Grade::both;
constexpr auto syntax = Tier::syntax;
constexpr auto schema = Tier::schema;
constexpr auto semantic = Tier::semantic;

constexpr std::array table = {
    Invariant{"state.S01", E, syntax, "", "the file is one strict JSON object in UTF-8, not too deep"},
    Invariant{"state.S02", EW, schema, "/*", "every member of the state is present and has its type"},
    Invariant{"state.S03", EW, schema, "/*", "a value restricted to a list is on that list"},
    Invariant{"state.S04", EW, schema, "/*",
              "no top-level name has a dot; unknown names may come from a newer version"},
    Invariant{"state.S05", E, schema, "/*",
              "counters are whole numbers from 0 to 2^53, the score is from 0 to 100"},
    Invariant{"state.S06", E, schema, "/max_*", "max_iterations and max_errors are at least 1"},
    Invariant{"state.S07", E, schema, "/*", "times are ISO 8601 with a zone, on a day that exists"},
    Invariant{"state.S08", E, schema, "/issues/*", "priority is at least 1, and 1 ≤ line_start ≤ line_end"},
    Invariant{"state.X01", EW, semantic, "/issues_by_severity/*", "the counts by severity match the issues"},
    Invariant{"state.X02", E, semantic, "/pending_fixes/*", "a pending fix is among the proposed ones"},
    Invariant{"state.X03", E, semantic, "/pending_fixes/*", "a fix is pending once"},
    Invariant{"state.X04", E, semantic, "/proposed_fixes/*/id", "no two proposed fixes share an id"},
    Invariant{"state.X05", E, semantic, "/issues/*/id", "no two issues share an id"},
    Invariant{"state.X06", E, semantic, "/applied_fixes/*/fix_id",
              "an applied fix is among the proposed ones"},
    Invariant{"state.X07", E, semantic, "/pending_fixes/*",
              "a fix that was applied successfully is not pending"},
    Invariant{"state.X08", E, semantic, "/error_count",
              "error_count is the number of errors since the run last began or was resumed; the list holds "
              "them, or the last five"},
    Invariant{"state.X09", EW, semantic, "/status",
              "with max_errors errors the run has failed, or is being aborted"},
    Invariant{"state.X10", E, semantic, "/iteration_count",
              "there are no more iterations than max_iterations"},
    Invariant{"state.X11", E, semantic, "/*",
              "a pending run has not begun: no times, no paths, nothing found or done"},
    Invariant{"state.X12", E, semantic, "/*", "a run that began has its times, its paths and its target"},
    Invariant{"state.X13", E, semantic, "/pending_fixes", "a completed run has no pending fix"},
    Invariant{"state.X14", E, semantic, "/applied_fixes/*/verification_result",
              "a completed run has no applied fix that was not verified"},
    Invariant{"state.X15", E, semantic, "/completed_actions",
              "the last action of a completed run is action-complete"},
    Invariant{"state.X16", EW, semantic, "/errors",
              "a failed run says why: an error that ends it, or as many as max_errors"},
    Invariant{"state.X17", E, semantic, "/quality_gate",
              "the gate passes with no critical issue, at most two high ones and a score from 60"},
    Invariant{"state.X18", W, semantic, "/quality_score",
              "after a report the score is that of one of the two formulas"},
    Invariant{"state.X19", W, semantic, "/quality_*",
              "before the first report the score is 0 and the gate fail"},
    Invariant{
        "state.X20", E, semantic, "/current_action",
        "the current action is the one whose entry in the history is open, and none in a run that has ended"},
    Invariant{"state.X21", E, semantic, "/action_history/*", "only the last entry of the history is open"},
    Invariant{"state.X22", E, semantic, "/action_history/*",
              "actions end after they began, and are in order"},
    Invariant{"state.X23", EW, semantic, "/action_history/*/action", "the names of actions are known"},
    Invariant{"state.X24", W, semantic, "/completed_actions",
              "the completed actions are the successful ones of the history"},
    Invariant{"state.X25", E, semantic, "/diagnosis/*/severity",
              "a completed diagnosis without issues has the severity none, and only it"},
    Invariant{"state.X26", E, semantic, "/diagnosis/*", "a diagnosis comes from an action that ran or runs"},
    Invariant{"state.X27", W, semantic, "/diagnosis/*/issues_found",
              "a diagnosis found at least as many issues of its type as are open"},
    Invariant{"state.X28", E, semantic, "/diagnosis/*", "a skipped diagnosis found nothing"},
    Invariant{"state.X29", W, semantic, "/diagnosis/*/details/patterns_matched/*",
              "a pattern that matched was checked"},
    Invariant{"state.X30", E, semantic, "/proposed_fixes/*/issue_ids",
              "a fix names issues, all of them seen in this run"},
    Invariant{"state.X31", W, semantic, "/pending_fixes/*", "the issues of a pending fix are still open"},
    Invariant{"state.X32", E, semantic, "/issues/*/related_issues/*", "no issue is related to itself"},
    Invariant{"state.X33", E, semantic, "/proposed_fixes/*/changes/*",
              "a change has what its action needs, and nothing else"},
    Invariant{"state.X34", E, semantic, "/*/file", "a file is named by a relative path that stays below"},
    Invariant{"state.X35", E, semantic, "/backup_dir",
              "backups are in the work directory, those of a fix in the backup directory"},
    Invariant{"state.X36", E, semantic, "/applied_fixes/*/verification_result",
              "a fix that failed to apply does not pass"},
    Invariant{"state.X37", E, semantic, "/*",
              "no time is later than updated_at, none of a fix before started_at"},
    Invariant{"state.X38", E, semantic, "/applied_fixes/*/rollback_available",
              "what was rolled back cannot be rolled back again"},
    Invariant{"state.X39", E, semantic, "/iteration_count",
              "there are no more iterations than completed verifications"},
    Invariant{"state.X40", E, semantic, "/*_fixes", "fixes were proposed and applied by their actions"},
    Invariant{"state.X42", W, semantic, "/focus_areas/*", "focus areas are known, each named once"},
    Invariant{"state.X43", E, semantic, "/started_at", "the run began before it was updated"},
    Invariant{"state.X46", E, semantic, "/applied_fixes/*/fix_id", "a fix is applied successfully once"},
    Invariant{"state.X47", W, semantic, "/status", "a run ends with a passed gate or no iterations left"},
    Invariant{"state.X48", W, semantic, "/quality_gate",
              "after a report the gate is that of one of the two rules"},
    Invariant{"state.T01", E, semantic, "/status",
              "the status goes from pending to running, and from these to completed or failed; then nothing "
              "changes"},
    Invariant{"state.T02", EW, semantic, "/updated_at", "updated_at advances with every change"},
    Invariant{"state.T03", E, semantic, "/iteration_count",
              "the iterations never fall, and rise with verifications only"},
    Invariant{"state.T04", E, semantic, "/error_count", "error_count never falls"},
    Invariant{"state.T05", E, semantic, "/errors",
              "errors are only added and each is counted, the last five may be kept"},
    Invariant{"state.T06", E, semantic, "/action_history",
              "the history is only added to; if only the last ten are kept, those added are newer; an open "
              "entry is closed in its place"},
    Invariant{"state.T07", E, semantic, "/completed_actions", "completed actions are only added"},
    Invariant{"state.T08", E, semantic, "/*",
              "started_at, work_dir, backup_dir and target_skill stay once they are set"},
    Invariant{"state.T09", E, semantic, "/applied_fixes",
              "records of applied fixes stay, except for their verdict and a used rollback"},
    Invariant{"state.T10", E, semantic, "/applied_fixes/*/verification_result",
              "a verdict comes from a verification, and only a rollback changes it"},
    Invariant{"state.T11", E, semantic, "/pending_fixes", "fixes become pending only by a proposal"},
    Invariant{"state.T12", E, semantic, "/pending_fixes",
              "a fix is pending until it is applied, skipped by an action, or an error names it"},
    Invariant{"state.T13", E, semantic, "/issues",
              "an issue is removed only with a verification and a fix for it that passed"},
    Invariant{"state.T14", E, semantic, "/diagnosis/*",
              "a diagnosis is dropped only when an iteration begins"},
    Invariant{"state.T15", E, semantic, "/proposed_fixes/*",
              "a fix that is pending or applied keeps its text"},
    Invariant{"state.T16", EW, semantic, "/status",
              "a run is completed by action-complete and fails by action-abort"},
    Invariant{"state.T17", W, semantic, "/max_*", "the limits stay as they were"},
    Invariant{"state.T19", W, semantic, "/quality_*",
              "score and gate change with a report or a verification only"},
    Invariant{"state.T20", E, semantic, "/current_action", "an action begins when the one before is closed"},
    Invariant{"state.T21", E, semantic, "/current_action", "an action begins when its preconditions hold"},
    Invariant{"state.T23", W, semantic, "/issues/*/severity", "the severity of an open issue stays"},
};

} // namespace

std::span<Invariant const> invariants() noexcept {
  return table;
}

Invariant const& invariant_of(std::string_view id) {
  auto const* found = std::ranges::find(table, id, &Invariant::id);
  if (found == table.end()) throw std::logic_error("no invariant has the id " + std::string(id));
  return *found;
}

} // namespace artifactd::tuning
