#include "agents/turn/rules/check.hpp"

#include "agents/turn/limits.hpp"
#include "agents/turn/rules/bands.hpp"
#include "agents/turn/rules/dice_form.hpp"
#include "agents/turn/rules/stat_expression.hpp"
#include "state/dice/draws.hpp"
#include "state/json/mistake.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr std::string_view dice_request = "/dice_request"; // where a reply has its checks
constexpr std::size_t longest_asked_id = 256;
/// What a check must not bring along if the ruleset has numbers of its own: how it is rolled, what it
/// changes, and how it ends.
constexpr std::array<std::string_view, 14> of_the_ruleset = {
    "expression", "modifier", "bonus", "bands", "band",   "at_least", "ops",
    "tick",       "dice",     "roll",  "rolls", "result", "total",    "outcome"};
constexpr std::size_t longest_asked_reason = 2 << 10;

/// The names of the stats a check can use.
std::vector<std::string> whole_stats(Json const& stat_block) {
  std::vector<std::string> names;
  if (!stat_block.is_object()) return names;
  for (auto const& [name, value] : stat_block.items())
    if (whole_number(value)) names.push_back(name);
  return names;
}

/// Reads one check of a request. If there is a fault, the check must not be used.
class CheckReader {
public:
  CheckReader(Mechanics const& mechanics, std::span<Character const> characters, MemberReader reader)
      : mechanics_(mechanics), characters_(characters), reader_(std::move(reader)) {}

  Check run() && {
    if (!reader_.is_object()) return {};
    check_.reason = reader_.text("reason", longest_asked_reason);
    check_.character_id = reader_.text("character_id", longest_asked_id);
    find_character();
    if (mechanics_.checks)
      read_by_rule(*mechanics_.checks);
    else
      read_freely();
    return std::move(check_);
  }

private:
  void find_character() {
    auto const& id = check_.character_id;
    if (id.empty()) return;
    auto const found = std::ranges::find(characters_, id, &Character::id);
    if (found != characters_.end()) {
      character_ = &*found;
      return;
    }
    std::vector<std::string> ids;
    for (auto const& each : characters_)
      ids.push_back(each.id);
    reader_.fault("character_id", fmt::format("{} is no character of the story{}", json::shown_key(id),
                                              known_names(id, ids)));
  }

  /// An empty text counts as no name.
  [[nodiscard]] bool names_stat() const {
    auto const* stat = reader_.find("stat");
    return stat != nullptr && !(stat->is_string() && stat->get_ref<std::string const&>().empty());
  }

  /// The stat named by the model, if the character has it.
  std::string named_stat() {
    auto stat = reader_.text("stat", longest_asked_id);
    if (stat.empty() || character_ == nullptr) return stat;
    auto const names = whole_stats(character_->stat_block);
    if (std::ranges::count(names, stat) > 0) return stat;
    reader_.fault("stat", fmt::format("{} has no stat {}{}", json::shown_key(character_->id),
                                      json::shown_key(stat), known_names(stat, names)));
    return {};
  }

  void read_by_rule(CheckRule const& rule) {
    for (auto const theirs : of_the_ruleset)
      if (auto const* value = reader_.find(theirs); value != nullptr && !value->empty())
        reader_.fault(theirs, "is the ruleset's, not yours: ask with {character_id, stat, reason} alone");
    if (reader_.need("character_id", "the id of the character who is tested") == nullptr) return;
    check_.bands = rule.bands;
    if (character_ == nullptr) return; // already reported
    check_.stat = named_stat();
    bool const wants_stat = std::ranges::count(stats_in(rule.expression), "stat") > 0;
    if (rule.stat == StatChoice::dominant)
      choose_dominant(rule.margin);
    else if (wants_stat && check_.stat.empty() && !names_stat())
      reader_.fault("stat", "is missing" + known_names("", whole_stats(character_->stat_block)));
    if (!wants_stat || !check_.stat.empty()) put_in_stats("stat", rule.expression);
  }

  /// The highest stat, unless the model names one that no other clearly exceeds.
  void choose_dominant(std::int64_t margin) {
    auto const highest = dominant_stat(character_->stat_block);
    if (highest.empty()) return reader_.fault("character_id", "this character has no stats to be tested");
    if (check_.stat.empty() && names_stat()) return; // already reported
    if (check_.stat.empty()) check_.stat = highest;
    auto const value = [&](std::string const& stat) {
      return whole_number(character_->stat_block.at(stat)).value_or(0);
    };
    if (value(highest) - value(check_.stat) >= margin)
      reader_.fault("stat", fmt::format("{} ({}) is not the dominant one: {} ({}) is clearly higher",
                                        json::shown_key(check_.stat), value(check_.stat),
                                        json::shown_key(highest), value(highest)));
  }

  void read_freely() {
    auto const expression = reader_.needed_text("expression", dice::longest_expression);
    std::vector<std::string> nothing_told;
    check_.bands = read_bands(reader_, BandsOf::model, nothing_told);
    check_.stat = named_stat();
    if (expression.empty()) return; // already reported
    put_in_stats("expression", expression);
    auto const& forms = mechanics_.dice_formats;
    auto const plain = with_ones(expression).value_or(expression);
    if (forms.empty() ||
        std::ranges::any_of(forms, [&](auto const& form) { return has_dice_form(plain, form); }))
      return;
    reader_.fault("expression", fmt::format("{} has a form that the ruleset does not allow{}",
                                            json::shown_key(expression), known_names("", forms)));
  }

  void put_in_stats(std::string_view member, std::string const& expression) {
    static Json const nobody = Json::object();
    auto const& stats =
        character_ != nullptr && character_->stat_block.is_object() ? character_->stat_block : nobody;
    auto text = with_stats(expression, stats, check_.stat);
    if (!text) return reader_.fault(member, text.error());
    check_.expression = *std::move(text);
    if (auto const parsed = dice::parse(check_.expression); !parsed)
      reader_.fault(member, fmt::format("{}, at byte {} of {}{}{}", parsed.error().message,
                                        parsed.error().byte, json::shown_key(check_.expression),
                                        parsed.error().hint.empty() ? "" : ": ", parsed.error().hint));
    else if (parsed->terms.empty())
      reader_.fault(member, fmt::format("{} rolls no dice", json::shown_key(check_.expression)));
  }

  Mechanics const& mechanics_;
  std::span<Character const> characters_;
  MemberReader reader_;
  Character const* character_ = nullptr;
  Check check_;
};

} // namespace

ReadChecks read_checks(Mechanics const& mechanics, std::span<Character const> characters,
                       Json const& request) {
  ReadChecks read;
  if (request.is_null()) return read;
  auto const fault = [&](std::string const& message) {
    read.faults.push_back(fault_at(dice_request, message));
    return read;
  };
  if (!request.is_array()) return fault(fmt::format("expected a list of checks, found {}", shown(request)));
  if (request.empty()) return read;
  if (!mechanics.uses_dice) return fault("the ruleset uses no dice: expected an empty list");
  if (request.size() > most_checks)
    return fault(fmt::format("has {} checks, at most {}", request.size(), most_checks));
  for (std::size_t i = 0; i < request.size(); ++i) {
    auto const& each = request[i];
    auto const check = each.is_string() ? Json{{"expression", each}} : each;
    MemberReader reader(check, fmt::format("{}/{}", dice_request, i), read.faults);
    read.checks.push_back(CheckReader(mechanics, characters, std::move(reader)).run());
  }
  return read;
}

namespace {

RolledCheck judged(Check const& check, dice::Rolled rolled) {
  RolledCheck each{check, std::move(rolled), {}, Json::array()};
  if (auto const* band = band_of(check.bands, each.rolled.total); band != nullptr) {
    each.band = band->label;
    each.ops = band->ops;
  }
  return each;
}

} // namespace

RolledChecks roll_checks(std::span<Check const> checks, std::string_view dice_seed, std::uint64_t turn,
                         std::uint64_t reroll) {
  RolledChecks result;
  for (std::size_t i = 0; i < checks.size(); ++i) {
    auto const& check = checks[i];
    auto rolled = dice::roll(check.expression, dice::roll_seed(dice_seed, turn, i, reroll));
    if (!rolled) {
      result.faults.push_back(
          fault_at(fmt::format("{}/{}/expression", dice_request, i), rolled.error().message));
      continue;
    }
    result.rolls.push_back(judged(check, *std::move(rolled)));
  }
  return result;
}

RolledChecks recorded_checks(std::span<Check const> checks, std::span<dice::Rolled const> rolls) {
  if (checks.size() != rolls.size())
    return {.rolls = {},
            .faults = {fault_at(dice_request, fmt::format("{} checks, but {} rolls are recorded",
                                                          checks.size(), rolls.size()))}};
  RolledChecks result;
  for (std::size_t i = 0; i < checks.size(); ++i)
    result.rolls.push_back(judged(checks[i], rolls[i]));
  return result;
}

Json context_json(RolledCheck const& rolled) {
  auto context = Json::object();
  if (!rolled.check.character_id.empty()) context["character_id"] = rolled.check.character_id;
  if (!rolled.check.stat.empty()) context["stat"] = rolled.check.stat;
  context["reason"] = rolled.check.reason;
  auto& bands = context["bands"] = Json::array();
  for (auto const& band : rolled.check.bands) {
    auto& told = bands.emplace_back(Json::object());
    if (band.at_least) told["at_least"] = *band.at_least;
    told["label"] = band.label;
  }
  if (!rolled.band.empty()) context["band"] = rolled.band;
  return context;
}

std::string dominant_stat(Json const& stat_block) {
  std::string best;
  std::int64_t highest = 0;
  for (auto const& name : whole_stats(stat_block)) {
    auto const value = whole_number(stat_block.at(name)).value_or(0);
    if (!best.empty() && value <= highest) continue;
    best = name;
    highest = value;
  }
  return best;
}

} // namespace artifactd::turn
