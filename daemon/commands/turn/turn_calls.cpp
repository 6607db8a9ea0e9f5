#include "daemon/commands/turn/turn_calls.hpp"

#include "daemon/commands/turn/turn_text.hpp"
#include "state/json/json_member.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

class Calls {
public:
  Calls(LabelledRows& rows, Json const& document, CharacterNames const& names, model::PriceList const& prices)
      : rows_(rows), document_(document), names_(names), prices_(prices) {}

  void of_turn() {
    Bill all;
    std::size_t count = 0;
    for (auto const& event : part_of(document_, "events"))
      if (is_call(event)) {
        all += call("model", event);
        ++count;
      }
    if (count != 0)
      rows_.add("all calls", fmt::format("{}, {} + {} tokens, {} by today's prices", count, all.usage.input,
                                         all.usage.output, money_text(all)));
  }

  /// Failures before the attempt that made the turn, or in that attempt before it was resumed.
  void that_failed() {
    for (auto const& event : part_of(document_, "failed")) {
      auto const payload = part_of(event, "payload_json");
      if (is_call(event))
        call("failed", event);
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
  static bool is_call(Json const& event) { return part_of(event, "payload_json").contains("usage"); }

  static model::Usage usage_of(Json const& usage) {
    return {.input = count_in(usage, "input"),
            .cached = count_in(usage, "cached"),
            .cache_written = count_in(usage, "cache_written"),
            .output = count_in(usage, "output")};
  }

  Bill call(char const* label, Json const& event) {
    auto const payload = part_of(event, "payload_json");
    auto const key = text_member(event, "model_key");
    auto const bill = bill_of(prices_, key, usage_of(part_of(payload, "usage")));
    auto text = printable(text_member(payload, "call"));
    if (auto const who = text_member(payload, "character_id"); !who.empty()) text += " of " + names_.of(who);
    text += fmt::format(", {}: {}",
                        text_member(payload, "rung") == "first" ? "asked"
                                                                : printable(text_member(payload, "rung")),
                        printable(key));
    if (auto const reported = text_member(payload, "model"); !reported.empty() && reported != key)
      text += fmt::format(" ({})", printable(reported));
    text += fmt::format(", prompt {}, {} + {} tokens, {}", printable(text_member(event, "prompt_version")),
                        bill.usage.input, bill.usage.output, money_text(bill));
    rows_.add(label, text);
    if (auto const failing = text_member(payload, "failing"); !failing.empty())
      rows_.add("", "failed: " + printable(failing));
    for (auto const& [part, says] : {std::pair("faults", "fault: "), {"repairs", "repaired: "}})
      for (auto const& each : texts_of(payload, part))
        rows_.add("", says + printable(each));
    if (auto const dropped = part_of(payload, "dropped"); !dropped.is_null())
      rows_.add("", "unrequested members: " + value_text(dropped));
    return bill;
  }

  LabelledRows& rows_;
  Json const& document_;
  CharacterNames const& names_;
  model::PriceList const& prices_;
};

} // namespace

void add_calls(LabelledRows& rows, Json const& document, CharacterNames const& names,
               model::PriceList const& prices) {
  Calls calls(rows, document, names, prices);
  calls.of_turn();
  calls.that_failed();
}

} // namespace artifactd
