#include "state/dice/term_reader.hpp"

#include "state/platform/result.hpp"

#include <array>
#include <fmt/core.h>
#include <utility>

namespace artifactd::dice {

namespace {

using Compare = Test::Compare;
using Which = Keep::Which;

class TermReader {
public:
  TermReader(Cursor& cursor, std::uint64_t count, std::size_t byte) : cursor_(cursor) {
    term_.count = count;
    term_.byte = byte;
  }

  Judged<Term> run() {
    if (term_.count == 0)
      return wrong(Code::no_dice, term_.byte, "no dice are rolled", "Write at least one: 1d6.");
    if (term_.count > most_dice)
      return wrong(Code::too_many_dice, term_.byte, fmt::format("more than {} dice are rolled", most_dice));
    cursor_.take("d");
    TRY(read_sides());
    while (TRY(modifier())) {
    }
    return term_;
  }

private:
  Judged<void> read_sides() {
    if (cursor_.take("%")) return faces(1, 100);
    if (cursor_.take("f")) return faces(-1, 1);
    auto const byte = cursor_.byte();
    auto const sides = TRY(cursor_.number());
    if (!sides) return cursor_.unexpected("the number of sides, % or F");
    if (*sides == 0) return wrong(Code::no_sides, byte, "a die has at least one side", "Write d6, or d20.");
    if (static_cast<std::uint64_t>(*sides) > most_sides)
      return wrong(Code::too_many_sides, byte, "a die has at most 1,000,000 sides");
    return faces(1, *sides);
  }

  Judged<void> faces(std::int64_t lowest, std::int64_t highest) {
    term_.lowest = lowest;
    term_.highest = highest;
    return {};
  }

  /// False if no modifier is next.
  Judged<bool> modifier() {
    for (auto const& [word, which, drops] : keeps)
      if (cursor_.sees(word)) return keep(word, which, drops);
    if (auto foreign = cursor_.foreign_modifier()) return std::unexpected(*std::move(foreign));
    if (cursor_.sees("!")) return explode();
    if (cursor_.sees("r")) return reroll();
    if (cursor_.sees("mi")) return bound("mi", term_.least);
    if (cursor_.sees("ma")) return bound("ma", term_.greatest);
    auto const byte = cursor_.byte();
    auto const compared = comparison();
    if (!compared) return false;
    return once(term_.success, byte, "a count of successes", TRY(test(*compared)));
  }

  Judged<bool> keep(std::string_view word, Which which, bool drops) {
    auto const byte = cursor_.byte();
    cursor_.take(word);
    auto const count = TRY(cursor_.number()).value_or(1);
    return once(term_.keep, byte, "keeping or dropping",
                Keep{which, drops, static_cast<std::uint64_t>(count)});
  }

  Judged<bool> explode() {
    auto const byte = cursor_.byte();
    cursor_.take("!");
    return once(term_.explode, byte, "an explosion", TRY(ending(byte, term_.highest)));
  }

  Judged<bool> reroll() {
    auto const byte = cursor_.byte();
    auto const once_only = cursor_.take("ro");
    if (!once_only && !cursor_.take("rr")) cursor_.take("r");
    auto const test = TRY(once_only ? test_or(term_.lowest) : ending(byte, term_.lowest));
    return once(term_.reroll, byte, "rerolling", Reroll{test, once_only});
  }

  Judged<bool> bound(std::string_view word, std::optional<std::int64_t>& place) {
    auto const byte = cursor_.byte();
    cursor_.take(word);
    auto const number = TRY(cursor_.number());
    if (!number) return cursor_.unexpected("a number");
    return once(place, byte, word, *number);
  }

  template <class T>
  static Judged<bool> once(std::optional<T>& place, std::size_t byte, std::string_view what, T const& value) {
    if (place)
      return wrong(Code::modifier_twice, byte, fmt::format("there is already {}", what),
                   "Write each kind of modifier once after its dice.");
    place = value;
    return true;
  }

  std::optional<Compare> comparison() {
    constexpr auto signs = std::to_array<std::pair<std::string_view, Compare>>({{">=", Compare::at_least},
                                                                                {"<=", Compare::at_most},
                                                                                {">", Compare::above},
                                                                                {"<", Compare::below},
                                                                                {"=", Compare::equal}});
    for (auto const& [sign, compare] : signs)
      if (cursor_.take(sign)) return compare;
    return std::nullopt;
  }

  Judged<Test> test(Compare compare) {
    auto const number = TRY(cursor_.number());
    if (!number) return cursor_.unexpected("a number to compare with");
    return Test{compare, *number};
  }

  Judged<Test> test_or(std::int64_t face) {
    auto const compared = comparison();
    if (!compared && !cursor_.at_digit()) return Test{Compare::equal, face};
    return test(compared.value_or(Compare::equal));
  }

  /// A test that some face does not meet; otherwise it would be rolled for ever.
  Judged<Test> ending(std::size_t byte, std::int64_t face) {
    auto const read = TRY(test_or(face));
    // Tests are intervals: all faces meet one if both ends do, and `equal` only on a one-sided die.
    auto const endless = read.holds(term_.lowest) && read.holds(term_.highest);
    if (endless) return wrong(Code::endless, byte, "every face is rolled again, so this never ends");
    return read;
  }

  struct KeepWord {
    std::string_view word;
    Which which;
    bool drops;
  };
  static constexpr std::array keeps = {
      KeepWord{"kh", Which::highest, false}, KeepWord{"kl", Which::lowest, false},
      KeepWord{"k", Which::highest, false}, KeepWord{"dh", Which::highest, true},
      KeepWord{"dl", Which::lowest, true}};

  Cursor& cursor_;
  Term term_;
};

} // namespace

Judged<Term> read_term(Cursor& cursor, std::uint64_t count, std::size_t byte) {
  return TermReader(cursor, count, byte).run();
}

} // namespace artifactd::dice
