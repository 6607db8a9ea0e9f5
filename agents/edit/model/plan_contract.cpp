#include "agents/edit/model/plan_contract.hpp"

#include "agents/edit/model/planned_address.hpp"
#include "agents/edit/model/told_errors.hpp"
#include "agents/edit/rules/fields.hpp"
#include "merge/game/fragment.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <iterator>
#include <memory>
#include <numeric>

namespace artifactd::editor {

namespace {

using What = FragmentEdit::What;

constexpr char const* plan_schema = R"({
  "type": "object",
  "required": ["diagnosis", "confidence", "changes"],
  "additionalProperties": false,
  "properties": {
    "diagnosis": {"type": "string", "minLength": 1, "maxLength": 4000},
    "confidence": {"enum": ["high", "medium", "low"]},
    "changes": {
      "type": "array", "minItems": 1, "maxItems": 60,
      "items": {
        "type": "object",
        "required": ["artifact", "operation", "description", "errorsAddressed"],
        "additionalProperties": false,
        "properties": {
          "artifact": {"enum": ["schema", "transitions", "instructions"]},
          "operation": {"enum": ["patch", "delete", "reextract"]},
          "fragmentAddress": {"type": ["string", "null"], "maxLength": 512},
          "description": {"type": "string", "minLength": 1, "maxLength": 4000},
          "errorsAddressed": {"type": "array", "items": {"type": "string"}},
          "schemaField": {
            "type": ["object", "null"],
            "required": ["type"],
            "additionalProperties": false,
            "properties": {
              "type": {"enum": ["number", "string", "boolean", "array", "enum", "object"]},
              "description": {"type": ["string", "null"], "maxLength": 1000},
              "defaultValue": {"type": ["string", "number", "boolean", "null"]},
              "values": {"type": ["array", "null"], "maxItems": 100, "items": {"type": ["string", "number"]}}
            }
          }
        }
      }
    }
  }
})";

game::Artifact artifact_in(Json const& change) {
  return game::artifact_from(text_member(change, "artifact")).value_or(game::Artifact::instructions);
}

std::vector<std::string> plan_faults(Json const& plan, Evidence const& evidence, DoubtedAddresses& doubted) {
  std::vector<std::string> faults;
  auto const& changes = plan["changes"];
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (auto fault = address_fault(changes[i], evidence, doubted); !fault.empty())
      faults.push_back(fmt::format("/changes/{}/fragmentAddress: {}", i, fault));
    std::ranges::move(addressing_faults(changes[i], fmt::format("/changes/{}", i), evidence.errors),
                      std::back_inserter(faults));
  }
  return faults;
}

/// For each change, the number of its cause: changes that share an error share the cause, transitively.
std::vector<std::size_t> causes_of(std::vector<Change> const& changes) {
  std::vector<std::size_t> cause(changes.size());
  std::iota(cause.begin(), cause.end(), std::size_t{0});
  auto share = [](Change const& a, Change const& b) {
    return std::ranges::any_of(a.errors_addressed, [&](std::string const& each) {
      return std::ranges::find(b.errors_addressed, each) != b.errors_addressed.end();
    });
  };
  for (std::size_t i = 0; i < changes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (share(changes[i], changes[j])) std::ranges::replace(cause, cause[i], cause[j]);
  return cause;
}

/// Writes a field's definition from what the plan says about it.
void write_field(Evidence const& evidence, Json const& value, Change& change) {
  auto path = change.address->name;
  if (!path.starts_with("game.") && !path.starts_with("players.")) path = "game." + path;
  auto const& said = value["schemaField"];
  Draft draft(evidence.game);
  if (game::find_fragment(evidence.game, *change.address))
    draft.set(*change.address, "/type", text_member(said, "type"));
  else
    add_field(evidence,
              {.path = path,
               .type = text_member(said, "type"),
               .purpose = text_member(said, "description"),
               .default_value = said.value("defaultValue", Json()),
               .values = said.value("values", Json())},
              draft);
  for (auto const& made : draft.changes(change.description)) {
    change.address = made.address;
    change.edits = made.edits;
  }
}

/// Writes what the plan fully specifies: a field, a new phase, a removed fragment.
void write_what_is_said(Evidence const& evidence, Json const& value, Change& change) {
  if (value.contains("schemaField") && value["schemaField"].is_object())
    write_field(evidence, value, change);
  else if (change.operation == ChangeOperation::remove)
    change.edits = {{What::remove_fragment, "", "", ""}};
  else if (change.address && change.address->form == game::FragmentAddress::Form::phase &&
           !game::find_fragment(evidence.game, *change.address))
    change.edits = {{What::insert_fragment, "", compact(Json(change.address->name)), ""}};
}

} // namespace

model::Contract plan_contract(Evidence const& evidence) {
  return {.shape = {"change_plan", Json::parse(plan_schema)},
          .check = [&evidence, doubted = std::make_shared<DoubtedAddresses>()](Json const& plan) {
            return plan_faults(plan, evidence, *doubted);
          }};
}

ChangePlan plan_from(Json const& value, Evidence const& evidence) {
  ChangePlan plan;
  plan.diagnosis = text_member(value, "diagnosis");
  plan.confidence = parse_confidence(text_member(value, "confidence")).value_or(Confidence::low);
  for (auto const& each : value["changes"]) {
    Change change{.artifact = artifact_in(each),
                  .operation =
                      parse_operation(text_member(each, "operation")).value_or(ChangeOperation::patch),
                  .description = text_member(each, "description"),
                  .errors_addressed = errors_addressed(each, evidence.errors)};
    if (change.operation != ChangeOperation::reextract)
      if (auto address = game::parse_address(text_member(each, "fragmentAddress"), change.artifact))
        change.address = *std::move(address);
    write_what_is_said(evidence, each, change);
    plan.changes.push_back(std::move(change));
  }
  std::ranges::stable_sort(plan.changes, {}, &Change::artifact);
  auto const causes = causes_of(plan.changes);
  for (std::size_t i = 0; i < causes.size(); ++i)
    plan.changes[i].cause = causes[i];
  plan.patterns.assign(plan.changes.size(), std::string(model_pattern));
  for (auto const& error : evidence.errors)
    if (std::ranges::none_of(plan.changes, [&](Change const& change) {
          return std::ranges::find(change.errors_addressed, error) != change.errors_addressed.end();
        }))
      plan.unaddressed.push_back(error);
  return plan;
}

} // namespace artifactd::editor
