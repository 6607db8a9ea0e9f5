#include "agents/editor/draft.hpp"
#include "agents/editor/rules/rules.hpp"
#include "agents/editor/rules/words.hpp"
#include "merge/game/delta_operations.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace artifactd::editor {

namespace {

using game::Value;

/// What else people and models call the operations.
constexpr auto other_names =
    std::to_array<std::pair<std::string_view, std::string_view>>({{"add", "increment"},
                                                                  {"inc", "increment"},
                                                                  {"plus", "increment"},
                                                                  {"push", "append"},
                                                                  {"insert", "append"},
                                                                  {"remove", "delete"},
                                                                  {"unset", "delete"},
                                                                  {"del", "delete"},
                                                                  {"assign", "set"},
                                                                  {"update", "set"},
                                                                  {"replace", "set"},
                                                                  {"put", "set"},
                                                                  {"move", "transfer"},
                                                                  {"random", "rng"},
                                                                  {"roll", "rng"},
                                                                  {"choose", "rng"},
                                                                  {"setAll", "setForAllPlayers"},
                                                                  {"setAllPlayers", "setForAllPlayers"},
                                                                  {"setForAll", "setForAllPlayers"},
                                                                  {"setForEachPlayer", "setForAllPlayers"},
                                                                  {"map", "setFromMap"},
                                                                  {"lookup", "setFromMap"}});

/// Members that are written where another is meant.
constexpr auto other_members =
    std::to_array<std::pair<std::string_view, std::string_view>>({{"value", "amount"},
                                                                  {"value", "by"},
                                                                  {"value", "newValue"},
                                                                  {"value", "val"},
                                                                  {"value", "item"},
                                                                  {"value", "to"},
                                                                  {"value", "delta"},
                                                                  {"path", "target"},
                                                                  {"path", "field"},
                                                                  {"path", "key"},
                                                                  {"path", "toPath"},
                                                                  {"field", "path"},
                                                                  {"amount", "value"},
                                                                  {"fromPath", "from"},
                                                                  {"fromPath", "source"},
                                                                  {"toPath", "to"},
                                                                  {"toPath", "target"},
                                                                  {"choices", "options"},
                                                                  {"choices", "values"},
                                                                  {"probabilities", "weights"},
                                                                  {"keyPath", "key"},
                                                                  {"keyPath", "from"},
                                                                  {"map", "mapping"},
                                                                  {"map", "values"},
                                                                  {"dataSourceId", "dataSource"},
                                                                  {"dataSourceId", "source"}});

/// Edits of one operation, by member.
class OperationRepair {
public:
  OperationRepair(Draft& draft, game::FragmentAddress const& address, game::Operation const& operation)
      : draft_(draft), address_(address), node_(*operation.part.node),
        pointer_(fmt::format("/stateDelta/{}", operation.index)), name_(operation.name) {}

  /// Whether something was drafted.
  bool name() {
    auto const meant = name_.empty() ? name_by_members() : name_by_word();
    if (meant.empty()) return false;
    draft_.set(address_, pointer_ + "/op", meant);
    return true;
  }

  bool member(std::string_view missing) {
    if (missing == "probabilities") return probabilities();
    for (auto const& [wanted, other] : other_members) {
      auto const* there = wanted == missing ? node_.find(other) : nullptr;
      if (there == nullptr || !fits(missing, *there)) continue;
      return give(missing, *there, other);
    }
    if (missing == "value" && name_ == "increment") return put("value", 1);
    if (missing == "value") return flag();
    if (missing == "map") return pairs();
    if (missing == "paramValues") return put("paramValues", Value::object());
    return false;
  }

  bool probabilities() {
    auto const* choices = node_.find("choices");
    if (!game::is(choices, json::Type::array) || choices->children().empty()) return false;
    auto const count = choices->children().size();
    return put("probabilities", Value(std::vector<double>(count, 1.0 / static_cast<double>(count))));
  }

  /// Three flags have one value anybody would write: a game ends, a player wins, a player has acted.
  bool flag() {
    auto const path = game::string_at(node_, name_ == "setForAllPlayers" ? "field" : "path").value_or("");
    auto const last = path.substr(path.rfind('.') + 1);
    if (last == "gameEnded" || last == "isGameWinner") return put("value", true);
    return last == "actionRequired" && put("value", false);
  }

  /// [[key, value], …] is a map.
  bool pairs() {
    auto const* map = node_.find("map");
    if (!game::is(map, json::Type::array) || map->children().empty()) return false;
    auto object = Value::object();
    for (auto const& pair : map->children()) {
      if (!game::is(&pair, json::Type::array) || pair.children().size() != 2 ||
          !game::is(&pair.children()[0], json::Type::string))
        return false;
      object[pair.children()[0].string()] = value_of(pair.children()[1]);
    }
    return put("map", object);
  }

  /// A list with templates in it is put together element by element; one that is appended holds what is
  /// meant to be appended.
  bool source(std::string const& meant) { return !meant.empty() && put("dataSourceId", meant); }

  bool elements() {
    auto const* value = node_.find("value");
    auto const path = game::string_at(node_, "path");
    if (name_ == "append" && game::is(value, json::Type::array) && value->children().size() == 1)
      return put("value", value_of(value->children().front()));
    if (name_ != "set" || !path || !game::is(value, json::Type::array)) return false;
    put("value", Value::array());
    for (std::size_t i = 0; auto const& element : value->children())
      draft_.set(address_, "/stateDelta/-",
                 {{"op", "set"}, {"path", fmt::format("{}[{}]", *path, i++)}, {"value", value_of(element)}});
    return true;
  }

private:
  [[nodiscard]] bool has(std::string_view member) const { return node_.find(member) != nullptr; }

  [[nodiscard]] std::string name_by_members() const {
    if (has("choices")) return "rng";
    if (has("keyPath") || has("map")) return "setFromMap";
    if (has("fromPath") && has("toPath")) return "transfer";
    if (has("dataSourceId")) return "setFromDataSource";
    if (has("field") && has("value") && !has("path")) return "setForAllPlayers";
    auto const* value = node_.find("value"); // a number may be set or added, a list set or appended
    auto const is_plain = game::is(value, json::Type::string) || game::is(value, json::Type::boolean);
    return has("path") && is_plain ? "set" : "";
  }

  [[nodiscard]] std::string name_by_word() const {
    for (auto const& [other, meant] : other_names)
      if (other == name_) return std::string(meant);
    std::vector<std::string> known;
    for (auto const& each : game::delta_operations())
      known.emplace_back(each.name);
    return probably_meant(name_, known);
  }

  static bool fits(std::string_view member, JsonNode const& there) {
    auto const is_text = game::is(&there, json::Type::string);
    if (member == "value" || member == "amount") return true;
    if (member == "choices" || member == "probabilities") return game::is(&there, json::Type::array);
    if (member == "map") return game::is(&there, json::Type::object);
    if (member != "path") return is_text;
    auto const path = is_text ? there.string() : std::string();
    return path.starts_with("game.") || path.starts_with("players.");
  }

  /// transfer needs both its amount and its value; elsewhere the wrong name goes.
  bool give(std::string_view member, JsonNode const& there, std::string_view other) {
    if (member == "field") {
      auto const field = there.string();
      put(member, field.substr(field.rfind('.') + 1));
    } else {
      put(member, value_of(there));
    }
    auto const keeps = name_ == "transfer" && (other == "value" || other == "amount");
    if (!keeps) draft_.remove(address_, pointer_ + "/" + std::string(other));
    return true;
  }

  bool put(std::string_view member, Value const& value) {
    draft_.set(address_, fmt::format("{}/{}", pointer_, member), value);
    return true;
  }

  Draft& draft_;
  game::FragmentAddress const& address_;
  JsonNode const& node_;
  std::string pointer_;
  std::string const& name_;
};

enum class Fix : std::uint8_t { name, member, probabilities, elements, source, open };

struct OperationPattern {
  char const* pattern; ///< groups: kind, id, index, and the member that is missing
  Fix fix;
};

constexpr auto operation_patterns = std::to_array<OperationPattern>(
    {{R"((Action|Transition) '(.*)': stateDelta\[(\d+)\] missing '(op)' field)", Fix::name},
     {R"((Action|Transition) '(.*)': stateDelta\[(\d+)\] has invalid op '([^']*)')", Fix::name},
     {R"((Action|Transition) '(.*)': stateDelta\[(\d+)\] op '\w+' missing '(\w+)' field)", Fix::member},
     {R"((Action|Transition) '(.*)': stateDelta\[(\d+)\] op 'rng' missing or invalid '(\w+)' array)",
      Fix::member},
     {R"((Action|Transition) '(.*)': stateDelta\[(\d+)\] op 'rng' (probabilities) length)",
      Fix::probabilities},
     {R"((Action|Transition) '(.*)': stateDelta\[(\d+)\] op 'setFromMap' missing or invalid '(map)' field)",
      Fix::member},
     {R"((Action|Transition) '(.*)': stateDelta\[(\d+)\] op 'setFromDataSource' (paramValues) must be)",
      Fix::member},
     {R"((Action|Transition) '(.*)': stateDelta\[(\d+)\] .* references unknown dataSourceId '(.*)'\. Valid)",
      Fix::source},
     {R"((Action|Transition) '(.*)': stateDelta\[(\d+)\] op '\w+' has array (value) containing template)",
      Fix::elements},
     {R"((Action|Transition) '(.*)': stateDelta\[(\d+)\] op 'setFromMap' has (empty) 'map')", Fix::open},
     {R"((Action|Transition) '(.*)': stateDelta\[(\d+)\]\.(\w+) contains a JS expression)", Fix::open}});

bool draft_fix(Fix fix, std::string const& member, game::Game const& game, OperationRepair& repair) {
  switch (fix) {
  case Fix::name:
    return repair.name();
  case Fix::member:
    return repair.member(member);
  case Fix::probabilities:
    return repair.probabilities();
  case Fix::elements:
    return repair.elements();
  case Fix::source:
    return repair.source(probably_meant(member, game.data_sources().value_or(std::vector<std::string>())));
  case Fix::open:
    return false;
  }
  return false;
}

/// All that is wrong with one operation is one cause.
struct BrokenOperation {
  std::string kind;
  std::string id;
  std::size_t index;
  std::vector<std::pair<Fix, std::string>> fixes;
  std::vector<std::string> errors;
};

Cause cause_of_operation(Evidence const& evidence, BrokenOperation const& broken) {
  Draft draft(evidence.game);
  auto mended = true;
  std::optional<game::FragmentAddress> address;
  for (auto const& owner : owners(evidence.game, broken.kind, broken.id)) {
    if (broken.index >= owner.instruction->operations.size()) continue;
    address = owner.address;
    OperationRepair repair(draft, owner.address, owner.instruction->operations[broken.index]);
    for (auto const& [fix, member] : broken.fixes)
      mended = draft_fix(fix, member, evidence.game, repair) && mended;
  }
  auto const description = fmt::format("Give operation {} of {} the form it needs", broken.index, broken.id);
  auto changes = mended ? draft.changes(description) : std::vector<Change>();
  if (changes.empty() && address)
    changes.push_back({game::Artifact::instructions, Operation::patch, address, description});
  return {"P8", fmt::format("Operation {} of {} is malformed.", broken.index, broken.id), Confidence::high,
          broken.errors, std::move(changes)};
}

} // namespace

void find_missing_members(Evidence const& evidence, Causes& causes) {
  std::vector<BrokenOperation> broken;
  for (auto const& [pattern, fix] : operation_patterns)
    for (auto const& match : matching(evidence.errors, pattern)) {
      auto const index = std::stoul(match.parts[2].substr(0, 9));
      auto same = [&](BrokenOperation const& each) {
        return each.kind == match.parts[0] && each.id == match.parts[1] && each.index == index;
      };
      auto known = std::ranges::find_if(broken, same);
      if (known == broken.end())
        known = broken.insert(broken.end(), {match.parts[0], match.parts[1], index, {}, {}});
      known->fixes.emplace_back(fix, match.parts[3]);
      known->errors.push_back(match.error);
    }
  for (auto const& each : broken)
    causes.push_back(cause_of_operation(evidence, each));
}

} // namespace artifactd::editor
