#include "merge/play/search/domains.hpp"

#include "merge/game/logic/templates.hpp"
#include "merge/game/values/js_value.hpp"
#include "merge/play/runtime/operation_text.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace artifactd::play {

namespace {

/// Texts that nothing is compared with, and that no rule takes for numbers.
std::string other_text(std::size_t number) {
  return number == 0 ? "something" : fmt::format("something {}", number + 1);
}

/// How an instruction uses one of its names.
class NameUse {
public:
  NameUse(Runtime& runtime, std::string_view name, LogicUse const& use)
      : runtime_(runtime), name_(name), use_(use) {}

  void look_at(PlayInstruction const& instruction) {
    for (auto const& operation : instruction.operations)
      if (operation.op.is_object()) look_at(operation.op);
  }

  /// `also`: the name under which checks compare it. `texts`: how many different texts are wanted.
  Domain domain(std::string_view also, std::size_t texts) {
    if (is_player_) {
      for (auto const& id : runtime_.program().layout().players())
        add(id);
      return std::move(domain_);
    }
    if (!also.empty()) compare_with(also);
    for (auto const& path : fields_)
      by_field(path);
    if (domain_.values.empty()) by_constants(texts);
    if (inside_) {
      add_texts(texts);
      // Whole players are often named inside objects and lists.
      if (sounds_like_player())
        for (auto const& id : runtime_.program().layout().players())
          add(id);
    }
    return std::move(domain_);
  }

private:
  void look_at(Value const& op) {
    for (auto const* member : path_members)
      if (auto const path = operation_text(op, member); !path.empty()) look_at_path(path);
    auto const value = op.find("value");
    if (value == op.end()) return;
    if (is_whole(*value))
      goes_to(op);
    else if (contains(*value))
      inside_ = true;
  }

  void look_at_path(std::string const& path) {
    auto const segments = game::template_path_segments(path);
    for (std::size_t i = 0; i < segments.size(); ++i) {
      if (!is_whole(segments[i])) continue;
      if (i == 1 && segments[0] == "players")
        is_player_ = true;
      else
        domain_.exhaustive = false;
    }
  }

  void goes_to(Value const& op) {
    auto const kind = operation_text(op, "op");
    is_amount_ = is_amount_ || (kind != "set" && kind != "setForAllPlayers");
    if (kind == "setForAllPlayers") return fields_.push_back("players." + operation_text(op, "field"));
    auto const field = written_field(operation_text(op, kind == "transfer" ? "toPath" : "path"));
    if (field && !field->nested && kind != "append")
      fields_.push_back(field->name);
    else
      inside_ = true;
  }

  [[nodiscard]] bool is_whole(std::string_view text) const {
    auto const found = game::placeholders(text);
    return found.size() == 1 && found[0].begin == 0 && found[0].end == text.size() && found[0].name == name_;
  }
  [[nodiscard]] bool is_whole(Value const& value) const {
    return value.is_string() && is_whole(std::string_view(value.get_ref<std::string const&>()));
  }
  [[nodiscard]] bool contains(Value const& value) const {
    if (value.is_structured())
      return std::ranges::any_of(value, [this](auto const& each) { return contains(each); });
    if (!value.is_string()) return false;
    auto const found = game::placeholders(value.get_ref<std::string const&>());
    return std::ranges::find(found, name_, &game::Placeholder::name) != found.end();
  }

  [[nodiscard]] bool sounds_like_player() const {
    return name_.ends_with("Id") || name_.ends_with("_id") || name_.contains("layer") ||
           name_.contains("inner");
  }

  void by_field(std::string const& path) {
    auto const type = type_of_path(path);
    compare_with(path);
    if (use_.free.contains(path)) domain_.exhaustive = false;
    if (type.name == "enum" && !type.outcomes.empty())
      for (auto const& outcome : type.outcomes)
        add(outcome);
    else if (type.is_boolean())
      for (auto const flag : {false, true})
        add(flag);
    else if (type.is_number() || is_amount_)
      by_numbers();
    else if (type.is_container())
      add_container(type);
    else
      by_text();
  }

  void by_text() {
    for (auto const& each : compared_)
      if (each.is_string()) add(each);
    add("");
    add_texts(1);
    if (sounds_like_player())
      for (auto const& id : runtime_.program().layout().players())
        add(id);
  }

  void add_container(FieldType const& type) {
    add(type.name == "array" ? Value::array() : Value::object());
    domain_.exhaustive = false;
  }

  void by_numbers() {
    for (auto const number : {0.0, 1.0})
      add(game::number(number));
    for (auto const& each : compared_)
      if (each.is_number())
        for (auto const step : {-1.0, 0.0, 1.0})
          add(game::number(std::clamp(each.get<double>() + step, -1e15, 1e15)));
    if (is_amount_) domain_.exhaustive = false;
  }

  void by_constants(std::size_t texts) {
    auto const numbers = std::ranges::any_of(compared_, &Value::is_number);
    if (numbers) by_numbers();
    for (auto const& each : compared_)
      if (!each.is_number() && !each.is_null() && each != Value("") && each != Value(false)) add(each);
    if (!numbers) add_texts(texts);
  }

  void add_texts(std::size_t count) {
    for (std::size_t i = 0; i < std::max<std::size_t>(count, 1); ++i)
      add(other_text(i));
  }

  void compare_with(std::string_view name) {
    auto const found = use_.constants.find(name);
    if (found != use_.constants.end())
      compared_.insert(compared_.end(), found->second.begin(), found->second.end());
  }

  [[nodiscard]] FieldType type_of_path(std::string const& path) const {
    auto const& program = runtime_.program();
    for (Slot slot = 0; slot < program.layout().size(); ++slot)
      if (program.layout().schema_path(slot) == path) return program.type(slot).value_or(FieldType());
    return {};
  }

  void add(Value value) {
    auto const id = runtime_.pool().id_of(std::move(value));
    if (std::ranges::find(domain_.values, id) == domain_.values.end()) domain_.values.push_back(id);
  }

  Runtime& runtime_;
  std::string name_;
  LogicUse const& use_;
  Domain domain_;
  std::vector<std::string> fields_; ///< fields whose value it is
  std::vector<Value> compared_;     ///< with it, or with those fields
  bool is_player_ = false;          ///< it names the player of a path
  bool inside_ = false;             ///< it is part of a longer text, an object or a list
  bool is_amount_ = false;
};

} // namespace

std::vector<Domain> open_domains(Runtime& runtime, PlayInstruction const& instruction) {
  std::vector<Domain> domains;
  auto const& all = runtime.program().use();
  for (auto const& name : instruction.names) {
    if (name.kind != TemplateName::Kind::open) {
      domains.emplace_back();
      continue;
    }
    NameUse use(runtime, name.text, all);
    use.look_at(instruction);
    auto domain = use.domain({}, 1);
    if (!name.matters) {
      domains.push_back({{domain.values.front()}, true});
      continue;
    }
    domain.values.push_back(absent);
    for (auto const& field : instruction.spoken_of)
      if (all.reads(field)) domain.exhaustive = false;
    domains.push_back(std::move(domain));
  }
  return domains;
}

std::vector<Domain> input_domains(Runtime& runtime, PlayAction const& action) {
  auto all = runtime.program().use();
  for (auto const& check : action.checks)
    all.merge(check.use);
  std::vector<Domain> domains;
  for (auto const& input : action.inputs) {
    NameUse use(runtime, "input." + input, all);
    use.look_at(action.instruction);
    domains.push_back(use.domain("input." + input, action.inputs.size()));
  }
  return domains;
}

} // namespace artifactd::play
