#include "state/tuning/shape.hpp"

#include "state/tuning/words.hpp"

namespace artifactd::tuning {

namespace {

using Words = std::string_view;
constexpr bool null_too = true;

constexpr Words modes[] = {"sequential", "autonomous"};
constexpr Words verdicts[] = {"completed", "skipped", "failed"};
constexpr Words newer_issue_types[] = {"token_consumption", "doc_redundancy", "doc_conflict"};
constexpr Words strategies[] = {"context_summarization", "sliding_window",       "structured_state",
                                "constraint_injection",  "checkpoint_restore",   "schema_enforcement",
                                "orchestrator_refactor", "state_centralization", "custom"};
constexpr Words newer_strategies[] = {
    "prompt_compression",    "lazy_loading",   "output_minimization",     "state_field_reduction",
    "path_reference",        "goal_embedding", "state_constraints_field", "field_normalization",
    "transactional_updates", "error_wrapping", "result_validation",       "flatten_nesting"};
constexpr Words risks[] = {"low", "medium", "high"};

constexpr FieldShape target_fields[] = {
    {.name = "name", .base = Base::text, .nullable = null_too},
    {.name = "path", .base = Base::text, .nullable = null_too},
    {.name = "execution_mode", .base = Base::text, .nullable = null_too, .words = modes},
    {.name = "phases", .base = Base::texts},
    {.name = "specs", .base = Base::texts},
};
constexpr RecordShape target_record{"target_skill", target_fields};

constexpr FieldShape evidence_fields[] = {
    {.name = "file", .base = Base::text},
    {.name = "line", .base = Base::whole, .need = Need::optional, .least = 1, .out_of_range = "S08"},
    {.name = "pattern", .base = Base::text},
    {.name = "context", .base = Base::text},
    {.name = "severity", .base = Base::text},
};
constexpr RecordShape evidence_record{"Evidence", evidence_fields};

constexpr FieldShape details_fields[] = {
    {.name = "patterns_checked", .base = Base::texts},
    {.name = "patterns_matched", .base = Base::texts},
    {.name = "evidence", .base = Base::records, .record = &evidence_record},
    {.name = "recommendations", .base = Base::texts},
};
constexpr RecordShape details_record{"DiagnosisDetails", details_fields};

constexpr FieldShape diagnosis_result_fields[] = {
    {.name = "status", .base = Base::text, .words = verdicts},
    {.name = "issues_found", .base = Base::whole},
    {.name = "severity", .base = Base::text, .words = grading_words},
    {.name = "execution_time_ms", .base = Base::number},
    {.name = "details", .base = Base::record, .record = &details_record},
};
constexpr RecordShape diagnosis_result_record{"DiagnosisResult", diagnosis_result_fields};

constexpr FieldShape diagnosis_fields[] = {
    {.name = "context", .base = Base::record, .nullable = null_too, .record = &diagnosis_result_record},
    {.name = "memory", .base = Base::record, .nullable = null_too, .record = &diagnosis_result_record},
    {.name = "dataflow", .base = Base::record, .nullable = null_too, .record = &diagnosis_result_record},
    {.name = "agent", .base = Base::record, .nullable = null_too, .record = &diagnosis_result_record},
};
constexpr RecordShape diagnosis_record{"diagnosis", diagnosis_fields};

constexpr FieldShape location_fields[] = {
    {.name = "file", .base = Base::text},
    {.name = "line_start", .base = Base::whole, .need = Need::optional, .least = 1, .out_of_range = "S08"},
    {.name = "line_end", .base = Base::whole, .need = Need::optional, .least = 1, .out_of_range = "S08"},
    {.name = "phase", .base = Base::text, .need = Need::optional},
};
constexpr RecordShape location_record{"Location", location_fields};

constexpr FieldShape issue_fields[] = {
    {.name = "id", .base = Base::text},
    {.name = "type", .base = Base::text, .words = issue_types, .newer = newer_issue_types},
    {.name = "severity", .base = Base::text, .words = count_words},
    {.name = "priority", .base = Base::whole, .need = Need::wanted, .least = 1, .out_of_range = "S08"},
    {.name = "location", .base = Base::record, .record = &location_record},
    {.name = "description", .base = Base::text},
    {.name = "evidence", .base = Base::texts},
    {.name = "root_cause", .base = Base::text},
    {.name = "impact", .base = Base::text},
    {.name = "suggested_fix", .base = Base::text},
    {.name = "related_issues", .base = Base::texts, .need = Need::wanted},
};
constexpr RecordShape issue_record{"Issue", issue_fields};

constexpr FieldShape count_fields[] = {
    {.name = "critical", .base = Base::whole},
    {.name = "high", .base = Base::whole},
    {.name = "medium", .base = Base::whole},
    {.name = "low", .base = Base::whole},
};
constexpr RecordShape counts_record{"issues_by_severity", count_fields};

constexpr FieldShape change_fields[] = {
    {.name = "file", .base = Base::text},
    {.name = "action", .base = Base::text, .words = change_words},
    {.name = "old_content", .base = Base::text, .need = Need::optional},
    {.name = "new_content", .base = Base::text, .need = Need::optional},
    {.name = "diff", .base = Base::text, .need = Need::optional},
};
constexpr RecordShape change_record{"FileChange", change_fields};

constexpr FieldShape fix_fields[] = {
    {.name = "id", .base = Base::text},
    {.name = "issue_ids", .base = Base::texts},
    {.name = "strategy", .base = Base::text, .words = strategies, .newer = newer_strategies},
    {.name = "description", .base = Base::text},
    {.name = "rationale", .base = Base::text},
    {.name = "changes", .base = Base::records, .record = &change_record},
    {.name = "risk", .base = Base::text, .words = risks},
    {.name = "estimated_impact", .base = Base::text},
    {.name = "verification_steps", .base = Base::texts},
};
constexpr RecordShape fix_record{"Fix", fix_fields};

constexpr FieldShape applied_fields[] = {
    {.name = "fix_id", .base = Base::text},
    {.name = "applied_at", .base = Base::stamp},
    {.name = "success", .base = Base::flag},
    {.name = "backup_path", .base = Base::text},
    {.name = "verification_result",
     .base = Base::text,
     .words = std::span(verification_words).first(4),
     .newer = std::span(verification_words).last(1)},
    {.name = "rollback_available", .base = Base::flag},
};
constexpr RecordShape applied_record{"AppliedFix", applied_fields};

constexpr FieldShape history_fields[] = {
    {.name = "action", .base = Base::text},
    {.name = "started_at", .base = Base::stamp},
    {.name = "completed_at", .base = Base::stamp, .nullable = null_too},
    {.name = "result", .base = Base::text, .nullable = null_too, .words = std::span(outcome_words).last(3)},
    {.name = "output_files", .base = Base::texts},
};
constexpr RecordShape history_entry_record{"ActionHistoryEntry", history_fields};

constexpr FieldShape error_fields[] = {
    {.name = "action", .base = Base::text},
    {.name = "message", .base = Base::text},
    {.name = "timestamp", .base = Base::stamp},
    {.name = "recoverable", .base = Base::flag, .need = Need::wanted},
};
constexpr RecordShape error_entry_record{"ErrorEntry", error_fields};

constexpr FieldShape state_fields[] = {
    {.name = "status", .base = Base::text, .words = status_words, .initially = "\"pending\""},
    {.name = "started_at", .base = Base::stamp, .nullable = null_too, .initially = "null"},
    {.name = "updated_at", .base = Base::stamp, .nullable = null_too, .initially = "null"},
    {.name = "target_skill",
     .base = Base::record,
     .record = &target_record,
     .initially = R"({"name": null, "path": null, "execution_mode": null, "phases": [], "specs": []})"},
    {.name = "user_issue_description", .base = Base::text, .initially = "\"\""},
    {.name = "focus_areas", .base = Base::texts, .initially = "[]"},
    {.name = "diagnosis",
     .base = Base::record,
     .record = &diagnosis_record,
     .initially = R"({"context": null, "memory": null, "dataflow": null, "agent": null})"},
    {.name = "issues", .base = Base::records, .record = &issue_record, .initially = "[]"},
    {.name = "issues_by_severity",
     .base = Base::record,
     .record = &counts_record,
     .initially = R"({"critical": 0, "high": 0, "medium": 0, "low": 0})"},
    {.name = "proposed_fixes", .base = Base::records, .record = &fix_record, .initially = "[]"},
    {.name = "applied_fixes", .base = Base::records, .record = &applied_record, .initially = "[]"},
    {.name = "pending_fixes", .base = Base::texts, .initially = "[]"},
    {.name = "iteration_count", .base = Base::whole, .initially = "0"},
    {.name = "max_iterations", .base = Base::whole, .least = 1, .out_of_range = "S06", .initially = "5"},
    {.name = "quality_score", .base = Base::number, .most = 100, .initially = "0"},
    {.name = "quality_gate", .base = Base::text, .words = gate_words, .initially = "\"fail\""},
    {.name = "completed_actions", .base = Base::texts, .initially = "[]"},
    {.name = "current_action", .base = Base::text, .nullable = null_too, .initially = "null"},
    {.name = "action_history", .base = Base::records, .record = &history_entry_record, .initially = "[]"},
    {.name = "errors", .base = Base::records, .record = &error_entry_record, .initially = "[]"},
    {.name = "error_count", .base = Base::whole, .initially = "0"},
    {.name = "max_errors", .base = Base::whole, .least = 1, .out_of_range = "S06", .initially = "3"},
    {.name = "work_dir", .base = Base::text, .nullable = null_too, .initially = "null"},
    {.name = "backup_dir", .base = Base::text, .nullable = null_too, .initially = "null"},
};
constexpr RecordShape state_record{"TuningState", state_fields};

constexpr Words newer_names[] = {
    "final_report",          "requirement_analysis",      "gemini_analysis",
    "completed_at",          "gemini_analysis_requested", "analysis_type",
    "changes_made",          "custom_analysis_purpose",   "custom_analysis_tasks",
    "custom_analysis_rules", "custom_analysis_expected"};

} // namespace

RecordShape const& state_shape() noexcept {
  return state_record;
}

std::span<std::string_view const> newer_members() noexcept {
  return newer_names;
}

} // namespace artifactd::tuning
