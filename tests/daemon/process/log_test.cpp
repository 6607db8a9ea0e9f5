#include "daemon/process/log.hpp"

#include <cstdlib>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {
namespace {

constexpr std::int64_t moment = 1'700'000'000'123'000'000;

/// What log_event() writes to stderr.
template <class Act>
std::string stderr_of(Act act) {
  testing::internal::CaptureStderr();
  act();
  return testing::internal::GetCapturedStderr();
}

TEST(LogLine, TextForAPersonHasTimeLevelEventAndFieldsInOrder) {
  auto line = log_line(LogFormat::text, LogReader::person, moment, LogLevel::info, "signal settled",
                       {{"session", "/s/one"}, {"took_us", std::int64_t{840}}});
  EXPECT_EQ(line, "2023-11-14T22:13:20.123Z info    signal settled session=/s/one took_us=840");
}

TEST(LogLine, TextForJournaldHasTheSyslogLevelAndNoTime) {
  auto line = [](LogLevel level) {
    return log_line(LogFormat::text, LogReader::journald, moment, level, "x", {});
  };
  EXPECT_EQ(line(LogLevel::error), "<3>x");
  EXPECT_EQ(line(LogLevel::warning), "<4>x");
  EXPECT_EQ(line(LogLevel::info), "<6>x");
  EXPECT_EQ(line(LogLevel::debug), "<7>x");
}

TEST(LogLine, HostileTextStaysOneHarmlessField) {
  auto line = log_line(LogFormat::text, LogReader::person, moment, LogLevel::info, "bad name",
                       {{"file", "a\n2023 error forged=1 \x1b[31m\xff\"q"}, {"next", ""}});
  EXPECT_THAT(line, testing::EndsWith(R"(bad name file="a\x0a2023 error forged=1 \x1b[31m\xff\"q" next="")"));
}

TEST(LogLine, JsonIsOneParseableLineWhateverTheFieldsHold) {
  auto line = log_line(LogFormat::json, LogReader::journald, moment, LogLevel::warning, "bad name",
                       {{"file", "a\n\"\xff\u202e"}, {"count", std::int64_t{-3}}});
  EXPECT_EQ(line.find('\n'), line.npos);
  for (char c : line)
    EXPECT_LT(static_cast<unsigned char>(c), 0x7f) << "nothing a terminal could reorder";
  auto json = nlohmann::json::parse(line);
  EXPECT_EQ(json["time"], "2023-11-14T22:13:20.123Z");
  EXPECT_EQ(json["level"], "warning");
  EXPECT_EQ(json["event"], "bad name");
  EXPECT_EQ(json["file"], "a\n\"\ufffd\u202e");
  EXPECT_EQ(json["count"], -3);
}

TEST(LogEvent, GoesToStderrAboveTheThresholdOnly) {
  auto text = stderr_of([] {
    open_log({LogFormat::json, LogLevel::warning});
    log_event(LogLevel::info, "quiet");
    log_event(LogLevel::error, "loud {}", {{"why", "{}"}});
    open_log({LogFormat::text, LogLevel::debug});
    log_event(LogLevel::debug, "chatty");
    open_log({});
  });
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("quiet")));
  EXPECT_THAT(text, testing::HasSubstr(R"("event":"loud {}","why":"{}"})"));
  EXPECT_THAT(text, testing::EndsWith("debug   chatty\n"));
}

TEST(LogReader, IsJournaldOnlyWhenStderrIsItsStream) {
  struct stat status{};
  ASSERT_EQ(::fstat(STDERR_FILENO, &status), 0);
  ::setenv("JOURNAL_STREAM", fmt::format("{}:{}", status.st_dev, status.st_ino).c_str(), 1);
  EXPECT_EQ(log_reader(), LogReader::journald);
  ::setenv("JOURNAL_STREAM", "1:1", 1);
  EXPECT_EQ(log_reader(), LogReader::person);
  ::unsetenv("JOURNAL_STREAM");
  EXPECT_EQ(log_reader(), LogReader::person);
}

TEST(LogWords, ParseBackToThemselves) {
  for (auto level : {LogLevel::debug, LogLevel::info, LogLevel::warning, LogLevel::error})
    EXPECT_EQ(parse_log_level(log_level_word(level)), level);
  for (auto format : {LogFormat::text, LogFormat::json})
    EXPECT_EQ(parse_log_format(log_format_word(format)), format);
  EXPECT_EQ(parse_log_level("loud"), std::nullopt);
}

} // namespace
} // namespace artifactd
