#include "daemon/process/log.hpp"
#include "daemon/process/log_events.hpp"
#include "state/platform/fd.hpp"
#include "tests/support/scratch_dir.hpp"

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sched.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
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

TEST(LogLine, LeavesOutInTextWhatIsBesideIt) {
  auto line = [](LogFormat format) {
    return log_line(format, LogReader::person, moment, LogLevel::info, "merged",
                    {{"signal", "a.kg.lock"}, LogField::beside_text("agent", "a")});
  };
  EXPECT_THAT(line(LogFormat::text), testing::EndsWith("merged signal=a.kg.lock"));
  EXPECT_EQ(nlohmann::json::parse(line(LogFormat::json))["agent"], "a");
}

TEST(JournalEntry, HasTheLineAndAFieldForEachKey) {
  auto const entry = journal_entry(LogLevel::warning, "pending",
                                   {{"session", "/s/one two"},
                                    {"took_us", std::int64_t{840}},
                                    {"reason", ""},
                                    LogField::beside_text("code", "graph.damaged")},
                                   std::source_location::current());
  std::istringstream in(entry);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    if (!line.starts_with("CODE_LINE=") && !line.starts_with("CODE_FUNC=")) lines.push_back(line);
  EXPECT_THAT(lines, testing::ElementsAre(
                         "MESSAGE=pending session=\"/s/one two\" took_us=840 reason=\"\"", "PRIORITY=4",
                         fmt::format("MESSAGE_ID={}", message_id("pending", "graph.damaged")),
                         fmt::format("SYSLOG_IDENTIFIER={}", program_invocation_short_name),
                         testing::AllOf(testing::StartsWith("CODE_FILE="), testing::EndsWith("log_test.cpp")),
                         "ARTIFACTD_EVENT=pending", "ARTIFACTD_SESSION=/s/one two", "ARTIFACTD_TOOK_US=840",
                         "ARTIFACTD_CODE=graph.damaged"));
}

TEST(JournalEntry, KeepsHostileTextWithinItsField) {
  auto const entry = journal_entry(LogLevel::info, "bad name", {{"file", "a\nPRIORITY=0\n\xff"}},
                                   std::source_location::current());
  EXPECT_THAT(entry, testing::Not(testing::HasSubstr("\nPRIORITY=0")));
  EXPECT_THAT(entry, testing::HasSubstr("\nARTIFACTD_FILE=a\\x0aPRIORITY=0\\x0a\\xff\n"));
}

/// Stands in for journald, in a /run of its own; std::nullopt if this user may not have one.
class JournalSocket {
public:
  static std::optional<JournalSocket> open() {
    auto const user = ::geteuid();
    auto const group = ::getegid();
    if (::unshare(user == 0 ? CLONE_NEWNS : CLONE_NEWUSER | CLONE_NEWNS) < 0) return std::nullopt;
    if (user != 0) { // without a mapping, nothing can be made on the new /run
      std::ofstream("/proc/self/setgroups") << "deny";
      std::ofstream("/proc/self/uid_map") << fmt::format("{0} {0} 1", user);
      std::ofstream("/proc/self/gid_map") << fmt::format("{0} {0} 1", group);
    }
    if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) < 0) return std::nullopt;
    if (::mount("tmpfs", "/run", "tmpfs", 0, nullptr) < 0) return std::nullopt;
    std::filesystem::create_directories("/run/systemd/journal");
    UniqueFd made(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{.sun_family = AF_UNIX, .sun_path = "/run/systemd/journal/socket"};
    if (!made || ::bind(made.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) < 0)
      return std::nullopt;
    return JournalSocket(std::move(made));
  }
  [[nodiscard]] std::string received() const {
    std::array<char, 4096> buffer{};
    auto const size = ::recv(socket_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    return {buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
  }

private:
  explicit JournalSocket(UniqueFd socket) : socket_(std::move(socket)) {}
  UniqueFd socket_;
};

constexpr int no_namespace = 77;

/// In a process of its own: exits with 0 if an event reaches the journal, and stderr once the journal is
/// gone.
[[noreturn]] void log_to_a_journal(std::string const& file) {
  auto const journal = JournalSocket::open();
  if (!journal) std::_Exit(no_namespace);
  UniqueFd const out(::open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600));
  struct stat status{};
  if (!out || ::dup2(out.get(), STDERR_FILENO) < 0 || ::fstat(out.get(), &status) < 0) std::_Exit(1);
  ::setenv("JOURNAL_STREAM", fmt::format("{}:{}", status.st_dev, status.st_ino).c_str(), 1);
  open_log({});
  log_event(LogLevel::info, "merged", {{"session", "/s"}});
  log_event(LogLevel::debug, "below the threshold");
  auto const entry = journal->received();
  auto const whole = entry.starts_with("MESSAGE=merged session=/s\nPRIORITY=6\nMESSAGE_ID=") &&
                     entry.find("\nARTIFACTD_SESSION=/s\n") != entry.npos;
  auto const silent = std::filesystem::file_size(file) == 0 && journal->received().empty();
  open_log({LogFormat::json, LogLevel::info});
  log_event(LogLevel::info, "as json");
  auto const json = journal->received().empty() && std::filesystem::file_size(file) > 0;
  std::filesystem::resize_file(file, 0);
  ::lseek(STDERR_FILENO, 0, SEEK_SET);
  open_log({});
  std::filesystem::remove("/run/systemd/journal/socket");
  log_event(LogLevel::error, "the journal is gone", {{"a", "b"}});
  std::_Exit(whole && silent && json ? 0 : 1);
}

TEST(LogEvent, GoesToTheJournalAndToStderrWhereThereIsNone) {
  test::ScratchDir const scratch;
  auto const file = (scratch / "stderr").string();
  auto const child = ::fork();
  if (child == 0) log_to_a_journal(file);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  if (WEXITSTATUS(status) == no_namespace) GTEST_SKIP() << "this user may not make a namespace";
  EXPECT_EQ(WEXITSTATUS(status), 0) << "the entry is not in the journal, or not there alone";
  std::ifstream in(file);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "<3>the journal is gone a=b\n");
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
