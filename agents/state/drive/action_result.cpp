#include "agents/state/drive/action_result.hpp"

#include "agents/state/fix_risk.hpp"
#include "state/json/json_member.hpp"
#include "state/json/parsed.hpp"
#include "state/json/tree.hpp"
#include "state/tuning/action_record.hpp"
#include "state/tuning/actions.hpp"
#include "state/tuning/document.hpp"
#include "state/tuning/edit.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <map>
#include <set>

namespace artifactd {

namespace {

using tuning::TuningState;

constexpr std::array<std::string_view, 18> ours = {
    "status",         "started_at",     "updated_at",      "target_skill",   "user_issue_description",
    "focus_areas",    "applied_fixes",  "iteration_count", "max_iterations", "completed_actions",
    "current_action", "action_history", "errors",          "error_count",    "max_errors",
    "work_dir",       "backup_dir",     "pending_fixes"};
/// Members that agents of the original include, and artifactd computes.
constexpr std::array<std::string_view, 3> computed = {"issues_by_severity", "quality_score", "quality_gate"};

/// Empty if the action is not a diagnosis.
std::string area_of(std::string_view action) {
  auto const area = tuning::action::diagnosed_area(action);
  return area ? std::string(tuning::area_word(*area)) : std::string();
}

bool is_one_of(auto const& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

/// "CTX-9" after "CTX-3", "CTX-8"; the text before the final digits, and the next free number.
std::string free_id(std::string const& id, std::set<std::string> const& taken) {
  auto const stem = id.substr(0, id.find_last_not_of("0123456789") + 1);
  auto const width = id.size() - stem.size();
  for (unsigned number = 1;; ++number) {
    auto next = fmt::format("{}{:0{}}", stem, number, std::max<std::size_t>(width, 1));
    if (!taken.contains(next)) return next;
  }
}

/// Replaces texts that are exactly one of these names by the new ones, at any depth.
void rename_in(Json& json, std::map<std::string, std::string> const& renamed) {
  if (json.is_string()) {
    if (auto const found = renamed.find(json.get<std::string>()); found != renamed.end())
      json = found->second;
  } else if (json.is_structured()) {
    for (auto& each : json)
      rename_in(each, renamed);
  }
}

class Taking {
public:
  Taking(std::string_view action, std::string_view base, std::string_view now, Json answer)
      : action_(action), base_(json::value_of(base)), now_(json::value_of(now)), text_(now),
        answer_(std::move(answer)) {}

  Result<Taken> take() {
    for (auto const& member : answer_.items())
      judge(member.key());
    if (!taken_.faults.empty()) return std::move(taken_);
    for (auto const word : computed)
      answer_.erase(std::string(word));
    if (action_ != tuning::action::report) TRY(take_list("issues", !area_of(action_).empty()));
    if (action_ == tuning::action::propose) TRY(take_fixes());
    if (!answer_.empty() && taken_.faults.empty()) {
      auto merged = tuning::merge_update(text_, compact(answer_));
      if (!merged)
        fault("", merged.error().message);
      else
        text_ = *std::move(merged);
    }
    if (taken_.faults.empty()) taken_.text = std::move(text_);
    return std::move(taken_);
  }

private:
  void fault(std::string_view member, std::string_view what) {
    taken_.faults.push_back(fmt::format("/{}: {}", printable(member), printable(what)));
  }

  void judge(std::string const& member) {
    if (is_one_of(ours, member)) return fault(member, "artifactd writes this member; leave it out");
    if (member.contains('.')) return fault(member, "dots in a name do not nest: write nested objects");
    if (member == "issues" && area_of(action_).empty())
      return fault(member, "only diagnoses add issues, and only fixes that passed solve them");
    if (member == "proposed_fixes" && action_ != tuning::action::propose)
      return fault(member, "only action-propose-fixes proposes fixes");
    if (member != "diagnosis") return;
    auto const area = area_of(action_);
    if (area_of(action_).empty() || !answer_["diagnosis"].is_object())
      return fault(member, "only a diagnosis action may write this, as an object");
    for (auto const& each : answer_["diagnosis"].items())
      if (each.key() != area) fault("diagnosis/" + each.key(), "this action diagnoses only " + area);
  }

  /// Elements that the agent appended to those it was shown, each with a new id.
  std::vector<Json> added(std::string const& list) {
    std::set<std::string> shown;
    for (auto const& each : base_[list])
      shown.insert(compact(each));
    std::vector<Json> added;
    for (auto const& each : answer_[list])
      if (!shown.contains(compact(each))) added.push_back(each);
    std::set<std::string> there;
    for (auto const& each : now_[list])
      there.insert(text_member(each, "id"));
    auto taken = there;
    for (auto const& each : added)
      taken.insert(text_member(each, "id"));
    std::map<std::string, std::string> renamed;
    for (auto const& each : added)
      if (auto const id = text_member(each, "id"); !id.empty() && there.contains(id)) {
        renamed[id] = free_id(id, taken);
        taken.insert(renamed[id]);
      }
    for (auto& each : added)
      rename_in(each, renamed);
    if (!renamed.empty() && answer_.contains("diagnosis")) rename_in(answer_["diagnosis"], renamed);
    return added;
  }

  Result<void> take_list(std::string const& list, bool wanted) {
    auto const found = answer_.find(list);
    if (!wanted || found == answer_.end()) return {};
    if (!found->is_array()) {
      fault(list, "this has to be a list");
      return {};
    }
    auto const more = added(list);
    for (auto const& each : more)
      text_ = TRY(tuning::set_member(text_, "/" + list + "/-", compact(each)));
    taken_.told = how_many(more.size(), "issue");
    answer_.erase(list);
    return {};
  }

  /// Applied fixes of earlier iterations stay unchanged; the new ones are all pending, low risk first.
  Result<void> take_fixes() {
    auto const found = answer_.find("proposed_fixes");
    if (found == answer_.end() || !found->is_array()) {
      fault("proposed_fixes", "this has to be a list of fixes");
      return {};
    }
    auto more = added("proposed_fixes");
    auto const risk = [](Json const& fix) {
      return risk_from(text_member(fix, "risk")).value_or(Risk::high);
    };
    std::vector<std::string> kept;
    JsonNode const now(text_);
    for (auto const& fix : now.find("proposed_fixes")->children())
      if (auto const* id = fix.find("id"); is_used(id->string())) kept.emplace_back(fix.text());
    for (auto const& fix : more)
      kept.push_back(compact(fix));
    text_ = TRY(tuning::set_member(text_, "/proposed_fixes", fmt::format("[{}]", fmt::join(kept, ","))));
    std::ranges::stable_sort(more, {}, risk);
    auto pending = Json::array();
    for (auto const& fix : more)
      pending.push_back(text_member(fix, "id"));
    text_ = TRY(tuning::set_member(text_, "/pending_fixes", compact(pending)));
    taken_.told = fmt::format("{} fix{}", more.size(), more.size() == 1 ? "" : "es");
    answer_.erase("proposed_fixes");
    return {};
  }

  [[nodiscard]] bool is_used(std::string const& fix) const {
    return std::ranges::any_of(now_["applied_fixes"], [&](Json const& each) {
      return each.is_object() && each.value("fix_id", "") == fix;
    });
  }

  std::string_view action_;
  Json base_;
  Json now_;
  std::string text_;
  Json answer_;
  Taken taken_;
};

} // namespace

Result<Taken> take_answer(std::string_view action, std::string_view base, std::string_view now,
                          Json const& answer) {
  if (!answer.is_object()) return Taken{"", {"/: the answer has to be one JSON object"}, ""};
  return Taking(action, base, now, answer).take();
}

Json changes_of(Json const& base, Json const& copy) {
  auto changes = Json::object();
  if (!base.is_object() || !copy.is_object()) return changes;
  for (auto const& member : copy.items()) {
    auto const before = base.find(member.key());
    if (before == base.end() || *before != member.value()) changes[member.key()] = member.value();
  }
  changes.erase("updated_at");
  return changes;
}

Json answer_schema(std::string_view action) {
  auto const whole = tuning::json_schema();
  Json schema{{"$schema", whole.value("$schema", "http://json-schema.org/draft-07/schema#")},
              {"type", "object"},
              {"properties", Json::object()}};
  auto const take = [&](char const* member) { schema["properties"][member] = whole["properties"][member]; };
  if (auto const area = area_of(action); !area.empty()) {
    schema["properties"]["diagnosis"] = {
        {"type", "object"},
        {"properties", {{area, {{"$ref", "#/definitions/DiagnosisResult"}}}}},
        {"required", {area}}};
    schema["required"] = {"diagnosis"};
    take("issues");
  } else if (action == tuning::action::propose) {
    take("proposed_fixes");
    schema["required"] = {"proposed_fixes"};
  }
  for (auto const* word : {"definitions", "$defs"})
    if (whole.contains(word)) schema[word] = whole[word];
  return schema;
}

} // namespace artifactd
