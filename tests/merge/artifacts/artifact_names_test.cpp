#include "merge/artifacts/artifact_names.hpp"
#include "state/platform/fd.hpp"
#include "tests/support/session_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

using test::must;
using testing::ElementsAre;

class ArtifactNamesTest : public testing::Test {
protected:
  void write(std::vector<std::string> const& files) {
    for (auto const& file : files)
      dir_.write("artifacts/a/" + file, "{}");
  }
  ArtifactNames found(NameLimits const& limits) {
    auto const directory = must(open_directory(dir_.session().directory(), "artifacts/a"));
    return must(artifact_names(directory.get(), limits));
  }

  test::SessionDir dir_;
};

TEST_F(ArtifactNamesTest, OtherFilesAreNoArtifactsHoweverManyThereAre) {
  write({"b.json", "a.ndjson", ".a.json"});
  for (int i = 0; i < 50; ++i)
    write({std::to_string(i) + ".txt"});
  auto const names = found({.artifacts = 2});
  EXPECT_THAT(names.names, ElementsAre("a.ndjson", "b.json"));
  EXPECT_TRUE(names.complete);
  EXPECT_FALSE(too_many(names, "artifacts/a", 2));
}

TEST_F(ArtifactNamesTest, TheListingIsBounded) {
  write({"a.json", "b.json", "c.json"});
  auto const artifacts = found({.artifacts = 2});
  EXPECT_FALSE(artifacts.complete);
  EXPECT_EQ(too_many(artifacts, "artifacts/a", 1)->message, "the directory holds more than 2 artifact files");
  write({"1.txt", "2.txt", "3.txt", "4.txt"});
  auto const others = too_many(found({.others = 3}), "artifacts/a", 1000);
  ASSERT_TRUE(others);
  EXPECT_EQ(others->code, "file.too_many");
  EXPECT_EQ(others->message, "the directory holds more than 3 other files");
  EXPECT_EQ(others->expected, "at most 3 other files");
}

class IgnoredArtifactsTest : public ArtifactNamesTest {
protected:
  std::string path_ = "artifacts/a";
  std::optional<Finding> warning() {
    auto const directory = must(open_directory(dir_.session().directory(), path_));
    return ignored(directory.get(), found({}), path_);
  }
};

TEST_F(IgnoredArtifactsTest, AreNearlyNamedLikeArtifactsOrInASubdirectory) {
  write({"a.json", "b.jsonl", "c.JSON", "sub/d.json", "l.ndjson.gz"});
  auto const found = warning();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->code, "file.ignored");
  EXPECT_EQ(found->severity, Severity::warning);
  EXPECT_EQ(found->message, "not read: b.jsonl, c.JSON, l.ndjson.gz, sub/d.json");
  EXPECT_EQ(
      found->hint,
      "Only files in artifacts/a/ itself whose names end in .json, .json.gz or .ndjson are read: rename "
      "b.jsonl to b.ndjson, rename c.JSON to c.json, unpack l.ndjson.gz to a .ndjson, move sub/d.json up.");
}

TEST_F(IgnoredArtifactsTest, AreNotFilesThatNobodyMeans) {
  write({"a.json", "a.json.tmp", ".b.jsonl", "notes.txt", "README.md", "pictures/p.png"});
  EXPECT_FALSE(warning());
}

TEST_F(IgnoredArtifactsTest, AreNamedIfThereIsNoArtifact) {
  write({"a.txt", "b.jsonl"});
  auto const directory = must(open_directory(dir_.session().directory(), path_));
  auto const finding = no_artifact(directory.get(), found({}), path_);
  EXPECT_EQ(finding.found, "a.txt, b.jsonl");
  EXPECT_EQ(finding.expected, "a file whose name ends in .json, .json.gz or .ndjson");
  EXPECT_THAT(finding.hint, testing::HasSubstr("rename b.jsonl to b.ndjson"));
}

} // namespace
} // namespace artifactd
