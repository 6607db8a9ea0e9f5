// What a person sees on a terminal: the inbox, `status` and `watch`.
#include "tests/e2e/on_terminal.hpp"
#include "tests/e2e/running_daemon.hpp"

#include <algorithm>
#include <csignal>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <ranges>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

constexpr winsize usual_size{24, 80, 0, 0};

class Screens : public testing::Test {
protected:
  void refuse(std::string const& session, std::string const& agent) {
    auto const dir = site_.session(session);
    dir.artifact(agent, "x.json", "{");
    dir.drop(agent);
    ASSERT_EQ(site_.artifactctl({"merge", dir.path().string()}).exit, 1);
  }

  [[nodiscard]] std::string script(std::string const& text) const {
    auto const path = site_.path() / "script";
    SessionDir(site_.path()).write("script", "#!/bin/sh\n" + text);
    fs::permissions(path, fs::perms::owner_all);
    return path.string();
  }

  Site site_;
};

std::size_t last(std::string const& text, std::string_view part) {
  auto const at = text.rfind(part);
  return at == text.npos ? 0 : at;
}

/// The lines of the last frame, without escape sequences.
std::vector<std::string> last_frame(std::string const& shown) {
  std::vector<std::string> lines{""};
  auto const begin = shown.rfind("\x1b[H");
  for (std::size_t at = begin == shown.npos ? 0 : begin; at < shown.size(); ++at)
    if (shown[at] == '\x1b')
      at = shown.find_first_of("ABCDHJKhlm", at);
    else if (shown[at] == '\n')
      lines.emplace_back();
    else if (shown[at] != '\r')
      lines.back() += shown[at];
  return lines;
}

/// Of a text without wide characters.
std::size_t columns_of(std::string_view line) {
  return static_cast<std::size_t>(
      std::ranges::count_if(line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

TEST_F(Screens, TheInboxRestoresTheTerminalHoweverItEnds) {
  refuse("s", "a");
  // As root, sessions of others are looked at on a thread of its own, which must not take the signals.
  if (::geteuid() == 0) {
    ASSERT_EQ(shell("chown -R daemon .", site_.session("s").path()).exit, 0);
  }
  auto const ends = [&](auto const& how) {
    OnTerminal inbox(site_, {"inbox"}, "true", usual_size);
    ASSERT_TRUE(inbox.shows("[q] leave"));
    EXPECT_FALSE(inbox.is_as_usual());
    how(inbox);
    EXPECT_EQ(inbox.wait(), 6);
    EXPECT_TRUE(inbox.is_as_usual());
    EXPECT_GT(last(inbox.shown(), "\x1b[?1049l"), last(inbox.shown(), "\x1b[?1049h"));
    EXPECT_GT(last(inbox.shown(), "\x1b[?25h"), last(inbox.shown(), "\x1b[?25l"));
  };
  for (auto const* keys : {"q", "\x03", "\x04", "\x1b"})
    ends([&](OnTerminal const& inbox) { inbox.type(keys); });
  for (auto const signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT})
    ends([&](OnTerminal const& inbox) { inbox.send(signal); });
}

TEST_F(Screens, TheInboxIsSuspendedAndGoesOn) {
  refuse("s", "a");
  // As root, with the rights of the session's owner at times: these may not stop root's processes.
  if (::geteuid() == 0) {
    ASSERT_EQ(shell("chown -R daemon .", site_.session("s").path()).exit, 0);
  }
  auto const inbox =
      fmt::format("{} --config {} inbox", site_.program("artifactctl"), site_.config().string());
  OnTerminal bash(site_, {"--norc", "-mc", inbox + "; echo \"suspended: $?\"; fg"}, "true", usual_size,
                  {.name = "/bin/bash"});
  ASSERT_TRUE(bash.shows("[q] leave"));
  bash.forget();
  bash.type("\x1a");
  ASSERT_TRUE(bash.shows("suspended: 148")) << bash.shown(); // 128 + SIGTSTP
  EXPECT_LT(bash.shown().find("\x1b[?1049l"), bash.shown().find("suspended"));
  ASSERT_TRUE(bash.shows("[q] leave"));
  EXPECT_FALSE(bash.is_as_usual());
  bash.type("q");
  EXPECT_EQ(bash.wait(), 6);
  EXPECT_TRUE(bash.is_as_usual());
}

TEST_F(Screens, AKilledEditorLeavesTheTerminalUsable) {
  refuse("s", "a");
  OnTerminal inbox(site_, {"inbox"}, script("stty raw -echo\nprintf '\\033[?1049hediting'\nkill -KILL $$\n"),
                   usual_size);
  ASSERT_TRUE(inbox.shows("[q] leave"));
  inbox.type("e");
  ASSERT_TRUE(inbox.shows("back to the inbox"));
  EXPECT_TRUE(inbox.is_as_usual());
  EXPECT_GT(last(inbox.shown(), "\x1b[?1049l"), last(inbox.shown(), "editing"));
  inbox.forget();
  inbox.type("\r");
  ASSERT_TRUE(inbox.shows("still refused"));
  inbox.type("q"); // back from its details
  ASSERT_TRUE(inbox.shows("[q] leave"));
  inbox.type("q");
  EXPECT_EQ(inbox.wait(), 6);
  EXPECT_TRUE(inbox.is_as_usual());
}

TEST_F(Screens, TheInboxFitsATerminalThatIsResized) {
  refuse(std::string(64, 's'), std::string(60, 'a'));
  OnTerminal inbox(site_, {"inbox"}, "true", usual_size);
  ASSERT_TRUE(inbox.shows("[q] leave"));
  for (auto const& size : {std::pair<unsigned short, unsigned short>{50, 12}, {110, 30}, {20, 4}}) {
    auto const width = size.first;
    auto const height = size.second;
    inbox.forget();
    inbox.resize(width, height);
    EXPECT_TRUE(
        eventually([&] { return inbox.shows("[q] leave") && last_frame(inbox.shown()).size() == height; }));
    for (auto const& line : last_frame(inbox.shown()))
      EXPECT_LE(columns_of(line), width);
  }
}

TEST_F(Screens, TheInboxNamesTheRootOnceAndFindsAndSorts) {
  refuse("s1", "a");
  refuse("s2", "b");
  OnTerminal inbox(site_, {"inbox"}, "true", usual_size);
  ASSERT_TRUE(inbox.shows("[q] leave"));
  auto const root = site_.session("s1").path().parent_path().string();
  auto const first = inbox.shown();
  EXPECT_NE(first.find(root), first.npos);
  EXPECT_EQ(first.find(root), first.rfind(root));
  EXPECT_THAT(first, HasSubstr("s2  b.kg"));
  inbox.forget();
  inbox.type("/b.kg\r");
  ASSERT_TRUE(inbox.shows("1 with \"b.kg\""));
  EXPECT_THAT(last_frame(inbox.shown()), testing::Each(Not(HasSubstr("a.kg"))));
  inbox.type("s");
  EXPECT_TRUE(inbox.shows("by session"));
  inbox.type("?");
  EXPECT_TRUE(inbox.shows("sorts: by age, session, code, agent"));
  inbox.type("qq");
  EXPECT_EQ(inbox.wait(), 6);
}

TEST_F(Screens, WithoutUtf8EverythingIsAsciiOnATerminalAndUntouchedInAPipe) {
  refuse("名前", "a");
  auto const is_ascii = [](std::string const& text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  };
  for (auto const& words : {std::vector<std::string>{"inbox"}, {"inbox", "--list"}, {"status"}}) {
    OnTerminal command(site_, words, "true", usual_size, {.locale = "C"});
    ASSERT_TRUE(command.shows("??")) << words.back();
    if (words.size() == 1 && words.front() == "inbox") command.type("q");
    EXPECT_EQ(command.wait(), 6);
    EXPECT_TRUE(is_ascii(command.shown())) << command.shown();
  }
  auto const piped = run({.words = {built("artifactctl"), "--config", site_.config().string(), "inbox"},
                          .environment = {{"LC_ALL", "C"}}});
  EXPECT_THAT(piped.out, HasSubstr("名前"));
}

TEST_F(Screens, StatusAndItsRemarksTakeNoMoreThanTheTerminal) {
  for (int i = 0; i < 12; ++i)
    refuse("s" + std::to_string(i), std::string(1, static_cast<char>('a' + i)));
  site_.session("damaged-one").write("knowledge-graph.json", "broken");
  for (unsigned short const height : std::initializer_list<unsigned short>{6, 10, 24}) {
    OnTerminal status(site_, {"status"}, "true", {height, 80, 0, 0});
    EXPECT_THAT(status.wait(), testing::AnyOf(6, 7));
    std::size_t rows = 0;
    for (auto const& line : last_frame(status.shown()))
      rows += std::max<std::size_t>(1, (columns_of(line) + 79) / 80);
    EXPECT_LE(rows, height) << status.shown();
  }
  OnTerminal all(site_, {"status", "--all"}, "true", {10, 80, 0, 0});
  all.wait();
  EXPECT_GT(std::ranges::count(all.shown(), '\n'), 24);
}

TEST_F(Screens, WatchHasASummaryOnTopAndTheNewestAtTheBottom) {
  auto const session = site_.session("s");
  RunningDaemon daemon(site_);
  OnTerminal watch(site_, {"watch"}, "true", usual_size);
  ASSERT_TRUE(watch.shows("nothing is at work"));
  session.artifact("b", "x.json", "{");
  session.drop("b");
  ASSERT_TRUE(watch.shows("1 refused"));
  session.artifact("a", "x.json", "{");
  session.drop("a");
  ASSERT_TRUE(watch.shows("2 refused; so far 2 refused"));
  auto const& shown = watch.shown();
  EXPECT_GT(last(shown, "a.kg"), last(shown, "b.kg"));
  EXPECT_GT(last(shown, "b.kg"), last(shown, "2 refused; so far"));
  watch.type("\x03");
  EXPECT_EQ(watch.wait(), 0);
}

} // namespace
} // namespace artifactd::test
