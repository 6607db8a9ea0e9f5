// Properties of every text: valid ones are unchanged, slips are repaired to the same value, and no bytes make
// repair() propose anything but strict JSON.
#include "state/json/tree.hpp"
#include "tests/state/json/documents.hpp"
#include "tests/state/json/repair_flaw.hpp"
#include "tests/state/json/slipped.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd::json {
namespace {

/// The fault of the proposal; empty if there is none.
std::string flaw_of_repair(std::string_view text) {
  auto const repaired = repair(text);
  return repaired ? flaw(text, *repaired) : "";
}

RC_GTEST_PROP(Repair, GivesASlippedTextItsValueBack, ()) {
  auto const text = *slipped_text();
  auto const repaired = repair(text.slipped);
  if (!repaired) RC_FAIL(repaired.error().message);
  RC_ASSERT(flaw(text.slipped, *repaired) == "");
  RC_ASSERT(same_value(JsonNode(text.sound), JsonNode(repaired->text)));
  RC_ASSERT(repaired->repairs.size() == text.slips);
}

RC_GTEST_PROP(Repair, LeavesSoundTextsAlone, ()) {
  auto const text = *sound_text();
  auto const repaired = repair(text);
  RC_ASSERT(repaired.has_value() == duplicate_keys(text).empty());
  if (!repaired) return;
  RC_ASSERT(repaired->text == text);
  RC_ASSERT(repaired->repairs.empty());
}

RC_GTEST_PROP(Repair, ProposesStrictTextsOnly, ()) {
  RC_ASSERT(flaw_of_repair(*damaged_text()) == "");
  RC_ASSERT(flaw_of_repair(*rc::gen::arbitrary<std::string>()) == "");
}

/// Repairable and other tokens in random order.
RC_GTEST_PROP(Repair, ProposesStrictTextsOnlyForHeapsOfTokens, ()) {
  auto const tokens = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"b\":", "1", "None", "True", "//", "/*", "*/", "\n",
      "```", "```json\n", "\n```\n", "~~~\n", "Here it is:", " and so on.", "\\", "'", "\x01", "\r", " ", "#",
      "\xEF\xBB\xBF", "\u2028", "-", "..."));
  std::string text;
  for (auto const& each : tokens)
    text += each;
  RC_ASSERT(flaw_of_repair(text) == "");
  RC_ASSERT(flaw_of_repair("[" + text + "]") == "");
}

/// What a cut removes cannot be restored: only text after the value may be removed.
RC_GTEST_PROP(Repair, NeverCompletesATextThatWasCutOff, ()) {
  auto const text = *sound_object();
  auto const whole = scan(text)->root;
  auto const cut = *rc::gen::inRange(std::size_t{0}, whole.end);
  RC_ASSERT(!repair(text.substr(0, cut)));
}

} // namespace
} // namespace artifactd::json
