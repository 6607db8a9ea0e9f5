#include "daemon/commands/turn/turn_calls.hpp"

#include "agents/model/budget.hpp"
#include "daemon/commands/turn/turn_text.hpp"
#include "state/json/json_member.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

class Calls {
public:
  Calls(LabelledRows& rows, Json const& document, CharacterNames const& names, model::PriceList const& prices)
      : rows_(rows), document_(document), names_(names), prices_(prices) {}

  void of_turn() {
    std::optional<model::MicroDollars> sum = 0;
    model::Usage all;
    std::size_t count = 0;
    for (auto const& event : part_of(document_, "events")) {
      if (!part_of(event, "payload_json").is_object() || !part_of(event, "payload_json").contains("usage"))
        continue;
      call("model", event, sum, all);
      ++count;
    }
    if (count != 0)
      rows_.add("all calls", fmt::format("{}, {} + {} tokens, {} by today's prices", count, all.input,
                                         all.output, cost_text(sum)));
  }

  /// Failures before the attempt that made the turn, or in that attempt before it was resumed.
  void that_failed() {
    std::optional<model::MicroDollars> sum = 0;
    model::Usage all;
    for (auto const& event : part_of(document_, "failed")) {
      auto const& payload = part_of(event, "payload_json");
      if (payload.is_object() && payload.contains("usage"))
        call("failed", event, sum, all);
      else
        rows_.add("failed", printable(text_member(payload, "code")) + ": " +
                                printable(text_member(payload, "message")));
    }
    for (auto const& it : part_of(document_, "attempts"))
      if (auto const state = text_member(it, "state"); state != "done")
        rows_.add("attempt", printable(fmt::format("{}: {} {}", state, text_member(it, "error_code"),
                                                   text_member(it, "message"))));
  }

private:
  static model::Usage usage_of(Json const& usage) {
    return {.input = count_in(usage, "input"),
            .cached = count_in(usage, "cached"),
            .cache_written = count_in(usage, "cache_written"),
            .output = count_in(usage, "output")};
  }

  static std::string cost_text(std::optional<model::MicroDollars> const& money) {
    return money ? model::dollars(*money) : "no price";
  }

  void call(char const* label, Json const& event, std::optional<model::MicroDollars>& sum,
            model::Usage& all) {
    auto const& payload = part_of(event, "payload_json");
    auto const usage = usage_of(part_of(payload, "usage"));
    auto const key = text_member(event, "model_key");
    auto const money = model::cost(prices_, key, model::today_in_utc(), usage);
    all += usage;
    sum = sum && money ? std::optional(*sum + *money) : std::nullopt;
    auto text = printable(text_member(payload, "call"));
    if (auto const who = text_member(payload, "character_id"); !who.empty()) text += " of " + names_.of(who);
    text += fmt::format(", {}: {}",
                        text_member(payload, "rung") == "first" ? "asked"
                                                                : printable(text_member(payload, "rung")),
                        printable(key));
    if (auto const reported = text_member(payload, "model"); !reported.empty() && reported != key)
      text += fmt::format(" ({})", printable(reported));
    text += fmt::format(", prompt {}, {} + {} tokens, {}", printable(text_member(event, "prompt_version")),
                        usage.input, usage.output, cost_text(money));
    rows_.add(label, text);
    if (auto const failing = text_member(payload, "failing"); !failing.empty())
      rows_.add("", "failed: " + printable(failing));
    for (auto const& [part, says] : {std::pair("faults", "fault: "), {"repairs", "repaired: "}})
      for (auto const& each : texts_of(payload, part))
        rows_.add("", says + printable(each));
    if (auto const dropped = part_of(payload, "dropped"); !dropped.is_null())
      rows_.add("", "unrequested members: " + value_text(dropped));
  }

  LabelledRows& rows_;
  Json const& document_;
  CharacterNames const& names_;
  model::PriceList const& prices_;
};

} // namespace

std::size_t count_in(Json const& payload, char const* name) {
  auto const found = part_of(payload, name);
  return found.is_number_unsigned() || found.is_number_integer()
             ? static_cast<std::size_t>(std::max<std::int64_t>(found.get<std::int64_t>(), 0))
             : 0;
}

void add_calls(LabelledRows& rows, Json const& document, CharacterNames const& names,
               model::PriceList const& prices) {
  Calls calls(rows, document, names, prices);
  calls.of_turn();
  calls.that_failed();
}

} // namespace artifactd
