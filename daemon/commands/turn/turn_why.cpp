#include "daemon/commands/turn/turn_why.hpp"

#include "daemon/commands/turn/turn_calls.hpp"
#include "daemon/commands/turn/turn_text.hpp"
#include "state/json/json_member.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace artifactd {

namespace {

/// "10 or more: said and heard; 7 or more: said, at a price; else astray"
std::string bands_text(Json const& context) {
  std::vector<std::string> parts;
  for (auto const& band : part_of(context, "bands")) {
    auto const from = part_of(band, "at_least");
    auto const label = printable(text_member(band, "label"));
    parts.push_back(from.is_number_integer() ? fmt::format("{} or more: {}", from.get<std::int64_t>(), label)
                                             : "else " + label);
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

class Why {
public:
  Why(Json const& document, model::PriceList const& prices, std::size_t width)
      : document_(document), scene_(part_of(document, "scene")), told_(part_of(document, "told")),
        names_(document), prices_(prices), rows_(width) {}

  std::string text() {
    head();
    checks();
    for (auto const& action : part_of(scene_, "actions"))
      act(action);
    changes();
    observations();
    memories();
    lore();
    add_calls(rows_, document_, names_, prices_);
    return rows_.text();
  }

private:
  void row(std::string_view label, std::string const& cells) { rows_.add(label, cells); }

  void head() {
    rows_.add_title(fmt::format("── {}", count_in(scene_, "scene_index")));
    for (auto const& message : part_of(scene_, "messages"))
      if (text_member(message, "role") == "user") row("said", printable(text_member(message, "content")));
    for (auto const& event : part_of(document_, "events")) {
      auto const& payload = part_of(event, "payload_json");
      if (text_member(event, "event_type") != "user_action") continue;
      if (payload.value("retried", Json()) == true)
        row("retry", count_in(payload, "reroll") == 0
                         ? std::string("with the same dice")
                         : fmt::format("with other dice, for time {}", count_in(payload, "reroll")));
      if (auto const source = text_member(payload, "source"); !source.empty()) row("from", printable(source));
    }
  }

  void checks() {
    for (auto const& roll : part_of(document_, "dice")) {
      auto const context = part_of(roll, "context");
      row("check", roll_text(roll, names_));
      if (auto const reason = text_member(context, "reason"); !reason.empty()) row("", printable(reason));
      if (auto const bands = bands_text(context); !bands.empty()) row("", bands);
    }
  }

  void act(Json const& action) {
    auto const outcome = text_member(part_of(action, "resolved_outcome"), "text");
    if (!outcome.empty()) row("outcome", printable(outcome));
    if (!part_of(action, "resolved_outcome").is_null()) return; // the player's, shown above
    auto text =
        names_.of(text_member(action, "character_id")) + ": " + printable(text_member(action, "action_text"));
    if (auto const tags = texts_of(action, "intent_tags"); !tags.empty())
      text += printable(fmt::format("  [{}]", fmt::join(tags, ", ")));
    row("acts", text);
  }

  /// "trust 2 → 3, closeness 6 → 7"
  static std::string edge_text(Json const& op) {
    std::vector<std::string> parts;
    auto const before = part_of(op, "before");
    auto const after = part_of(op, "after");
    for (auto const& [name, value] : after.items())
      if (auto const was = part_of(before, name.c_str()); was != value)
        parts.push_back(fmt::format("{} {} → {}", printable(name), value_text(was), value_text(value)));
    if (parts.empty()) parts.emplace_back("nothing changes");
    auto const text = fmt::format("{}", fmt::join(parts, ", "));
    return part_of(op, "clamped") == true ? text + " (stopped at a bound)" : text;
  }

  std::string op_text(Json const& op) const {
    auto const what = printable(text_member(op, "op"));
    if (op.contains("a"))
      return fmt::format("{} {} – {}: {}", what, names_.of(text_member(op, "a")),
                         names_.of(text_member(op, "b")), edge_text(op));
    auto const side = [&op](char const* name) {
      return op.contains(name) ? value_text(op[name]) : std::string("nothing");
    };
    auto text = what + " " + printable(text_member(op, "path"));
    if (op.contains("value")) text += fmt::format(" {}, length", value_text(op["value"]));
    text += fmt::format(": {} → {}", side("before"), side("after"));
    return part_of(op, "clamped") == true ? text + " (stopped at its bound)" : text;
  }

  void changes() {
    for (auto const& event : part_of(document_, "events")) {
      auto const& payload = part_of(event, "payload_json");
      if (text_member(event, "event_type") == "tool_call" && text_member(payload, "tool") == "time")
        row("time", op_text({{"op", "passes:"},
                             {"path", part_of(payload, "path")},
                             {"before", part_of(payload, "before")},
                             {"after", part_of(payload, "after")},
                             {"clamped", part_of(payload, "clamped")}}));
      if (text_member(event, "event_type") != "state_apply") continue;
      for (auto const& [whose, says] :
           {std::pair("ruleset", "rules"), {"bands", "band"}, {"narrator", "narrator"}})
        for (auto const& op : part_of(payload, whose))
          row(says, op_text(op));
      for (auto const& raised : part_of(payload, "events"))
        row("clock full", fmt::format("{}: {}", printable(text_member(raised, "path")),
                                      printable(text_member(raised, "event"))));
    }
  }

  void observations() {
    for (auto const& each : part_of(document_, "observed"))
      row("observed", fmt::format("{}, importance {}: {}", names_.of(text_member(each, "character_id")),
                                  count_in(each, "importance"), printable(text_member(each, "content"))));
  }

  /// What a step's prompts omitted: the maximum over its calls.
  std::size_t left_out(std::string_view step, std::string const& character, char const* what) const {
    std::size_t most = 0;
    for (auto const& event : part_of(document_, "events"))
      if (text_member(event, "step_name") == step &&
          text_member(part_of(event, "payload_json"), "character_id") == character)
        most = std::max(most, count_in(part_of(part_of(event, "payload_json"), "left_out"), what));
    return most;
  }

  static double number_in(Json const& json, char const* name) {
    auto const found = part_of(json, name);
    return found.is_number() ? found.get<double>() : 0;
  }

  void told_to(std::string const& whom, Json const& memories, std::size_t left) {
    if (memories.empty()) return row("told", whom + ": nothing remembered");
    row("told", whom + ":");
    auto const told = memories.size() - std::min(left, memories.size());
    for (std::size_t i = 0; i < memories.size(); ++i) {
      auto const& it = memories[i];
      auto const of_whom =
          whom == to_rules ? names_.of(text_member(it, "character_id")) + ": " : std::string();
      row("", fmt::format("{:.3f} = {} × {:.3f} × {:.2f}  {}{}{}", number_in(it, "priority"),
                          count_in(it, "effective_importance"), number_in(it, "decay_weight"),
                          number_in(it, "reinforcement_multiplier"), of_whom,
                          printable(text_member(it, "content")), i < told ? "" : "  (left out: no room)"));
    }
  }

  void memories() {
    if (told_.is_null())
      return row("told", count_in(scene_, "scene_index") == 0
                             ? "nobody yet: the story begins here"
                             : "not known: the turn was not played in this story");
    told_to(to_rules, part_of(told_, "to_rules"), left_out("ruleset_resolution", "", "observations"));
    std::set<std::string> reflected;
    for (auto const& event : part_of(document_, "events"))
      if (text_member(event, "step_name") == "reflection")
        reflected.insert(text_member(part_of(event, "payload_json"), "character_id"));
    for (auto const& id : reflected)
      told_to(names_.of(id), part_of(part_of(told_, "to_characters"), id.c_str()),
              left_out("reflection", id, "observations"));
  }

  void lore() {
    auto const entry = [](Json const& it) {
      auto const key = text_member(it, "key");
      return fmt::format("entry {} ({}): {}", count_in(it, "index"),
                         key.empty() ? "always told" : "\"" + printable(key) + "\"",
                         printable(text_member(it, "content")));
    };
    auto const fired = part_of(told_, "lore");
    for (auto const& it : part_of(fired, "told"))
      row("lore", entry(it));
    for (auto const& it : part_of(fired, "left_out"))
      row("lore", entry(it) + "  (left out: no room)");
    for (auto const* step : {"ruleset_resolution", "narrator"})
      if (auto const left = left_out(step, "", "lore"); left != 0)
        row("lore", fmt::format("the last {} of it left out for the {}: the prompt was too large", left,
                                step == std::string_view("narrator") ? "narrator" : "rules"));
    for (auto const& event : part_of(document_, "events"))
      if (part_of(part_of(part_of(event, "payload_json"), "left_out"), "summary") == true)
        row("left out", "the summary of the rules, for the narrator: the prompt was too large");
  }

  static constexpr auto to_rules = "the rules";

  Json const& document_;
  Json scene_;
  Json told_;
  CharacterNames names_;
  model::PriceList const& prices_;
  LabelledRows rows_;
};

} // namespace

std::string why_text(Json const& document, model::PriceList const& prices, std::size_t width) {
  return Why(document, prices, width).text();
}

} // namespace artifactd
