#include "agents/turn/rules/mechanics.hpp"

#include "agents/turn/rules/bands.hpp"
#include "agents/turn/rules/dice_form.hpp"
#include "agents/turn/rules/stat_expression.hpp"
#include "agents/turn/rules/state_ops.hpp"
#include "state/dice/expression.hpp"
#include "state/json/mistake.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr std::size_t most_listed = 64; // forms, paths, clocks
constexpr std::size_t longest_word = 256;
constexpr std::size_t longest_check_summary = 16 << 10;
constexpr std::int64_t largest_clock = 1'000'000;

using Names = std::vector<std::string>;

/// Reads a ruleset's guidance, part by part.
class MechanicsReader {
public:
  MechanicsReader(Json const& guidance, std::string_view pointer)
      : guidance_(guidance, std::string(pointer), read_.faults) {}

  ReadMechanics run() && {
    static Names const known = {"uses_dice", "dice_formats", "ops",   "checks",
                                "clocks",    "time",         "decay", "summary"};
    guidance_.tell_unknown(known, read_.warnings);
    read_.mechanics.summary = guidance_.text("summary", longest_check_summary);
    read_dice();
    read_ops();
    read_checks_rule();
    read_clocks();
    read_time();
    read_decay();
    return std::move(read_);
  }

  Decay decay() && {
    read_decay();
    return read_.mechanics.decay;
  }

private:
  MemberReader part(std::string_view name, Json const& value, Names const& known) {
    MemberReader reader(value, guidance_.pointer_of(name), read_.faults);
    reader.tell_unknown(known, read_.warnings);
    return reader;
  }

  void read_dice() {
    auto& mechanics = read_.mechanics;
    mechanics.uses_dice = guidance_.flag("uses_dice", true);
    mechanics.dice_formats = guidance_.texts("dice_formats", most_listed, longest_word).value_or(Names{});
    for (auto const& form : mechanics.dice_formats)
      if (!is_dice_form(form))
        guidance_.fault("dice_formats",
                        fmt::format("{} is not a form of dice such as \"NdM+K\", where N, M and K "
                                    "are numbers",
                                    json::shown_key(form)));
  }

  void read_ops() {
    auto const* value = guidance_.find("ops");
    if (value == nullptr) return;
    auto reader = part("ops", *value, {"allow", "paths"});
    read_.mechanics.allowed_ops = reader.texts("allow", op_words.size(), longest_word);
    Names const words(op_words.begin(), op_words.end());
    for (auto const& word : read_.mechanics.allowed_ops.value_or(Names{}))
      if (std::ranges::count(words, word) == 0)
        reader.fault("allow",
                     fmt::format("{} is not an op{}", json::shown_key(word), known_names(word, words)));
    read_.mechanics.allowed_paths = reader.texts("paths", most_listed, longest_word);
    for (auto const& path : read_.mechanics.allowed_paths.value_or(Names{}))
      judge_path(reader, "paths", path);
  }

  static void judge_path(MemberReader& reader, std::string_view name, std::string const& path) {
    if (path.empty()) return; // already reported
    if (auto const parsed = parse_path(path); !parsed)
      reader.fault(name, fmt::format("{}: {}", json::shown_key(path), parsed.error().message));
    else if (name != "paths" && (parsed->front() == "present" || parsed->front() == "relations"))
      reader.fault(name, fmt::format("{} belongs to the engine", json::shown_key(parsed->front())));
  }

  void read_checks_rule() {
    auto const* value = guidance_.find("checks");
    if (value == nullptr) return;
    auto reader = part("checks", *value, {"expression", "bands", "stat", "margin"});
    if (!reader.is_object()) return;
    if (!read_.mechanics.uses_dice) guidance_.fault("checks", "the ruleset uses no dice");
    CheckRule rule;
    rule.expression = reader.needed_text("expression", dice::longest_expression);
    judge_expression(reader, rule.expression);
    warn_of_form(reader, rule.expression);
    if (reader.need("bands", "a list of {at_least, label, ops}") != nullptr)
      rule.bands = read_bands(reader, BandsOf::ruleset, read_.warnings);
    auto const choice = reader.text("stat", longest_word);
    if (!choice.empty() && choice != "named" && choice != "dominant")
      reader.fault("stat",
                   fmt::format("expected \"named\" or \"dominant\", found {}", json::shown_key(choice)));
    rule.stat = choice == "dominant" ? StatChoice::dominant : StatChoice::named;
    rule.margin = reader.whole("margin", 1, largest_clock).value_or(rule.margin);
    read_.mechanics.checks = std::move(rule);
  }

  /// The ruleset's own expression is rolled anyway.
  void warn_of_form(MemberReader const& reader, std::string const& expression) {
    auto const& forms = read_.mechanics.dice_formats;
    auto const text = with_ones(expression);
    if (forms.empty() || !text ||
        std::ranges::any_of(forms, [&](auto const& form) { return has_dice_form(*text, form); }))
      return;
    read_.warnings.push_back(
        fault_at(reader.pointer_of("expression"),
                 fmt::format("none of dice_formats allows {}", json::shown_key(expression))));
  }

  static void judge_expression(MemberReader& reader, std::string const& expression) {
    if (expression.empty()) return; // already reported
    auto const text = with_ones(expression);
    auto const parsed = text ? dice::parse(*text) : dice::parse("1");
    if (!text)
      reader.fault("expression", text.error());
    else if (!parsed)
      reader.fault("expression", fmt::format("{} is not a dice expression: {}", json::shown_key(expression),
                                             parsed.error().message));
    else if (parsed->terms.empty())
      reader.fault("expression", fmt::format("{} rolls no dice", json::shown_key(expression)));
  }

  void read_clocks() {
    auto const* clocks = guidance_.list("clocks", most_listed);
    if (clocks == nullptr) return;
    static Names const known = {"path", "at", "event"};
    Names paths;
    for (std::size_t i = 0; i < clocks->size(); ++i) {
      auto reader = guidance_.element("clocks", i, (*clocks)[i]);
      if (!reader.is_object()) continue;
      reader.tell_unknown(known, read_.warnings);
      ClockRule clock{reader.needed_text("path", longest_word), 0, reader.needed_text("event", longest_word)};
      judge_path(reader, "path", clock.path);
      if (std::ranges::count(paths, clock.path) > 0)
        reader.fault("path", "this clock is in the list already");
      paths.push_back(clock.path);
      if (reader.need("at", "the number at which the clock is full") != nullptr)
        clock.at = reader.whole("at", 1, largest_clock).value_or(0);
      read_.mechanics.clocks.push_back(std::move(clock));
    }
  }

  void read_time() {
    auto const* value = guidance_.find("time");
    if (value == nullptr) return;
    auto reader = part("time", *value, {"path", "per_turn", "unit"});
    if (!reader.is_object()) return;
    TimeRule time{reader.needed_text("path", longest_word), 0, reader.text("unit", longest_word)};
    judge_path(reader, "path", time.path);
    if (reader.need("per_turn", "how much time a turn takes") != nullptr)
      time.per_turn = reader.number("per_turn").value_or(1);
    if (time.per_turn == 0 || std::abs(time.per_turn) > static_cast<double>(largest_clock))
      reader.fault("per_turn", fmt::format("expected a number that is not 0, at most {}", largest_clock));
    read_.mechanics.time = std::move(time);
  }

  void read_decay() {
    auto const* value = guidance_.find("decay");
    if (value == nullptr) return;
    auto reader = part("decay", *value, {"lambda", "clock", "minutes_per_turn"});
    auto& decay = read_.mechanics.decay;
    decay.lambda = not_negative(reader, "lambda", decay.lambda);
    decay.minutes_per_turn = not_negative(reader, "minutes_per_turn", decay.minutes_per_turn);
    auto const clock = reader.text("clock", longest_word);
    if (!clock.empty() && clock != "wall" && clock != "turns")
      reader.fault("clock", fmt::format("expected \"wall\" or \"turns\", found {}", json::shown_key(clock)));
    decay.clock = clock == "turns" ? Decay::Clock::turns : Decay::Clock::wall;
  }

  static double not_negative(MemberReader& reader, std::string_view name, double otherwise) {
    auto const number = reader.number(name).value_or(otherwise);
    if (number < 0) reader.fault(name, fmt::format("{} is below 0: memories would grow with age", number));
    return number;
  }

  ReadMechanics read_;
  MemberReader guidance_;
};

} // namespace

Band const* band_of(std::span<Band const> bands, std::int64_t total) noexcept {
  auto const found = std::ranges::find_if(
      bands, [&](Band const& each) { return !each.at_least || total >= *each.at_least; });
  return found != bands.end() ? &*found : nullptr;
}

ReadMechanics read_mechanics(Json const& guidance, std::string_view pointer) {
  if (guidance.is_null()) return {};
  return MechanicsReader(guidance, pointer).run();
}

Decay read_decay(Ruleset const& ruleset) {
  auto const& guidance = ruleset.mechanics_guidance;
  return guidance.is_null() ? Decay() : MechanicsReader(guidance, {}).decay();
}

} // namespace artifactd::turn
