#include "merge/schema/judge.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd {

namespace {

using json::Type;

// A document of 64 KB takes some thousand steps; millions occur only if alternatives multiply.
constexpr std::size_t most_steps = 2'000'000;
constexpr std::size_t bytes_per_step = 64;
// Nesting of the document times that of schemas for one value; bounds the stack.
constexpr unsigned deepest_nesting = 1000;

constexpr std::size_t most_forms = 12;

/// Whether the value has a different type altogether, so that this branch was not meant.
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
  if (steps_ > most_steps && trouble_.empty()) trouble_ = "takes too much work";
  return trouble_.empty();
}

bool Judge::is_evaluated(std::size_t child) const {
  return frame_->evaluated[child];
}

void Judge::evaluated(std::size_t child) {
  if (flat_.tracks_evaluated) frame_->evaluated[child] = true;
}

bool Judge::refuse(Violation violation) {
  auto* into = frame_->into;
  if (into != nullptr && into->size() < most_violations) into->push_back(std::move(violation));
  return false;
}

bool Judge::refuse(std::string_view keyword, std::string message, std::string expected, std::string found,
                   std::string hint) {
  if (!telling()) return false;
  if (found.empty()) found = described(node());
  return refuse(Violation{node().place(), keyword, std::move(message), std::move(expected), std::move(found),
                          std::move(hint)});
}

bool Judge::judge(SchemaId id, JsonNode const& node, Violations* into) {
  Frame frame{&node, into, &flat_.schemas[id.number]};
  return run(frame);
}

void Judge::add_evaluated(Frame const& inner) {
  for (std::size_t i = 0; i < inner.evaluated.size(); ++i)
    if (inner.evaluated[i]) frame_->evaluated[i] = true;
}

/// Applies a schema that must hold for the same value. If it does not, the value is invalid anyway, and its
/// members must not be reported as unknown too.
bool Judge::judge_as_well(SchemaId id) {
  Frame frame{frame_->node, frame_->into, &flat_.schemas[id.number]};
  auto const sound = run(frame);
  add_evaluated(frame);
  return sound;
}

/// Applies a schema that may hold for the same value; what it evaluates counts only if it does.
bool Judge::judge_branch(SchemaId id, Violations* into) {
  Frame frame{frame_->node, into, &flat_.schemas[id.number]};
  auto const sound = run(frame);
  if (sound) add_evaluated(frame);
  return sound;
}

bool Judge::run(Frame& frame) {
  if (!spend(0)) return true;
  if (nesting_ == deepest_nesting) {
    trouble_ = "nests too deep";
    return true;
  }
  if (flat_.tracks_evaluated) frame.evaluated.resize(frame.node->children().size());
  auto* const outer = std::exchange(frame_, &frame);
  auto const enters = entered_.empty() || entered_.back() != frame.schema->resource;
  if (enters) entered_.push_back(frame.schema->resource);
  ++nesting_;
  auto const sound = apply();
  --nesting_;
  if (enters) entered_.pop_back();
  frame_ = outer;
  return sound;
}

bool Judge::apply() {
  if (schema().nothing) return refuse("false", "no value is allowed here", "no value");
  using Check = bool (Judge::*)();
  // Checks that use what the others have evaluated come last.
  static constexpr Check checks[] = {&Judge::type,
                                     &Judge::allowed,
                                     &Judge::number,
                                     &Judge::text,
                                     &Judge::array,
                                     &Judge::object,
                                     &Judge::references,
                                     &Judge::all_of,
                                     &Judge::any_of,
                                     &Judge::one_of,
                                     &Judge::not_of,
                                     &Judge::conditional,
                                     &Judge::unevaluated_items,
                                     &Judge::unevaluated_properties};
  bool sound = true;
  for (auto check : checks) {
    sound = (this->*check)() && sound;
    if (!go_on(sound)) break;
  }
  return sound;
}

bool Judge::references() {
  bool sound = true;
  for (auto const& each : schema().references)
    sound = judge_as_well(each) && sound;
  return dynamic_reference() && sound;
}

bool Judge::dynamic_reference() {
  auto const& reference = schema().dynamic_reference;
  if (!reference) return true;
  for (auto resource : entered_)
    if (auto const found = flat_.resources[resource].find(reference->anchor);
        found != flat_.resources[resource].end())
      return judge_as_well(found->second);
  return judge_as_well(reference->otherwise);
}

bool Judge::all_of() {
  bool sound = true;
  for (auto const& each : schema().all_of) {
    sound = judge_as_well(each) && sound;
    if (!go_on(sound)) break;
  }
  return sound;
}

/// None of several forms fits. If all but one are for values of another type, that one's violations are
/// reported; otherwise those of all. No member is then reported as unknown: a branch may have been meant to
/// evaluate it.
bool Judge::refuse_branches(std::string_view keyword, std::vector<Violations> branches) {
  frame_->evaluated.assign(frame_->evaluated.size(), true);
  if (!telling()) return false;
  std::vector<Violations*> meant;
  std::vector<std::string> forms;
  for (auto& branch : branches) {
    auto other = [&](Violation const& each) { return of_another_kind(each, node()); };
    if (std::ranges::none_of(branch, other)) meant.push_back(&branch);
    if (!branch.empty() && std::ranges::find(forms, branch.front().expected) == forms.end())
      forms.push_back(branch.front().expected);
  }
  if (meant.size() == 1 && !meant.front()->empty()) {
    for (auto& violation : *meant.front())
      refuse(std::move(violation));
    return false;
  }
  if (forms.size() > most_forms) forms.resize(most_forms);
  return refuse(keyword, fmt::format("the value matches none of the {} forms allowed here", branches.size()),
                fmt::format("{}", fmt::join(forms, "; or ")));
}

bool Judge::any_of() {
  if (schema().any_of.empty()) return true;
  std::vector<Violations> branches;
  bool fits = false;
  for (auto const& each : schema().any_of) {
    auto& branch = branches.emplace_back();
    fits = judge_branch(each, telling() ? &branch : nullptr) || fits;
    if (fits && !flat_.tracks_evaluated) break;
  }
  return fits || refuse_branches("anyOf", std::move(branches));
}

bool Judge::one_of() {
  if (schema().one_of.empty()) return true;
  std::vector<Violations> branches;
  std::size_t fitting = 0;
  for (auto const& each : schema().one_of) {
    auto& branch = branches.emplace_back();
    if (judge_branch(each, telling() ? &branch : nullptr)) ++fitting;
    if (fitting == 2) break;
  }
  if (fitting == 1) return true;
  if (fitting == 0) return refuse_branches("oneOf", std::move(branches));
  return refuse("oneOf", "the value matches several forms of which only one is allowed here",
                "exactly one of the allowed forms");
}

bool Judge::not_of() {
  auto const& ruled_out = schema().not_of;
  if (!ruled_out || !judge(*ruled_out, node(), nullptr) || !trouble_.empty()) return true;
  return refuse("not", "the value has a form that is ruled out here", "a value of another form");
}

bool Judge::conditional() {
  if (!schema().if_of) return true;
  auto const& branch = judge_branch(*schema().if_of, nullptr) ? schema().then_of : schema().else_of;
  return !branch || judge_as_well(*branch);
}

} // namespace artifactd
