#include "state/tuning/tuning_state.hpp"

#include "state/json/json_text.hpp"
#include "state/tuning/words.hpp"

#include <algorithm>
#include <charconv>
#include <span>
#include <stdexcept>

namespace artifactd::tuning {

namespace {

JsonNode const& member(JsonNode const& node, std::string_view name) {
  auto const* found = node.find(name);
  if (found == nullptr)
    throw std::logic_error("a state without " + std::string(name) + " was accepted as valid");
  return *found;
}

bool is_null(JsonNode const& node) noexcept {
  return node.type() == json::Type::null;
}

Text text_at(JsonNode const& node) {
  return {&node, node.string()};
}

std::optional<Text> text_or_null(JsonNode const& node) {
  if (is_null(node)) return std::nullopt;
  return text_at(node);
}

std::optional<Text> text_if_there(JsonNode const& node, std::string_view name) {
  auto const* found = node.find(name);
  if (found == nullptr) return std::nullopt;
  return text_at(*found);
}

template <class Number>
Number number_at(JsonNode const& node) {
  Number number{};
  auto text = node.text();
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

bool flag_at(JsonNode const& node) noexcept {
  return node.text() == "true";
}

Time time_at(JsonNode const& node) {
  return {&node, parse_time(node.string()).value_or(0)};
}

std::optional<Time> time_or_null(JsonNode const& node) {
  if (is_null(node)) return std::nullopt;
  return time_at(node);
}

template <class Make>
auto each_of(JsonNode const& node, Make make) {
  std::vector<decltype(make(node))> all;
  for (auto const& child : node.children())
    all.push_back(make(child));
  return all;
}

/// The index of the word among `words`; the last one for newer words.
template <class Enum, std::size_t count>
Enum word_at(JsonNode const& node, std::array<std::string_view, count> const& words) {
  auto at = std::ranges::find(words, node.string()) - words.begin();
  return static_cast<Enum>(std::min<std::ptrdiff_t>(at, count - 1));
}

Diagnosis diagnosis_at(JsonNode const& node) {
  auto const& details = member(node, "details");
  return {.node = &node,
          .status = member(node, "status").string(),
          .issues_found = number_at<std::uint64_t>(member(node, "issues_found")),
          .severity = word_at<Grading>(member(node, "severity"), grading_words),
          .checked = each_of(member(details, "patterns_checked"), text_at),
          .matched = each_of(member(details, "patterns_matched"), text_at)};
}

Issue issue_at(JsonNode const& node) {
  auto const* related = node.find("related_issues");
  return {.node = &node,
          .id = text_at(member(node, "id")),
          .type = member(node, "type").string(),
          .severity = word_at<Grading>(member(node, "severity"), grading_words),
          .file = text_at(member(member(node, "location"), "file")),
          .related = related == nullptr ? std::vector<Text>() : each_of(*related, text_at)};
}

FileChange change_at(JsonNode const& node) {
  return {.node = &node,
          .file = text_at(member(node, "file")),
          .action = word_at<ChangeAction>(member(node, "action"), change_words),
          .old_content = text_if_there(node, "old_content"),
          .new_content = text_if_there(node, "new_content"),
          .diff = text_if_there(node, "diff")};
}

Fix fix_at(JsonNode const& node) {
  return {.node = &node,
          .id = text_at(member(node, "id")),
          .issue_ids = each_of(member(node, "issue_ids"), text_at),
          .description = member(node, "description").string(),
          .changes = each_of(member(node, "changes"), change_at)};
}

AppliedFix applied_at(JsonNode const& node) {
  return {.node = &node,
          .fix_id = text_at(member(node, "fix_id")),
          .applied_at = time_at(member(node, "applied_at")),
          .success = flag_at(member(node, "success")),
          .backup_path = text_at(member(node, "backup_path")),
          .verification = word_at<Verification>(member(node, "verification_result"), verification_words),
          .rollback_available = flag_at(member(node, "rollback_available"))};
}

HistoryEntry entry_at(JsonNode const& node) {
  auto const& result = member(node, "result");
  return {.node = &node,
          .action = text_at(member(node, "action")),
          .started_at = time_at(member(node, "started_at")),
          .completed_at = time_or_null(member(node, "completed_at")),
          .outcome = is_null(result) ? Outcome::open : word_at<Outcome>(result, outcome_words)};
}

ErrorEntry error_at(JsonNode const& node) {
  auto const* recoverable = node.find("recoverable");
  return {.node = &node,
          .action = member(node, "action").string(),
          .message = member(node, "message").string(),
          .timestamp = time_at(member(node, "timestamp")),
          .recoverable = recoverable == nullptr ? std::optional<bool>() : flag_at(*recoverable)};
}

Counts counts_at(JsonNode const& node) {
  Counts counts;
  for (std::size_t i = 0; i < counts.of.size(); ++i)
    counts.of[i] = number_at<std::uint64_t>(member(node, grading_words[i]));
  return counts;
}

} // namespace

std::string_view area_word(Area area) noexcept {
  return area_words[static_cast<std::size_t>(area)];
}

std::string_view issue_type_of(Area area) noexcept {
  return issue_types[static_cast<std::size_t>(area)];
}

Json to_json(Counts const& counts) {
  Json json;
  for (std::size_t i = 0; i < count_words.size(); ++i)
    json[std::string(count_words[i])] = counts.of[i];
  return json;
}

TuningState TuningState::read(std::string given) {
  auto text = std::make_unique<std::string const>(std::move(given));
  auto root = std::make_unique<JsonNode const>(*text);
  auto of = [&top = *root](std::string_view name) -> JsonNode const& { return member(top, name); };
  auto const& target = of("target_skill");
  TuningState state{.text = std::move(text),
                    .root = std::move(root),
                    .status = word_at<Status>(of("status"), status_words),
                    .started_at = time_or_null(of("started_at")),
                    .updated_at = time_or_null(of("updated_at")),
                    .target_name = text_or_null(member(target, "name")),
                    .target_path = text_or_null(member(target, "path")),
                    .target_mode = text_or_null(member(target, "execution_mode")),
                    .focus_areas = each_of(of("focus_areas"), text_at),
                    .diagnosis = {},
                    .issues = each_of(of("issues"), issue_at),
                    .counts = counts_at(of("issues_by_severity")),
                    .proposed = each_of(of("proposed_fixes"), fix_at),
                    .applied = each_of(of("applied_fixes"), applied_at),
                    .pending = each_of(of("pending_fixes"), text_at),
                    .iteration_count = number_at<std::uint64_t>(of("iteration_count")),
                    .max_iterations = number_at<std::uint64_t>(of("max_iterations")),
                    .score = number_at<double>(of("quality_score")),
                    .gate = word_at<Gate>(of("quality_gate"), gate_words),
                    .completed_actions = each_of(of("completed_actions"), text_at),
                    .current_action = text_or_null(of("current_action")),
                    .history = each_of(of("action_history"), entry_at),
                    .errors = each_of(of("errors"), error_at),
                    .error_count = number_at<std::uint64_t>(of("error_count")),
                    .max_errors = number_at<std::uint64_t>(of("max_errors")),
                    .work_dir = text_or_null(of("work_dir")),
                    .backup_dir = text_or_null(of("backup_dir"))};
  for (auto area : areas) {
    auto const& node = member(of("diagnosis"), area_word(area));
    if (!is_null(node)) state.diagnosis[static_cast<std::size_t>(area)] = diagnosis_at(node);
  }
  return state;
}

JsonNode const& TuningState::at(std::string_view name) const {
  return member(*root, name);
}

bool TuningState::ended() const noexcept {
  return status == Status::completed || status == Status::failed;
}

bool TuningState::awaits_verification() const {
  return std::ranges::find(applied, Verification::pending, &AppliedFix::verification) != applied.end();
}

bool TuningState::completed(std::string_view action) const {
  return std::ranges::find(completed_actions, action, &Text::text) != completed_actions.end();
}

Fix const* TuningState::proposed_fix(std::string_view id) const {
  auto found =
      std::ranges::find(proposed, id, [](Fix const& fix) -> std::string_view { return fix.id.text; });
  return found == proposed.end() ? nullptr : &*found;
}

Issue const* TuningState::issue(std::string_view id) const {
  auto found =
      std::ranges::find(issues, id, [](Issue const& each) -> std::string_view { return each.id.text; });
  return found == issues.end() ? nullptr : &*found;
}

bool TuningState::has_fatal_error() const {
  auto const counting = std::min<std::uint64_t>(error_count, errors.size());
  return std::ranges::any_of(std::span(errors).last(counting),
                             [](ErrorEntry const& each) { return each.recoverable == false; });
}

bool TuningState::in_focus(Area area) const {
  return focus_areas.empty() || std::ranges::any_of(focus_areas, [&](Text const& each) {
           return each.text == area_word(area) || each.text == "all";
         });
}

} // namespace artifactd::tuning
