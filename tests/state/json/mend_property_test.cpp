// Properties of every text: valid ones are unchanged, slips are repaired to the same value, and no bytes make
// mend() propose anything but strict JSON.
#include "state/json/tree.hpp"
#include "tests/state/json/documents.hpp"
#include "tests/state/json/mending_flaw.hpp"
#include "tests/state/json/slipped.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd::json {
namespace {

/// The fault of the proposal; empty if there is none.
std::string flaw_of_mending(std::string_view text) {
  auto const mended = mend(text);
  return mended ? flaw(text, *mended) : "";
}

RC_GTEST_PROP(Mend, GivesASlippedTextItsValueBack, ()) {
  auto const text = *slipped_text();
  auto const mended = mend(text.slipped);
  if (!mended) RC_FAIL(mended.error().message);
  RC_ASSERT(flaw(text.slipped, *mended) == "");
  RC_ASSERT(same_value(JsonNode(text.sound), JsonNode(mended->text)));
  RC_ASSERT(mended->mendings.size() == text.slips);
}

RC_GTEST_PROP(Mend, LeavesSoundTextsAlone, ()) {
  auto const text = *sound_text();
  auto const mended = mend(text);
  RC_ASSERT(mended.has_value() == duplicate_keys(text).empty());
  if (!mended) return;
  RC_ASSERT(mended->text == text);
  RC_ASSERT(mended->mendings.empty());
}

RC_GTEST_PROP(Mend, ProposesStrictTextsOnly, ()) {
  RC_ASSERT(flaw_of_mending(*damaged_text()) == "");
  RC_ASSERT(flaw_of_mending(*rc::gen::arbitrary<std::string>()) == "");
}

/// Repairable and other tokens in random order.
RC_GTEST_PROP(Mend, ProposesStrictTextsOnlyForHeapsOfTokens, ()) {
  auto const tokens = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"b\":", "1", "None", "True", "//", "/*", "*/", "\n",
      "```", "```json\n", "\n```\n", "~~~\n", "Here it is:", " and so on.", "\\", "'", "\x01", "\r", " ", "#",
      "\xEF\xBB\xBF", "\u2028", "-", "..."));
  std::string text;
  for (auto const& each : tokens)
    text += each;
  RC_ASSERT(flaw_of_mending(text) == "");
  RC_ASSERT(flaw_of_mending("[" + text + "]") == "");
}

/// What a cut removes cannot be restored: only text after the value may be removed.
RC_GTEST_PROP(Mend, NeverCompletesATextThatWasCutOff, ()) {
  auto const text = *sound_object();
  auto const whole = scan(text)->root;
  auto const cut = *rc::gen::inRange(std::size_t{0}, whole.end);
  RC_ASSERT(!mend(text.substr(0, cut)));
}

} // namespace
} // namespace artifactd::json
