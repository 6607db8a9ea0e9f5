#include "daemon/commands/turn/turn_calls.hpp"

#include "daemon/commands/turn/turn_text.hpp"
#include "state/json/json_member.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

bool is_call(Json const& event) {
  return part_of(event, "payload_json").contains("usage");
}

Bill bill_of_call(Json const& event, model::PriceList const& prices) {
  auto const usage = part_of(part_of(event, "payload_json"), "usage");
  return bill_of(prices, text_member(event, "model_key"),
                 {.input = count_in(usage, "input"),
                  .cached = count_in(usage, "cached"),
                  .cache_written = count_in(usage, "cache_written"),
                  .output = count_in(usage, "output")});
}

/// "checks of Emil (emil), asked: small (tiny-1), prompt 3, 900 + 40 tokens, $0.0010"
std::string call_text(Json const& event, Bill const& bill, CharacterNames const& names) {
  auto const payload = part_of(event, "payload_json");
  auto const key = text_member(event, "model_key");
  auto const rung = text_member(payload, "rung");
  auto text = printable(text_member(payload, "call"));
  if (auto const who = text_member(payload, "character_id"); !who.empty()) text += " of " + names.of(who);
  text += fmt::format(", {}: {}", rung == "first" ? "asked" : printable(rung), printable(key));
  if (auto const reported = text_member(payload, "model"); !reported.empty() && reported != key)
    text += fmt::format(" ({})", printable(reported));
  return text + fmt::format(", prompt {}, {} + {} tokens, {}",
                            printable(text_member(event, "prompt_version")), bill.usage.input,
                            bill.usage.output, money_text(bill));
}

/// What was wrong with the reply of a call.
void add_faults(LabelledRows& rows, Json const& payload) {
  if (auto const failing = text_member(payload, "failing"); !failing.empty())
    rows.add("", "failed: " + printable(failing));
  for (auto const& [part, says] : {std::pair("faults", "fault: "), {"repairs", "repaired: "}})
    for (auto const& each : texts_of(payload, part))
      rows.add("", says + printable(each));
  if (auto const dropped = part_of(payload, "dropped"); !dropped.is_null())
    rows.add("", "unrequested members: " + value_text(dropped));
}

} // namespace

void add_calls(LabelledRows& rows, Json const& document, CharacterNames const& names,
               model::PriceList const& prices) {
  Bill all;
  std::size_t count = 0;
  auto const add = [&](char const* label, Json const& event) {
    auto const bill = bill_of_call(event, prices);
    rows.add(label, call_text(event, bill, names));
    add_faults(rows, part_of(event, "payload_json"));
    return bill;
  };
  for (auto const& event : part_of(document, "events"))
    if (is_call(event)) {
      all += add("model", event);
      ++count;
    }
  if (count != 0)
    rows.add("all calls", fmt::format("{}, {} + {} tokens, {} by today's prices", count, all.usage.input,
                                      all.usage.output, money_text(all)));
  // Failures before the attempt that made the turn, or in that attempt before it was resumed
  for (auto const& event : part_of(document, "failed"))
    if (auto const payload = part_of(event, "payload_json"); is_call(event))
      add("failed", event);
    else
      rows.add("failed",
               printable(text_member(payload, "code")) + ": " + printable(text_member(payload, "message")));
  for (auto const& it : part_of(document, "attempts"))
    if (auto const state = text_member(it, "state"); state != "done")
      rows.add("attempt", printable(fmt::format("{}: {} {}", state, text_member(it, "error_code"),
                                                text_member(it, "message"))));
}

} // namespace artifactd
