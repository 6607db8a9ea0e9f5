#include "state/dice/roll.hpp"

#include "state/dice/draws.hpp"
#include "state/dice/pool.hpp"
#include "state/platform/result.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd::dice {

namespace {

using What = Node::What;

class Evaluation {
public:
  Evaluation(Expression const& expression, std::string_view seed) : expression_(expression), draws_(seed) {}

  Judged<Rolled> run() {
    for (auto const& node : expression_.nodes) {
      auto const value = TRY(value_of(node));
      if (value > largest_total || value < -largest_total) return too_large(node);
      values_.push_back(value);
    }
    rolled_.total = values_.back();
    rolled_.modifier = modifier_of(values_.size() - 1);
    return std::move(rolled_);
  }

private:
  Judged<std::int64_t> value_of(Node const& node) {
    auto const left = node.what < What::negate ? 0 : values_[node.left];
    auto const right = node.what < What::add ? 0 : values_[node.right];
    switch (node.what) {
    case What::number:
      return node.number;
    case What::term:
      return roll_term(expression_.terms[static_cast<std::size_t>(node.number)], draws_, rolled_.dice);
    case What::negate:
      return -left;
    case What::add:
      return left + right;
    case What::subtract:
      return left - right;
    case What::multiply:
      return product(left, right, node);
    case What::divide:
      break;
    }
    if (right == 0) return wrong(Code::division_by_zero, node.byte, "this divides by 0");
    return left / right - (left % right != 0 && (left < 0) != (right < 0) ? 1 : 0); // rounds down
  }

  static Judged<std::int64_t> product(std::int64_t left, std::int64_t right, Node const& node) {
    std::int64_t value = 0;
    if (__builtin_mul_overflow(left, right, &value)) return too_large(node);
    return value;
  }

  static std::unexpected<DiceError> too_large(Node const& node) {
    return wrong(Code::total_too_large, node.byte,
                 "the total is larger than 2^53, which a JSON number cannot hold");
  }

  /// The sum of the terms without dice in the sum that this node represents.
  [[nodiscard]] std::int64_t modifier_of(std::size_t index) const {
    auto const& node = expression_.nodes[index];
    if (!node.rolls) return values_[index];
    if (node.what == What::add) return modifier_of(node.left) + modifier_of(node.right);
    if (node.what == What::subtract) return modifier_of(node.left) - modifier_of(node.right);
    if (node.what == What::negate) return -modifier_of(node.left);
    return 0;
  }

  Expression const& expression_;
  Draws draws_;
  Rolled rolled_;
  std::vector<std::int64_t> values_;
};

std::string face_text(Die const& die) {
  auto text = std::to_string(die.value);
  if (die.rerolled) return "~" + text + "~";
  if (die.exploded) text += "!";
  if (die.success) text += "*";
  return die.dropped ? "(" + text + ")" : text;
}

} // namespace

Judged<Rolled> roll(std::string_view text, std::string_view seed) {
  auto const expression = TRY(parse(text));
  auto rolled = TRY(Evaluation(expression, seed).run());
  rolled.expression = text;
  rolled.seed = seed;
  return rolled;
}

nlohmann::ordered_json to_json(Rolled const& rolled) {
  auto rolls = nlohmann::ordered_json::array();
  auto dice = nlohmann::ordered_json::array();
  for (auto const& die : rolled.dice) {
    if (die.kept()) rolls.push_back(die.value);
    nlohmann::ordered_json row{{"sides", die.sides}, {"value", die.value}};
    if (die.face != die.value) row["face"] = die.face;
    if (die.rerolled) row["rerolled"] = true;
    if (die.exploded) row["exploded"] = true;
    if (die.dropped) row["dropped"] = true;
    if (die.success) row["success"] = true;
    dice.push_back(std::move(row));
  }
  return {{"expression", rolled.expression}, {"seed", rolled.seed},         {"generator", generator},
          {"total", rolled.total},           {"modifier", rolled.modifier}, {"rolls", std::move(rolls)},
          {"dice", std::move(dice)}};
}

std::optional<Rolled> rolled_from_json(nlohmann::ordered_json const& json) {
  try {
    Rolled rolled{.expression = json.at("expression").get<std::string>(),
                  .seed = json.at("seed").get<std::string>(),
                  .total = json.at("total").get<std::int64_t>(),
                  .modifier = json.at("modifier").get<std::int64_t>(),
                  .dice = {}};
    for (auto const& row : json.at("dice")) {
      auto const value = row.at("value").get<std::int64_t>();
      rolled.dice.push_back({.sides = row.at("sides").get<std::uint64_t>(),
                             .value = value,
                             .face = row.value("face", value),
                             .rerolled = row.value("rerolled", false),
                             .exploded = row.value("exploded", false),
                             .dropped = row.value("dropped", false),
                             .success = row.value("success", false)});
    }
    return rolled;
  } catch (nlohmann::ordered_json::exception const&) {
    return std::nullopt;
  }
}

std::string to_text(Rolled const& rolled) {
  std::string faces;
  for (auto const& die : rolled.dice)
    faces += (faces.empty() ? "" : " ") + face_text(die);
  return fmt::format("{} = {}  [{}]", rolled.expression, rolled.total, faces);
}

} // namespace artifactd::dice
