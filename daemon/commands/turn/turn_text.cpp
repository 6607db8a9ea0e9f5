#include "daemon/commands/turn/turn_text.hpp"

#include "daemon/terminal/display_text.hpp"
#include "state/json/json_member.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd {

namespace {

constexpr std::array first_members = {"time", "location", "present", "pressure", "constraints"};

std::string dim(std::string const& text, Colour colour) {
  return colour == Colour::on ? "\x1b[2m" + text + "\x1b[0m" : text;
}

/// One die in the roll's notation: dropped in parentheses, rerolled struck out.
std::string die_text(Json const& die) {
  auto text = std::to_string(die.value("value", std::int64_t{0}));
  if (die.value("rerolled", false)) return "~" + text + "~";
  if (die.value("exploded", false)) text += "!";
  return die.value("dropped", false) ? "(" + text + ")" : text;
}

std::string turn_text(Json const& result, std::size_t width, Colour colour) {
  std::string text;
  for (auto const& roll : part_of(result, "dice"))
    text += dim("  " + roll_text(roll, {}), colour) + "\n";
  for (auto const& event : part_of(result, "events"))
    text += dim("  " + printable(text_member(event, "event")), colour) + "\n";
  if (!text.empty()) text += "\n";
  return text + prose(text_member(result, "narration_text"), width);
}

std::string seed_text(Json const& dice) {
  auto const seed = text_member(dice, "seed");
  return seed.empty() ? "the seed of its dice is shown once no other story rolls with it\n"
                      : fmt::format("the seed of its dice was {}\n", printable(seed));
}

std::string begin_text(Json const& result, std::size_t width, Colour colour) {
  auto text = prose(text_member(result, "intro"), width);
  auto const dice = part_of(result, "dice");
  text += dim(fmt::format("\ndice: SHA-256 of their seed ({}) is\n  {}\n\"turn reveal\" shows the seed once "
                          "the story has ended",
                          text_member(dice, "seed"), printable(text_member(dice, "commitment"))),
              colour) +
          "\n";
  return text;
}

std::string forget_text(Json const& result) {
  auto const count = part_of(result, "forgotten").size();
  std::string text =
      count == 0   ? "there was no story to forget\n"
      : count == 1 ? "the story is forgotten\n"
                   : fmt::format("the story is forgotten, and {} that branched off from it\n", count - 1);
  for (auto const& each : texts_of(result, "left"))
    text += fmt::format("not deleted: {}\n", printable(each));
  return text + printable(text_member(result, "out_of_reach")) + "\n";
}

std::string people_text(Json const& state, CharacterNames const& names) {
  std::vector<std::string> people;
  for (auto const& id : texts_of(state, "present"))
    people.push_back(names.of(id));
  return fmt::format("{}", fmt::join(people, ", "));
}

} // namespace

Json part_of(Json const& json, char const* name) {
  return json.is_object() ? json.value(name, Json()) : Json();
}

std::size_t count_in(Json const& json, char const* name) {
  auto const found = part_of(json, name);
  return found.is_number_integer()
             ? static_cast<std::size_t>(std::max<std::int64_t>(found.get<std::int64_t>(), 0))
             : 0;
}

std::string value_text(Json const& value) {
  if (value.is_string()) return printable(value.get_ref<std::string const&>());
  if (value.is_array()) {
    std::vector<std::string> parts;
    for (auto const& each : value)
      parts.push_back(value_text(each));
    return fmt::format("{}", fmt::join(parts, ", "));
  }
  return printable(compact(value));
}

std::string prose(std::string_view text, std::size_t width) {
  std::string wrapped_text;
  for (auto const& line : lines_of(text))
    for (auto const& part : wrapped(printable(line), width))
      wrapped_text += part + "\n";
  return wrapped_text;
}

std::string roll_text(Json const& roll, CharacterNames const& names) {
  std::vector<std::string> faces;
  for (auto const& die : part_of(roll, "dice"))
    faces.push_back(die_text(die));
  auto const context = part_of(roll, "context");
  auto text = fmt::format("{} = {}  [{}]", printable(text_member(roll, "expression")),
                          roll.value("total", std::int64_t{0}), fmt::join(faces, " "));
  if (auto const band = text_member(context, "band"); !band.empty()) text += "  " + printable(band);
  if (auto const who = text_member(context, "character_id"); !who.empty()) {
    auto const stat = text_member(context, "stat");
    text += fmt::format("  ({}{}{})", names.of(who), stat.empty() ? "" : ", ", printable(stat));
  }
  return text;
}

std::string step_text(Json const& result, std::size_t width, Colour colour) {
  auto const what = text_member(result, "do");
  auto const index = result.value("scene_index", std::int64_t{0});
  if (what == "say") return turn_text(result, width, colour);
  if (what == "begin") return begin_text(result, width, colour);
  if (what == "branch")
    return fmt::format("{} goes on from here\n", printable(text_member(result, "directory")));
  if (what == "models")
    return fmt::format("small {}, large {}\n", printable(text_member(result, "small_model_key")),
                       printable(text_member(result, "large_model_key")));
  if (what == "rebase")
    return fmt::format("{} {} at version {}\n",
                       result.value("dry_run", false) ? "the story would go on with"
                                                      : "the story goes on with",
                       printable(text_member(result, "ruleset_id")),
                       printable(text_member(result, "ruleset_digest").substr(0, 12)));
  if (what == "end")
    return fmt::format("the story has ended at scene {}\n{}", index, seed_text(part_of(result, "dice")));
  if (what == "forget") return forget_text(result);
  return fmt::format("the story is at scene {}\n", index);
}

std::string money_text(Bill const& bill) {
  return bill.money ? model::dollars(*bill.money) : "no price";
}

std::string progress_text(std::string const& what, std::string const& text) {
  if (what == "resolving" || what == "narrating") return what;
  if (what == "rolled") return printable(text);
  if (what == "acts") return printable(text) + " acts";
  return {};
}

std::string state_text(Json const& state, CharacterNames const& names) {
  std::string text;
  auto const add = [&](std::string const& name, Json const& value) {
    text += table_row(printable(name), 16, name == "present" ? people_text(state, names) : value_text(value));
  };
  for (auto const* name : first_members)
    if (state.contains(name)) add(name, state[name]);
  for (auto const& [name, value] : state.items())
    if (std::ranges::find(first_members, name) == first_members.end()) add(name, value);
  return text;
}

} // namespace artifactd
