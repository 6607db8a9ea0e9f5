#include "merge/play/record/line_choices.hpp"

#include "merge/play/runtime/operation_text.hpp"

#include <algorithm>
#include <map>

namespace artifactd::play {

namespace {

PlayInstruction const* instruction_of(Program const& program, bool begun, RecordLine const& line) {
  if (line.taken.kind == Step::Kind::transition) {
    if (!begun && program.beginning() != nullptr)
      return program.beginning()->instruction ? &*program.beginning()->instruction : nullptr;
    for (auto const& each : program.transitions())
      if (each.declared->id == line.taken.id) return each.instruction ? &*each.instruction : nullptr;
    return nullptr;
  }
  auto const* phase = program.phase(line.phase_before);
  if (phase == nullptr) return nullptr;
  auto const action = std::ranges::find(phase->actions, line.taken.id, &PlayAction::id);
  return action == phase->actions.end() ? nullptr : &action->instruction;
}

/// Compares an operation of an instruction with one that was applied.
class Likeness {
public:
  explicit Likeness(PlayInstruction const& instruction) : instruction_(instruction) {}

  bool fits(PlayOperation const& operation, Value const& applied) {
    found_.clear();
    if (!applied.is_object()) return false;
    for (auto const& [member, value] : operation.op.items()) {
      if (operation.draw && (member == "choices" || member == "probabilities" || member == "value")) continue;
      auto const there = applied.find(member);
      if (there == applied.end() || !alike(value, *there)) return false;
    }
    return true;
  }
  [[nodiscard]] std::map<std::string, Value> const& found() const { return found_; }

private:
  bool alike(Value const& pattern, Value const& value) {
    if (pattern.is_object() && value.is_object())
      return pattern.size() == value.size() && std::ranges::all_of(pattern.items(), [&](auto const& member) {
               auto const there = value.find(member.key());
               return there != value.end() && alike(member.value(), *there);
             });
    if (pattern.is_array() && value.is_array())
      return std::ranges::equal(pattern, value, [this](auto const& a, auto const& b) { return alike(a, b); });
    if (!pattern.is_string()) return pattern == value;
    return text_alike(pattern.get_ref<std::string const&>(), value);
  }

  bool text_alike(std::string_view pattern, Value const& value) {
    auto const open = pattern.find("{{");
    auto const close = open == pattern.npos ? open : pattern.find("}}", open);
    if (close == pattern.npos) return value.is_string() && value.get_ref<std::string const&>() == pattern;
    auto const name = pattern.substr(open + 2, close - open - 2);
    if (open == 0 && close + 2 == pattern.size()) return keep(name, value);
    if (!value.is_string()) return false;
    std::string_view text = value.get_ref<std::string const&>();
    if (!text.starts_with(pattern.substr(0, open))) return false;
    text.remove_prefix(open);
    auto const rest = pattern.substr(close + 2);
    if (rest.empty()) return keep(name, std::string(text));
    auto const until = text.find(rest.substr(0, rest.find("{{")));
    return until != text.npos && keep(name, std::string(text.substr(0, until))) &&
           text_alike(rest, std::string(text.substr(until)));
  }

  bool keep(std::string_view name, Value value) {
    auto const known = std::ranges::find(instruction_.names, name, &TemplateName::text);
    if (known != instruction_.names.end() && known->kind == TemplateName::Kind::open)
      found_.emplace(name, std::move(value));
    return true;
  }

  PlayInstruction const& instruction_;
  std::map<std::string, Value> found_;
};

void note(std::vector<NamedValue>& values, std::string const& name, Value const& value) {
  if (std::ranges::find(values, name, &NamedValue::name) == values.end()) values.push_back({name, value});
}

} // namespace

Step with_choices(Runtime const& runtime, bool begun, RecordLine const& line) {
  auto step = line.taken;
  auto const* instruction = instruction_of(runtime.program(), begun, line);
  if (instruction == nullptr) return step;
  Likeness likeness(*instruction);
  std::size_t next = 0;
  for (auto const& operation : instruction->operations) {
    for (auto at = next; at < line.ops.size(); ++at) {
      auto const& applied = line.ops[at];
      if (!likeness.fits(operation, applied)) continue;
      next = at + 1;
      if (operation.draw)
        note(step.drawn, operation_text(operation.op, "path"), applied.value("value", Value()));
      for (auto const& [name, value] : likeness.found())
        note(step.model, name, value);
      break;
    }
  }
  return step;
}

} // namespace artifactd::play
