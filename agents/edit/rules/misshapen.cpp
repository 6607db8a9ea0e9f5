#include "agents/edit/draft.hpp"
#include "agents/edit/rules/collections.hpp"
#include "agents/edit/rules/member_names.hpp"
#include "agents/edit/rules/phases.hpp"
#include "agents/edit/rules/shape_faults.hpp"
#include "agents/edit/rules/words.hpp"
#include "merge/game/checks/references.hpp"
#include "merge/game/checks/shape_walk.hpp"
#include "state/json/place.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <iterator>
#include <optional>

namespace artifactd::editor {

namespace {

using game::Value;

/// The member that identifies the elements of a list of that name; empty if there is none.
std::string_view known_by(std::string_view list) {
  if (list == "phaseMetadata" || list == "playerPhases") return "phase";
  return list == "transitions" || list == "preconditions" || list == "playerActions" ? "id" : "";
}

/// The text as a value of that type; std::nullopt if it is ambiguous.
std::optional<Value> spelt_out(std::string const& text, std::string_view type) {
  if (type == "boolean" && is_spelt_alike(text, "true")) return Value(true);
  if (type == "boolean" && is_spelt_alike(text, "false")) return Value(false);
  return std::nullopt;
}

/// Each drafts what follows from the value itself, and returns whether anything does.
class ShapeRepair {
public:
  ShapeRepair(Evidence const& evidence, Draft& draft, ShapeFault const& fault)
      : evidence_(evidence), draft_(draft), fault_(fault), issue_(fault.issue), node_(*fault.issue.at.node) {}

  bool run() {
    if (issue_.received == "undefined") return misnamed() || derived();
    if (issue_.expected == "array" && issue_.received == "object")
      return put(as_list(node_, known_by(fault_.member())));
    if (issue_.expected == "object" && issue_.received == "array") return keyed();
    if (issue_.received != "string") return false;
    if (fault_.member() == "checkedFields") return put(Value::array({node_.string()}));
    return put(spelt_out(node_.string(), issue_.expected));
  }

private:
  bool put(std::optional<Value> const& value) {
    if (!value) return false;
    draft_.set(fault_.address, fault_.pointer, *value);
    return true;
  }

  /// Only for the maps at the top level of an instructions file of its own.
  bool keyed() {
    auto const of_file = fault_.address.form == game::FragmentAddress::Form::whole &&
                         issue_.at.text->is_file() && node_.parent() == issue_.at.text->root();
    return of_file && put(as_map(node_, known_by(fault_.member())));
  }

  bool misnamed() {
    auto const name = misnamed_member(node_, fault_.member());
    auto const* there = name.empty() ? nullptr : node_.find(name);
    if (there == nullptr || game::word_of(there->type()) != issue_.expected) return false;
    put(value_of(*there));
    auto const around = fault_.pointer.substr(0, fault_.pointer.rfind('/'));
    draft_.remove(fault_.address, around + json::pointer_step(name));
    return true;
  }

  /// Players act where they have actions; logic that reads the state is deterministic.
  bool derived() {
    if (fault_.member() == "requiresPlayerInput") {
      auto const phase = game::string_at(node_, "phase");
      return phase && put(Value(evidence_.game.player_phase(*phase) != nullptr));
    }
    auto const* logic = fault_.member() == "deterministic" ? node_.find("logic") : nullptr;
    return logic != nullptr && !game::all_references(*logic).empty() && put(Value(true));
  }

  Evidence const& evidence_;
  Draft& draft_;
  ShapeFault const& fault_;
  game::ShapeIssue const& issue_;
  JsonNode const& node_;
};

/// Faults of operations have errors of their own.
bool is_of_operation(ShapeFault const& fault) {
  auto const& path = fault.issue.path;
  auto const delta = std::ranges::find(path, "stateDelta");
  return delta != path.end() && delta + 1 != path.end();
}

/// Missing logic, too, has an error of its own.
void name_logic(Evidence const& evidence, Draft& draft, std::vector<std::string>& errors) {
  for (auto const& match :
       matching(evidence.errors, "^Transition '(.*)', precondition '(.*)': logic cannot be null"))
    for (auto const& place : places(evidence.game)) {
      auto const& node = *place.precondition->part.node;
      if (place.transition->id != match.parts[0] || place.precondition->id != match.parts[1] ||
          place.precondition->logic != nullptr)
        continue;
      auto const name = misnamed_member(node, "logic");
      auto const* logic = name.empty() ? nullptr : node.find(name);
      if (!game::is(logic, json::Type::object)) continue;
      auto const address = transition_address(*place.transition);
      draft.set(address, place.pointer + "/logic", value_of(*logic));
      draft.remove(address, place.pointer + json::pointer_step(name));
      errors.push_back(match.error);
    }
}

void add_cause(Evidence const& evidence, Draft const& draft, std::string const& follows, Causes& causes,
               std::vector<std::string> errors) {
  if (draft.empty()) return;
  for (auto& match : matching(evidence.errors, follows))
    errors.push_back(std::move(match.error));
  causes.push_back({"P8", "Values have other names or types than required.", Confidence::high,
                    std::move(errors), draft.changes("Give these values the required names and types")});
}

} // namespace

void find_misshapen_transitions(Evidence const& evidence, Causes& causes) {
  Draft draft(evidence.game);
  std::vector<std::string> errors;
  std::string follows = "^Schema validation failed: ";
  name_logic(evidence, draft, errors);
  for (auto const& fault : faults_of_transitions(evidence.game)) {
    if (!ShapeRepair(evidence, draft, fault).run()) continue;
    auto const& member = fault.member();
    if (member == "transitions")
      follows += "|^Transitions artifact missing|^Missing or invalid transitions|^Error validating phase";
    if (member == "transitions" || member == "fromPhase" || member == "toPhase") {
      follows += "|missing fromPhase or toPhase|^Init transition has no toPhase";
      std::ranges::copy(errors_about_the_way(evidence), std::back_inserter(errors));
    }
  }
  add_cause(evidence, draft, follows, causes, std::move(errors));
}

void find_misshapen_instructions(Evidence const& evidence, Causes& causes) {
  Draft draft(evidence.game);
  std::string follows = "^Execution output is not valid InstructionsArtifact: ";
  for (auto const& fault : faults_of_instructions(evidence.game))
    if (!is_of_operation(fault) && ShapeRepair(evidence, draft, fault).run() && fault.issue.path.size() == 1)
      follows += "|has no instruction|^Artifact has empty|^No transition sets|^No path to \"finished\" sets|"
                 "is never written";
  add_cause(evidence, draft, follows, causes, {});
}

} // namespace artifactd::editor
