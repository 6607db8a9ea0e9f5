#include "merge/artifacts/artifact_set.hpp"
#include "state/platform/clock.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <thread>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::must;
using testing::ElementsAre;
using testing::IsEmpty;

class ArtifactSetTest : public testing::Test {
protected:
  ArtifactSet read() { return must(read_artifacts(dir_.session(), agent_, limits_)); }
  bool same(ArtifactSet const& set) { return must(still_the_same(dir_.session(), agent_, set, limits_)); }
  static std::vector<std::string> codes(ArtifactSet const& set) {
    std::vector<std::string> found;
    for (auto const& each : set.findings)
      found.push_back(each.code);
    return found;
  }
  static std::vector<std::string> files(ArtifactSet const& set) {
    std::vector<std::string> found;
    for (auto const& each : set.files)
      found.push_back(each.name);
    return found;
  }
  void write(std::string const& file, std::string_view text = "{}") {
    dir_.write("artifacts/a/" + file, text);
  }

  test::SessionDir dir_;
  Name agent_ = test::name("a");
  ArtifactLimits limits_;
};

TEST_F(ArtifactSetTest, IsTheJsonFilesInByteOrder) {
  for (auto const* file : {"b.json", "a.json", "B.json", "10.json", "9.json", "\xc3\xa4.json"})
    write(file, file);
  auto set = read();
  EXPECT_THAT(files(set), ElementsAre("10.json", "9.json", "B.json", "a.json", "b.json", "\xc3\xa4.json"));
  EXPECT_EQ(set.files[3].bytes, "a.json");
  EXPECT_EQ(set.files[3].path, "artifacts/a/a.json");
  EXPECT_THAT(set.findings, IsEmpty());
}

TEST_F(ArtifactSetTest, LeavesOtherFilesAlone) {
  write("a.json");
  for (auto const* file : {".hidden.json", "output.md", "a.json.tmp", "json", ".json", "A.JSON"})
    write(file, "broken {");
  fs::create_directory(dir_ / "artifacts/a/sub");
  auto set = read();
  EXPECT_THAT(files(set), ElementsAre("a.json"));
  EXPECT_THAT(codes(set), ElementsAre("file.ignored")) << "A.JSON may be meant";
}

TEST_F(ArtifactSetTest, WithoutOneFileIsAFinding) {
  EXPECT_THAT(codes(read()), ElementsAre("dir.missing"));
  write(".hidden.json");
  write("output.md");
  EXPECT_THAT(codes(read()), ElementsAre("file.none"));
}

TEST_F(ArtifactSetTest, TakesFilesUpToTheLimitInclusive) {
  write("a.json", std::string(64 * 1024, ' '));
  EXPECT_THAT(read().findings, IsEmpty());
  write("a.json", std::string(64 * 1024 + 1, ' '));
  write("b.json", "");
  auto set = read();
  EXPECT_THAT(codes(set), ElementsAre("file.too_large", "file.empty"));
  EXPECT_EQ(set.findings[0].file, "artifacts/a/a.json");
  EXPECT_THAT(files(set), IsEmpty());
  EXPECT_EQ(set.listed.size(), 2U);
}

TEST_F(ArtifactSetTest, TakesAsManyFilesAsAllowed) {
  limits_.files = 3;
  for (auto const* file : {"1.json", "2.json", "3.json", "notes.md"})
    write(file);
  EXPECT_THAT(read().findings, IsEmpty());
  write("4.json");
  auto set = read();
  EXPECT_THAT(codes(set), ElementsAre("file.too_many"));
  EXPECT_TRUE(same(set));
}

TEST_F(ArtifactSetTest, TakesAsManyLinesOfLogsAsAllowed) {
  limits_.lines = 3;
  write("a.ndjson", "{}\n{}\n");
  write("b.json", "{\n\n\n\n}");
  write("c.ndjson", "{}\n");
  EXPECT_THAT(read().findings, IsEmpty());
  write("c.ndjson", "{}\n{}\n");
  write("d.ndjson", "{}\n");
  auto const set = read();
  EXPECT_THAT(codes(set), ElementsAre("log.too_many_lines"));
  EXPECT_EQ(set.findings[0].file, "artifacts/a/c.ndjson");
  EXPECT_THAT(files(set), ElementsAre("a.ndjson", "b.json")) << "what goes beyond costs nothing more";
  EXPECT_TRUE(same(set));
  write("c.ndjson", "{}\n[]\n");
  EXPECT_NE(digest_of(read()), digest_of(set));
}

TEST_F(ArtifactSetTest, FollowsNoLinkAndReadsOnlyRegularFiles) {
  dir_.write("outside.json", "{}");
  write("good.json");
  fs::create_symlink("../../outside.json", dir_ / "artifacts/a/a-link.json");
  fs::create_symlink("nowhere", dir_ / "artifacts/a/b-dangling.json");
  fs::create_hard_link(dir_ / "outside.json", dir_ / "artifacts/a/c-second-name.json");
  fs::create_directory(dir_ / "artifacts/a/d-directory.json");
  ASSERT_EQ(::mkfifo((dir_ / "artifacts/a/e-pipe.json").c_str(), 0600), 0);
  auto set = read();
  EXPECT_THAT(codes(set), ElementsAre("file.symlink", "file.symlink", "file.hard_link", "file.not_regular",
                                      "file.not_regular"));
  EXPECT_THAT(files(set), ElementsAre("good.json"));
  for (auto const& each : set.findings) {
    EXPECT_EQ(each.tier, Tier::syntax);
    EXPECT_FALSE(each.hint.empty()) << each.code;
  }
}

TEST_F(ArtifactSetTest, ASocketIsNoArtifact) {
  write("a.json");
  UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{AF_UNIX, {}};
  auto path = (dir_ / "artifacts/a/s.json").string();
  ASSERT_LT(path.size(), sizeof address.sun_path);
  path.copy(address.sun_path, path.size());
  ASSERT_EQ(::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  EXPECT_THAT(codes(read()), ElementsAre("file.not_regular"));
}

TEST_F(ArtifactSetTest, NeedsARealDirectory) {
  dir_.write("artifacts/a", "a file");
  EXPECT_THAT(codes(read()), ElementsAre("dir.not_directory"));
  fs::remove(dir_ / "artifacts/a");
  dir_.write("elsewhere/x.json", "{}");
  fs::create_directory_symlink("../elsewhere", dir_ / "artifacts/a");
  EXPECT_THAT(codes(read()), ElementsAre("dir.symlink"));
  fs::remove_all(dir_ / "artifacts");
  fs::create_directories(dir_ / "real/a");
  fs::create_directory_symlink("real", dir_ / "artifacts");
  EXPECT_THAT(codes(read()), ElementsAre("dir.symlink"));
}

TEST_F(ArtifactSetTest, KnowsWhetherItIsStillTheSame) {
  write("a.json", "{\"n\": 1}");
  auto set = read();
  EXPECT_TRUE(same(set));
  write("notes.md");
  EXPECT_TRUE(same(set)); // not an artifact
  write("b.json");
  EXPECT_FALSE(same(set));
  fs::remove(dir_ / "artifacts/a/b.json");
  EXPECT_TRUE(same(set));
  do { // until the file system's clock has ticked
    write("a.json", "{\"n\": 2}");
  } while (dir_.stamp("artifacts/a/a.json").changed_ns == set.listed[0].stamp.changed_ns);
  EXPECT_FALSE(same(set));
}

TEST_F(ArtifactSetTest, IsNotTheSameWithOtherNamesThoughItsDirectoryHadRested) {
  write("a.json");
  wait_past(dir_.stamp("artifacts/a").changed_ns);
  auto const set = read();
  EXPECT_TRUE(same(set));
  write("b.json");
  EXPECT_FALSE(same(set));
  fs::remove(dir_ / "artifacts/a/b.json");
  EXPECT_TRUE(same(set));
}

TEST_F(ArtifactSetTest, IsNotTheSameInAnotherDirectoryOrWithoutOne) {
  auto missing = read();
  EXPECT_TRUE(same(missing));
  write("a.json");
  EXPECT_FALSE(same(missing));
  auto set = read();
  fs::rename(dir_ / "artifacts/a", dir_ / "artifacts/old");
  EXPECT_FALSE(same(set));
  fs::copy(dir_ / "artifacts/old", dir_ / "artifacts/a");
  EXPECT_FALSE(same(set));
}

TEST_F(ArtifactSetTest, HasADigestOfNamesAndContents) {
  write("a.json", "{\"n\": 1}");
  write("b.json", "");
  auto first = digest_of(read());
  EXPECT_EQ(digest_of(read()), first);
  write("a.json", "{\"n\": 2}");
  EXPECT_NE(digest_of(read()), first);
  write("a.json", "{\"n\": 1}");
  EXPECT_EQ(digest_of(read()), first); // times do not matter
  write("b.json", "{}");
  EXPECT_NE(digest_of(read()), first);
  fs::remove(dir_ / "artifacts/a/b.json");
  auto less = digest_of(read());
  fs::rename(dir_ / "artifacts/a/a.json", dir_ / "artifacts/a/c.json");
  EXPECT_NE(digest_of(read()), less);
}

TEST_F(ArtifactSetTest, IsNeverReadTorn) {
  write("a.json", std::string(4000, 'a'));
  std::atomic<bool> stop = false;
  std::jthread writer([&] {
    for (int i = 0; !stop; ++i)
      write("a.json", std::string(4000, static_cast<char>('a' + i % 26)));
  });
  for (int i = 0; i < 200; ++i) {
    auto set = read_artifacts(dir_.session(), agent_, limits_);
    if (!set) {
      EXPECT_EQ(test::fault(set), "changed");
      continue;
    }
    for (auto const& file : set->files)
      EXPECT_EQ(file.bytes, std::string(4000, file.bytes[0]));
  }
  stop = true;
}

} // namespace
} // namespace artifactd
