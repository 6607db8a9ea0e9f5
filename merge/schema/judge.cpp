#include "merge/schema/judge.hpp"

#include "state/nearest.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd {

namespace {

using json::Type;

// A document of 64 KB takes some thousand steps; what takes millions multiplies alternatives with each other.
constexpr std::size_t most_steps = 2'000'000;
constexpr std::size_t bytes_per_step = 64;
// Nesting of the document times that of schemas for one value; bounds the stack.
constexpr unsigned deepest = 1000;

constexpr std::size_t most_names = 12;

std::string quoted_list(std::span<std::string const> names) {
  std::vector<std::string> shown;
  for (auto const& name : names.first(std::min(names.size(), most_names)))
    shown.push_back(json::quote(name));
  return fmt::format("{}{}", fmt::join(shown, ", "), names.size() > most_names ? ", …" : "");
}

std::vector<std::string> keys_of(JsonNode const& object) {
  std::vector<std::string> keys;
  for (auto const& member : object.children())
    keys.push_back(member.key());
  return keys;
}

/// Says that the value is of another kind altogether: of a branch that was not meant.
bool of_another_kind(Violation const& violation, JsonNode const& node) {
  auto about_kind =
      violation.keyword == "type" || violation.keyword == "enum" || violation.keyword == "const";
  auto here = violation.at.text().data() == node.text().data();
  auto member =
      violation.at.parent() != nullptr && violation.at.parent()->text().data() == node.text().data();
  return here ? about_kind : member && violation.keyword != "type" && about_kind;
}

} // namespace

bool Judge::spend(std::size_t bytes) {
  steps_ += 1 + bytes / bytes_per_step;
  if (steps_ > most_steps && trouble_.empty()) trouble_ = "takes more work than it is worth";
  return trouble_.empty();
}

bool Judge::refuse(Violation violation) {
  if (into_ != nullptr && into_->size() < most_violations) into_->push_back(std::move(violation));
  return false;
}

bool Judge::refuse(std::string_view keyword, std::string message, std::string expected, std::string found,
                   std::string hint) {
  if (into_ == nullptr) return false;
  if (found.empty()) found = described(*node_);
  return refuse(Violation{node_->place(), keyword, std::move(message), std::move(expected), std::move(found),
                          std::move(hint)});
}

bool Judge::judge(Subschema const& schema, JsonNode const& node, Violations* into) {
  if (!spend(0)) return true;
  if (nesting_ == deepest) {
    trouble_ = "nests too deep";
    return true;
  }
  ++nesting_;
  auto const* outer_node = std::exchange(node_, &node);
  auto* outer_into = std::exchange(into_, into);
  bool sound = true;
  if (schema.getAlwaysInvalid()) {
    sound = refuse("false", "nothing may stand here", "no value");
  } else {
    Subschema::ApplyFunction visit_each = [this](auto const& constraint) { return constraint.accept(*this); };
    sound = into == nullptr ? schema.applyStrict(visit_each) : schema.apply(visit_each);
  }
  node_ = outer_node;
  into_ = outer_into;
  --nesting_;
  return sound;
}

bool Judge::visit(AllOfConstraint const& constraint) {
  bool sound = true;
  constraint.applyToSubschemas([&](unsigned, Subschema const* schema) {
    sound = within_schema_in_place(*schema) && sound;
    return sound || into_ != nullptr;
  });
  return sound;
}

/// Of several forms none fits. Where all but one are for values of another kind, what that one says is what
/// is wrong; otherwise they are told together.
bool Judge::refuse_branches(std::string_view keyword, std::vector<Violations> branches) {
  if (into_ == nullptr) return false;
  std::vector<Violations*> meant;
  std::vector<std::string> forms;
  for (auto& branch : branches) {
    auto other = [&](Violation const& each) { return of_another_kind(each, *node_); };
    if (std::ranges::none_of(branch, other)) meant.push_back(&branch);
    if (!branch.empty() && std::ranges::find(forms, branch.front().expected) == forms.end())
      forms.push_back(branch.front().expected);
  }
  if (meant.size() == 1 && !meant.front()->empty()) {
    for (auto& violation : *meant.front())
      refuse(std::move(violation));
    return false;
  }
  if (forms.size() > most_names) forms.resize(most_names);
  return refuse(keyword, fmt::format("the value has none of the {} forms allowed here", branches.size()),
                fmt::format("{}", fmt::join(forms, "; or ")));
}

bool Judge::visit(AnyOfConstraint const& constraint) {
  std::vector<Violations> branches;
  bool fits = false;
  constraint.applyToSubschemas([&](unsigned, Subschema const* schema) {
    auto& branch = branches.emplace_back();
    fits = judge(*schema, *node_, into_ == nullptr ? nullptr : &branch);
    return !fits;
  });
  return fits || refuse_branches("anyOf", std::move(branches));
}

bool Judge::visit(OneOfConstraint const& constraint) {
  std::vector<Violations> branches;
  std::size_t fitting = 0;
  constraint.applyToSubschemas([&](unsigned, Subschema const* schema) {
    auto& branch = branches.emplace_back();
    if (judge(*schema, *node_, into_ == nullptr ? nullptr : &branch)) ++fitting;
    return fitting < 2;
  });
  if (fitting == 1) return true;
  if (fitting == 0) return refuse_branches("oneOf", std::move(branches));
  return refuse("oneOf", "the value has several of the forms that exclude each other here",
                "exactly one of the allowed forms");
}

bool Judge::visit(NotConstraint const& constraint) {
  if (!judge(*constraint.getSubschema(), *node_, nullptr) || !trouble_.empty()) return true;
  return refuse("not", "the value has a form that is ruled out here", "a value of another form");
}

bool Judge::visit(ConditionalConstraint const& constraint) {
  auto const* branch = judge(*constraint.getIfSubschema(), *node_, nullptr) ? constraint.getThenSubschema()
                                                                            : constraint.getElseSubschema();
  return branch == nullptr || within_schema_in_place(*branch);
}

bool Judge::visit(DependenciesConstraint const& constraint) {
  if (!is(Type::object)) return true;
  bool sound = true;
  constraint.applyToPropertyDependencies([&](auto const& name, auto const& wanted) {
    if (node_->find(name.c_str()) == nullptr) return true;
    for (auto const& each : wanted)
      if (node_->find(each.c_str()) == nullptr)
        sound = refuse(
            "dependencies",
            fmt::format("the member \"{}\" is missing, which \"{}\" needs", each.c_str(), name.c_str()),
            json::quote(each.c_str()), quoted_list(keys_of(*node_)),
            fmt::format("Add \"{}\", or leave \"{}\" out.", each.c_str(), name.c_str()));
    return true;
  });
  constraint.applyToSchemaDependencies([&](auto const& name, Subschema const* schema) {
    if (node_->find(name.c_str()) != nullptr) sound = within_schema_in_place(*schema) && sound;
    return true;
  });
  return sound;
}

bool Judge::unknown_member(JsonNode const& member, std::vector<std::string> const& known) {
  auto alike = nearest(member.key(), known);
  auto hint = alike.empty()
                  ? fmt::format("Remove it{}.", known.empty() ? "" : ", or use one of the known names")
                  : fmt::format("Did you mean {}?", json::quote(alike));
  return refuse(
      Violation{member.name(), "additionalProperties",
                fmt::format("the member {} is not known here", json::quote(member.key()).substr(0, 80)),
                known.empty() ? "no further member" : "one of " + quoted_list(known),
                json::quote(member.key()).substr(0, 80), std::move(hint)});
}

bool Judge::visit(PropertiesConstraint const& constraint) {
  if (!is(Type::object)) return true;
  bool sound = true;
  auto go_on = [&] { return trouble_.empty() && (sound || into_ != nullptr); };
  std::vector<bool> known(node_->children().size());
  auto const* first = node_->children().data();
  std::vector<std::string> names;
  constraint.applyToProperties([&](auto const& name, Subschema const* schema) {
    names.emplace_back(name.c_str());
    auto const* member = node_->find(names.back());
    if (member == nullptr) return spend(0);
    known[static_cast<std::size_t>(member - first)] = true;
    sound = judge(*schema, *member, into_) && sound;
    return go_on();
  });
  constraint.applyToPatternProperties([&](auto const& text, Subschema const* schema) {
    auto const& pattern = flat_.patterns.find(std::string_view(text.c_str()))->second;
    for (auto const& member : node_->children()) {
      if (!go_on() || !spend(member.key().size())) return false;
      if (!pattern.found_in(member.key())) continue;
      known[static_cast<std::size_t>(&member - first)] = true;
      sound = judge(*schema, member, into_) && sound;
    }
    return true;
  });
  auto const* rest = constraint.getAdditionalPropertiesSubschema();
  for (auto const& member : node_->children()) {
    if (!go_on()) break;
    if (known[static_cast<std::size_t>(&member - first)]) continue;
    if (rest == nullptr || rest->getAlwaysInvalid())
      sound = unknown_member(member, names);
    else
      sound = judge(*rest, member, into_) && sound;
  }
  return sound;
}

bool Judge::visit(PropertyNamesConstraint const& constraint) {
  if (!is(Type::object)) return true;
  bool sound = true;
  for (auto const& member : node_->children()) {
    auto name = member.name();
    sound = judge(*constraint.getSubschema(), name, into_) && sound;
    if (!sound && into_ == nullptr) break;
  }
  return sound;
}

bool Judge::visit(RequiredConstraint const& constraint) {
  if (!is(Type::object)) return true;
  bool sound = true;
  constraint.applyToRequiredProperties([&](auto const& wanted) {
    std::string name = wanted.c_str();
    if (node_->find(name) != nullptr) return true;
    sound = false;
    if (into_ == nullptr) return false;
    auto present = keys_of(*node_);
    auto alike = nearest(name, present);
    return refuse("required", fmt::format("the member {} is missing", json::quote(name)), json::quote(name),
                  present.empty() ? "an empty object" : quoted_list(present),
                  alike.empty()
                      ? fmt::format("Add {}.", json::quote(name))
                      : fmt::format("Is {} meant to be {}?", json::quote(alike), json::quote(name))) ||
           true;
  });
  return sound;
}

} // namespace artifactd
