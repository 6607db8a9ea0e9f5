#include "agents/edit/edit_kind.hpp"
#include "agents/report/decision_kind.hpp"
#include "agents/rule/rule_kind.hpp"
#include "agents/state/state_kind.hpp"
#include "daemon/interventions/placed_files.hpp"
#include "merge/kg/kg_kind.hpp"
#include "tests/support/session_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

using test::must;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

SignalName named(Kind const& kind) {
  return {test::name("a"), kind};
}

std::string refusal(Kind const& kind, std::string const& file) {
  auto const place = place_for(named(kind), file);
  return place ? "placed at " + *place : place.error().message;
}

TEST(PlacedFiles, OfAKgSignalKeepTheirNames) {
  EXPECT_EQ(must(place_for(named(kg_kind), "x.json")), "artifacts/a/x.json");
  EXPECT_EQ(must(place_for(named(kg_kind), "x.json.gz")), "artifacts/a/x.json.gz");
  EXPECT_EQ(must(place_for(named(kg_kind), "x.ndjson")), "artifacts/a/x.ndjson");
}

TEST(PlacedFiles, OfAKgSignalHaveTheEndingOfAnArtifact) {
  EXPECT_THAT(refusal(kg_kind, "x.txt"), HasSubstr("has to end in .json, .json.gz, .ndjson"));
  EXPECT_THAT(refusal(kg_kind, ".x.json"), HasSubstr("must not begin with a dot"));
}

TEST(PlacedFiles, NeverLeaveTheirDirectory) {
  for (auto const* name : {"../x.json", "b/x.json", "/x.json", ""})
    EXPECT_THAT(refusal(kg_kind, name), HasSubstr("is not a file name")) << name;
}

TEST(PlacedFiles, OfARequestHaveItsPlaceWhateverTheyAreCalled) {
  EXPECT_EQ(must(place_for(named(edit_kind), "wish.json")), "edits/a.json");
}

TEST(PlacedFiles, OfARuleAreNamedAfterIt) {
  EXPECT_EQ(must(place_for(named(rule_kind), "draft.v2.yaml")), "rules/a.yaml");
  EXPECT_EQ(must(place_for(named(rule_kind), "a.samples.json")), "rules/a.samples.json");
  EXPECT_THAT(refusal(rule_kind, "b.samples.json"), HasSubstr("has to end in .yaml, .py, .txt"));
  EXPECT_THAT(refusal(rule_kind, "a.yml"), HasSubstr("has to end in .yaml, .py, .txt"));
  EXPECT_THAT(refusal(rule_kind, "a.yml"), HasSubstr("rename it to a.yaml"));
}

TEST(PlacedFiles, OfADocumentAreTheDocument) {
  EXPECT_EQ(must(place_for(document_signal(state_kind), "new.json")), "state.json");
}

TEST(PlacedFiles, ADecisionHasNone) {
  EXPECT_THAT(refusal(confirm_kind, "x.json"), HasSubstr("a confirm signal has no files"));
}

TEST(PlacedFiles, FormerOnesAreTheInputsThatAreNotGivenAgain) {
  test::SessionDir const dir;
  EXPECT_THAT(must(former_files(dir.session(), named(kg_kind), {})), IsEmpty());
  for (auto const* name : {"old.json", "x.json", "notes.txt", ".hidden.json"})
    dir.write(std::string("artifacts/a/") + name, "{}");
  EXPECT_THAT(must(former_files(dir.session(), named(kg_kind), {{"artifacts/a/x.json", "{}"}})),
              ElementsAre("artifacts/a/old.json"));
}

TEST(PlacedFiles, AppearInDirectoriesMadeForThem) {
  test::SessionDir const dir;
  must(place_files(dir.claim(), dir.session(), {{"artifacts/a/x.json", "{}"}}));
  EXPECT_EQ(dir.read("artifacts/a/x.json"), "{}");
}

} // namespace
} // namespace artifactd
