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

} // namespace
} // namespace artifactd
