#include "agents/turn/content/content_codes.hpp"
#include "agents/turn/content/document_checks.hpp"
#include "agents/turn/limits.hpp"
#include "tests/agents/turn/content/sample_documents.hpp"
#include "tests/agents/turn/content/told.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <set>

namespace artifactd::turn {
namespace {

using content_test::as_text;
using content_test::sample_bundle;
using content_test::sample_document;
using content_test::told;
using content_test::words_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Reads and checks, as an import does.
std::vector<Finding> judged(Json const& json, Library const& others = {}) {
  auto const text = as_text(json);
  auto read = read_documents(text);
  auto const findings = check(read.documents, others);
  EXPECT_TRUE(findings);
  read.findings.insert(read.findings.end(), findings->begin(), findings->end());
  locate(read.findings, text);
  return read.findings;
}

/// A merge patch at `at`: there, a null in a patch of its own is written where RFC 7396 would remove the
/// member.
Json patched(Json const& each) {
  auto bundle = sample_bundle();
  auto const at = each.value("at", "");
  bundle[Json::json_pointer(at)].merge_patch(each["patch"]);
  return bundle;
}

TEST(DocumentChecks, Corpus) {
  auto const corpus = content_test::corpus_file("checks_corpus.json");
  for (auto const& each : corpus["cases"]) {
    SCOPED_TRACE(each["case"].get<std::string>());
    auto const findings = judged(patched(each));
    EXPECT_EQ(told(findings), each["findings"].get<std::vector<std::string>>()) << words_of(findings);
    EXPECT_THAT(words_of(findings), HasSubstr(each.value("says", "")));
  }
}

TEST(DocumentChecks, FindingsAreCompleteAndHaveAPlace) {
  std::set<std::string_view> codes;
  for (auto const& each : content_codes)
    codes.insert(each.code);
  auto const corpus = content_test::corpus_file("checks_corpus.json");
  for (auto const& each : corpus["cases"])
    for (auto const& finding : judged(patched(each))) {
      EXPECT_TRUE(codes.contains(finding.code)) << finding.code;
      EXPECT_TRUE(finding.line && finding.column && !finding.excerpt.empty());
      EXPECT_FALSE(finding.message.empty() || finding.expected.empty() || finding.found.empty());
      EXPECT_FALSE(finding.hint.empty()) << finding.message;
    }
}

TEST(DocumentChecks, TheSeedsOwnExampleIsWarnedAbout) {
  auto ruleset = sample_document("ruleset");
  ruleset["character_stat_schema"] = Json::parse(
      R"({"type": "object", "properties": {"shyness": {"type": "integer", "min": 0, "max": 10}}})");
  auto const findings = judged(ruleset);
  EXPECT_EQ(findings.size(), 2U);
  EXPECT_FALSE(has_error(findings));
  // Warned about, but not reinterpreted: the schema accepts what `maximum` would refuse.
  std::vector<Finding> reading;
  auto const read = read_ruleset(ruleset, {}, reading);
  EXPECT_THAT(*stat_block_faults(Json({{"shyness", 99}}), *read, {}), IsEmpty());
}

TEST(DocumentChecks, WhatIsNotInTheBundleIsLookedUp) {
  auto bundle = sample_bundle();
  bundle.erase("rulesets");
  bundle.erase("characters");
  EXPECT_EQ(judged(bundle).size(), 3U);
  std::vector<Finding> findings;
  auto const stored = read_documents(as_text(sample_bundle())).documents;
  EXPECT_THAT(judged(bundle, library_of(stored, {})), IsEmpty());
  // Documents in the bundle take precedence.
  bundle["characters"] = Json::array({sample_document("character")});
  bundle["characters"][0]["name"] = "Sam";
  EXPECT_THAT(told(judged(bundle, library_of(stored, {}))),
              ElementsAre("error turn.scenario /scenarios/0/character_ids/1"));
}

TEST(DocumentChecks, ALibraryThatFailsIsAnError) {
  Library broken;
  broken.ruleset = [](std::string_view) -> Result<std::optional<Ruleset>> { return fail(Fault::io, "disk"); };
  auto const read = read_documents(as_text(sample_document("character")));
  auto const checked = check(read.documents, broken);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().message, "disk");
}

TEST(DocumentChecks, TheStateIsBounded) {
  auto bundle = sample_bundle();
  auto& seed = bundle["scenarios"][0]["scene_seed"];
  auto const sound = seed;
  seed["text"] = std::string(longest_state_text + 1, 'x');
  seed["list"] = Json(longest_list + 1, 1);
  EXPECT_THAT(told(judged(bundle)), ElementsAre("error turn.scene_seed /scenarios/0/scene_seed/text",
                                                "error turn.scene_seed /scenarios/0/scene_seed/list"));
  seed = sound;
  for (int i = 0; i < 20; ++i)
    seed["t" + std::to_string(i)] = std::string(longest_state_text, 'x');
  EXPECT_THAT(told(judged(bundle)), ElementsAre("error turn.scene_seed /scenarios/0/scene_seed"));
}

TEST(DocumentChecks, TheCastIsBounded) {
  auto bundle = sample_bundle();
  for (int i = 0; i < 40; ++i) {
    auto character = sample_document("character");
    character["id"] = "npc-" + std::to_string(i);
    character["name"] = "Npc " + std::to_string(i);
    bundle["characters"].push_back(character);
    bundle["scenarios"][0]["character_ids"].push_back(character["id"]);
  }
  EXPECT_THAT(told(judged(bundle)), ElementsAre("error turn.scenario /scenarios/0/character_ids"));
}

} // namespace
} // namespace artifactd::turn
