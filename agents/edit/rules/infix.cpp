#include "agents/edit/rules/infix.hpp"

#include "merge/game/text.hpp"
#include "state/json/scan.hpp"

#include <array>
#include <re2/re2.h>
#include <span>
#include <string>
#include <vector>

namespace artifactd::editor {

namespace {

using game::Value;

struct Comparison {
  Value left;
  std::string sign;
  Value right;
};

Value variable(std::string const& name) {
  return {{"var", name}};
}

/// A number, a quoted text, true, false, null, or the name of a variable.
Value operand(std::string const& text) {
  if (text.starts_with('\'') || text.starts_with('"')) return text.substr(1, text.size() - 2);
  auto literal = Value::parse(text, nullptr, false); // also discards numbers that do not fit into a double
  return literal.is_primitive() && !literal.is_discarded() ? literal : variable(text);
}

std::optional<Comparison> comparison_of(std::string_view text) {
  static re2::RE2 const name(R"(\s*([A-Za-z_][\w.\[\]*]*)\s*)");
  static re2::RE2 const compared(
      R"re(\s*([\w.\-\[\]*]+|'[^']*'|"[^"]*")\s*(===|!==|==|!=|>=|<=|>|<|=)\s*([\w.\-\[\]*]+|'[^']*'|"[^"]*")\s*)re");
  re2::StringPiece const all(text.data(), text.size());
  std::string left;
  std::string sign;
  std::string right;
  if (re2::RE2::FullMatch(all, compared, &left, &sign, &right))
    return Comparison{operand(left), sign == "=" ? "==" : sign, operand(right)};
  if (re2::RE2::FullMatch(all, name, &left) && operand(left).is_object())
    return Comparison{operand(left), "==", true};
  return std::nullopt;
}

/// The parts between the joints, outside quotes.
std::vector<std::string_view> split(std::string_view text, std::span<std::string_view const> joints) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quote == 0 && (text[i] == '\'' || text[i] == '"'))
      quote = text[i];
    else if (text[i] == quote)
      quote = 0;
    if (quote != 0) continue;
    for (auto const joint : joints)
      if (text.substr(i).starts_with(joint)) {
        parts.push_back(text.substr(begin, i - begin));
        begin = i + joint.size();
        i = begin - 1;
        break;
      }
  }
  parts.push_back(text.substr(begin));
  return parts;
}

Value logic_of(Comparison const& comparison) {
  return {{comparison.sign, Value::array({comparison.left, comparison.right})}};
}

} // namespace

std::optional<Value> logic_of_text(std::string_view text) {
  constexpr auto conjunctions = std::to_array<std::string_view>({"&&", " and ", " AND "});
  constexpr auto alternatives = std::to_array<std::string_view>({"||", " or ", " OR "});
  if (json::scan(text, {.depth = game::deepest})) {
    auto logic = Value::parse(text, nullptr, false);
    return logic.is_object() ? std::optional(std::move(logic)) : std::nullopt;
  }
  auto const all = split(text, conjunctions);
  auto const any = split(text, alternatives);
  if (all.size() > 1 && any.size() > 1) return std::nullopt;
  auto list = Value::array();
  for (auto const part : all.size() > 1 ? all : any) {
    auto const comparison = comparison_of(part);
    if (!comparison) return std::nullopt;
    list.push_back(logic_of(*comparison));
  }
  return list.size() == 1 ? list[0] : Value{{all.size() > 1 ? "and" : "or", list}};
}

std::optional<Value> query_of_text(std::string_view text) {
  auto const comparison = comparison_of(text);
  if (!comparison || !comparison->left.is_object() || comparison->right.is_object()) return std::nullopt;
  return Value::array({comparison->left["var"], comparison->sign, comparison->right});
}

} // namespace artifactd::editor
