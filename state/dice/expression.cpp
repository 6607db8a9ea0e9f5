#include "state/dice/expression.hpp"

#include "state/dice/cursor.hpp"
#include "state/dice/term_reader.hpp"
#include "state/platform/result.hpp"

#include <fmt/core.h>

namespace artifactd::dice {

namespace {

using What = Node::What;

/// One method per rule of the grammar; each returns the index of its node.
class Parser {
public:
  explicit Parser(std::string_view text) : cursor_(text) {}

  Judged<Expression> run() {
    if (cursor_.at_end()) return wrong(Code::empty, 0, "the expression is empty", "Write dice: 1d20+3.");
    TRY(expression());
    if (cursor_.peek() == ')') return wrong(Code::unexpected, cursor_.byte(), "this ) closes nothing");
    if (!cursor_.at_end()) return cursor_.unexpected("a sign such as + or the end");
    return std::move(read_);
  }

private:
  using Index = std::size_t;

  Judged<Index> expression() {
    auto const byte = cursor_.byte();
    auto const negative = cursor_.peek() == '-';
    if (negative || cursor_.peek() == '+') cursor_.take(negative ? "-" : "+");
    auto left = product();
    if (left && negative) left = unary(*left, byte);
    while (left && (cursor_.peek() == '+' || cursor_.peek() == '-')) {
      auto const what = cursor_.peek() == '+' ? What::add : What::subtract;
      left = binary(what, *left, &Parser::product);
    }
    return left;
  }

  Judged<Index> product() {
    auto left = primary();
    while (left && (cursor_.peek() == '*' || cursor_.peek() == '/')) {
      auto const what = cursor_.peek() == '*' ? What::multiply : What::divide;
      left = binary(what, *left, &Parser::primary);
    }
    return left;
  }

  Judged<Index> primary() {
    auto const byte = cursor_.byte();
    if (cursor_.take("(")) return parenthesised(byte);
    if (cursor_.sees("adv") || cursor_.sees("dis")) return advantage();
    auto const number = TRY(cursor_.number());
    if (cursor_.peek() == 'd') return dice(number, byte);
    if (!number) return cursor_.unexpected("dice or a number");
    return put({.what = What::number, .number = *number, .byte = byte});
  }

  Judged<Index> parenthesised(std::size_t byte) {
    if (++depth_ > deepest)
      return wrong(Code::too_deep, byte, fmt::format("parentheses are nested more than {} deep", deepest));
    auto const inner = TRY(expression());
    if (!cursor_.take(")")) return cursor_.unexpected("a sign or )");
    --depth_;
    return inner;
  }

  Judged<Index> advantage() {
    auto const byte = cursor_.byte();
    auto const which = cursor_.take("adv") ? Keep::Which::highest : Keep::Which::lowest;
    if (which == Keep::Which::lowest) cursor_.take("dis");
    return put_term({.count = 2, .highest = 20, .keep = Keep{.which = which}, .byte = byte});
  }

  Judged<Index> dice(std::optional<std::int64_t> count, std::size_t byte) {
    return put_term(TRY(read_term(cursor_, static_cast<std::uint64_t>(count.value_or(1)), byte)));
  }

  Judged<Index> unary(Index operand, std::size_t byte) {
    return put({.what = What::negate, .left = operand, .rolls = read_.nodes[operand].rolls, .byte = byte});
  }

  Judged<Index> binary(What what, Index left, Judged<Index> (Parser::*operand)()) {
    auto const byte = cursor_.byte();
    cursor_.take(
        std::string_view(&"+-*/"[static_cast<std::size_t>(what) - static_cast<std::size_t>(What::add)], 1));
    auto const right = TRY((this->*operand)());
    auto const rolls = read_.nodes[left].rolls || read_.nodes[right].rolls;
    return put({.what = what, .left = left, .right = right, .rolls = rolls, .byte = byte});
  }

  Judged<Index> put_term(Term const& term) {
    dice_ += term.count;
    if (dice_ > most_dice)
      return wrong(Code::too_many_dice, term.byte, fmt::format("more than {} dice are rolled", most_dice));
    read_.terms.push_back(term);
    auto const index = static_cast<std::int64_t>(read_.terms.size() - 1);
    return put({.what = What::term, .number = index, .rolls = true, .byte = term.byte});
  }

  Index put(Node node) {
    read_.nodes.push_back(node);
    return read_.nodes.size() - 1;
  }

  Cursor cursor_;
  Expression read_;
  std::size_t depth_ = 0;
  std::uint64_t dice_ = 0;
};

} // namespace

bool Test::holds(std::int64_t face) const noexcept {
  switch (compare) {
  case Compare::equal:
    return face == value;
  case Compare::at_least:
    return face >= value;
  case Compare::at_most:
    return face <= value;
  case Compare::above:
    return face > value;
  case Compare::below:
    return face < value;
  }
  return false;
}

Judged<Expression> parse(std::string_view text) {
  if (text.size() > longest_expression)
    return wrong(Code::too_long, longest_expression,
                 fmt::format("the expression is longer than {} bytes", longest_expression));
  return Parser(text).run();
}

} // namespace artifactd::dice
