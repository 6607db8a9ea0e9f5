#include "merge/artifacts/artifact_log.hpp"
#include "merge/artifacts/artifact_text.hpp"
#include "merge/diagnosis/diagnose.hpp"
#include "tests/merge/graph_text.hpp"
#include "tests/merge/kg/settled_session.hpp"

#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <thread>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::artifacts;
using test::codes;
using test::must;
using testing::ElementsAre;
using testing::IsEmpty;

Artifact log_of(std::string bytes) {
  return {"x.ndjson", "artifacts/a/x.ndjson", std::move(bytes)};
}

std::vector<Finding> judged(std::string bytes) {
  return log_findings(log_of(std::move(bytes)), {});
}

TEST(ArtifactLog, IsItsCompleteLines) {
  auto log = log_of("{\"n\": 1}\n\n \t\r\n  {\"n\": 2} \r\n{\"n\":");
  EXPECT_THAT(texts_of(log), ElementsAre("{\"n\": 1}", "{\"n\": 2}"));
  EXPECT_EQ(lines_of(log.bytes).at(1).number, 4U);
  log.settled = 9;
  EXPECT_THAT(texts_of(log, Lines::unsettled), ElementsAre("{\"n\": 2}"));
  EXPECT_THAT(texts_of(log_of("{}")), IsEmpty());
}

TEST(ArtifactLog, AFileIsOneTextWhateverItsLines) {
  Artifact file{"x.json", "artifacts/a/x.json", "\n{\n}\n"};
  EXPECT_THAT(texts_of(file), ElementsAre("{\n}"));
}

TEST(ArtifactLog, EveryLineIsStrictJson) {
  auto findings = judged("{}\n{'a': 1}\n{\"b\": 1, \"b\": 2}\n");
  ASSERT_THAT(codes(findings), ElementsAre("json.unexpected", "json.duplicate_key"));
  EXPECT_EQ(findings[0].line, 2U);
  EXPECT_EQ(findings[0].column, 2U);
  EXPECT_EQ(findings[0].byte, 4U);
  EXPECT_EQ(findings[1].line, 3U);
  EXPECT_THAT(codes(judged("{}{}\n")), ElementsAre("json.trailing"));
  EXPECT_THAT(codes(judged("{\n}\n")), ElementsAre("json.truncated", "json.unexpected"));
  EXPECT_THAT(codes(judged(std::string(65, '[') + "\n")), ElementsAre("json.depth"));
}

TEST(ArtifactLog, TheAdviceIsThatForLines) {
  auto const comma = judged("{}\n{\"a\": 1},\n").at(0);
  EXPECT_EQ(comma.message, "a comma follows the object");
  EXPECT_EQ(comma.hint, "Remove it. Each line holds one whole object, with nothing after it.");
  EXPECT_EQ(judged("{} {}\n").at(0).hint,
            "Begin a new line before it. Each line holds one whole object, with nothing after it.");
  auto const cut = judged("{}\n{\"a\":\n1}\n").at(0);
  EXPECT_EQ(cut.message, "the text ends while the '{' of line 2 is open");
  EXPECT_EQ(cut.hint,
            "Each line holds one whole object, with nothing after it. An object cannot go on in the "
            "next line.");
}

TEST(ArtifactLog, EveryLineIsAnObject) {
  auto diagnosis = must(diagnose(test::name("a"), artifacts({{"x.ndjson", "{}\n[1]\n{}\n7\n"}}), {}, {}));
  ASSERT_THAT(codes(diagnosis.findings), ElementsAre("shape.not_object", "shape.not_object"));
  EXPECT_EQ(diagnosis.findings[0].line, 2U);
  EXPECT_EQ(diagnosis.findings[1].line, 4U);
}

TEST(ArtifactLog, ALineIsAsLargeAsAnArtifactMayBe) {
  auto line = "{}" + std::string(64 * 1024 - 2, ' ');
  EXPECT_THAT(judged(line + "\n" + line + "\n"), IsEmpty());
  auto findings = judged("{}\n" + line + " \n{}\n");
  ASSERT_THAT(codes(findings), ElementsAre("log.line_too_large"));
  EXPECT_EQ(findings[0].line, 2U);
  EXPECT_THAT(codes(judged(line + " ")), ElementsAre("log.line_too_large")) << "it cannot get any better";
}

TEST(ArtifactLog, ATornLineIsToldOfAndNotJudged) {
  auto findings = judged("{}\n{'");
  ASSERT_THAT(codes(findings), ElementsAre("log.torn"));
  EXPECT_EQ(findings[0].severity, Severity::warning);
  EXPECT_EQ(findings[0].line, 2U);
}

TEST(ArtifactLog, ManyFaultsAreOneHundred) {
  std::string bad;
  for (int i = 0; i < 5000; ++i)
    bad += "x\n";
  EXPECT_EQ(judged(bad).size(), 100U);
}

TEST(ArtifactLog, NothingButLogsWithoutALineIsAFinding) {
  auto found = [](std::vector<std::pair<std::string, std::string>> const& files) {
    return codes(must(diagnose(test::name("a"), artifacts(files), {}, {})).findings);
  };
  EXPECT_THAT(found({{"x.ndjson", ""}}), ElementsAre("log.no_line"));
  EXPECT_THAT(found({{"x.ndjson", "{}"}}), ElementsAre("log.torn", "log.no_line"));
  EXPECT_THAT(found({{"x.ndjson", "\n\n"}, {"y.ndjson", ""}}), ElementsAre("log.no_line", "log.no_line"));
  EXPECT_THAT(found({{"x.ndjson", ""}, {"y.ndjson", "{}\n"}}), IsEmpty());
  EXPECT_THAT(found({{"x.ndjson", ""}, {"y.json", "{}"}}), IsEmpty());
}

class LogFile : public testing::Test {
protected:
  ArtifactSet read() { return must(read_artifacts(dir_.session(), test::name("a"), limits_)); }
  bool same(ArtifactSet const& set, Growth growth) {
    return must(still_the_same(dir_.session(), test::name("a"), set, limits_, growth));
  }
  void write(std::string_view text, std::string const& file = "x.ndjson") {
    dir_.write("artifacts/a/" + file, text);
  }
  test::SessionDir dir_;
  ArtifactLimits limits_;
};

TEST_F(LogFile, HasALimitOfItsOwn) {
  limits_.log = 200'000;
  write(std::string(200'000, '\n'));
  EXPECT_THAT(read().findings, IsEmpty());
  write(std::string(200'001, '\n'));
  EXPECT_THAT(codes(read().findings), ElementsAre("file.too_large"));
}

TEST_F(LogFile, IsARegularFile) {
  fs::create_directories(dir_ / "artifacts/a");
  dir_.write("outside", "{}\n");
  fs::create_symlink("../../outside", dir_ / "artifacts/a/1.ndjson");
  fs::create_hard_link(dir_ / "outside", dir_ / "artifacts/a/2.ndjson");
  ASSERT_EQ(::mkfifo((dir_ / "artifacts/a/3.ndjson").c_str(), 0600), 0);
  EXPECT_THAT(codes(read().findings), ElementsAre("file.symlink", "file.hard_link", "file.not_regular"));
}

TEST_F(LogFile, MayGrowWhereThatIsTolerated) {
  write("{}\n{\"n\":");
  auto set = read();
  EXPECT_TRUE(same(set, Growth::differs));
  write("{}\n{\"n\": 1}\n");
  EXPECT_FALSE(same(set, Growth::differs));
  EXPECT_TRUE(same(set, Growth::tolerated));
  write("[]\n{\"n\": 1}\n"); // it has grown, but its beginning changed too
  EXPECT_FALSE(same(set, Growth::tolerated));
  write("{}\n");
  EXPECT_FALSE(same(set, Growth::tolerated));
}

TEST_F(LogFile, OtherFilesMayNotGrow) {
  write("{}", "x.json");
  auto set = read();
  write("{} ", "x.json");
  EXPECT_FALSE(same(set, Growth::tolerated));
}

TEST_F(LogFile, IsAnotherOneOnceReplaced) {
  write("{}\n");
  auto set = read();
  write("{}\n{}\n", "new");
  fs::rename(dir_ / "artifacts/a/new", dir_ / "artifacts/a/x.ndjson");
  EXPECT_FALSE(same(set, Growth::tolerated));
}

TEST_F(LogFile, IsReadWhileItGrows) {
  write("{}\n");
  std::atomic<bool> written = false;
  std::jthread writer([&] { // a fixed amount: reading may be slower than writing
    std::ofstream log(dir_ / "artifacts/a/x.ndjson", std::ios::app);
    for (int i = 0; i < 20'000; ++i)
      log << "{\"text\": \"" << std::string(100, 'x') << "\"}\n" << std::flush;
    written = true;
  });
  while (!written) {
    auto set = read();
    ASSERT_EQ(set.files.size(), 1U);
    EXPECT_EQ(set.files[0].bytes.size(), set.listed[0].stamp.size);
    EXPECT_TRUE(same(set, Growth::tolerated));
  }
}

} // namespace
} // namespace artifactd
