// `artifactctl fix` on a terminal: what a person does with work that is still faulty after the editor.
#include "tests/e2e/running_daemon.hpp"

#include <cstdlib>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;

/// artifactctl with a terminal of its own, and an editor that makes nothing better.
class OnTerminal {
public:
  OnTerminal(Site const& site, std::vector<std::string> words) {
    words.insert(words.begin(), {site.program("artifactctl"), "--config", site.config().string()});
    pid_ = ::forkpty(&terminal_, nullptr, nullptr, nullptr);
    if (pid_ != 0) return;
    ::setenv("TERM", "xterm", 1);
    ::setenv("VISUAL", "true", 1);
    std::vector<char*> argv;
    for (auto& word : words)
      argv.push_back(word.data());
    argv.push_back(nullptr);
    ::execv(argv.front(), argv.data());
    ::_exit(127);
  }
  OnTerminal(OnTerminal const&) = delete;
  OnTerminal& operator=(OnTerminal const&) = delete;
  ~OnTerminal() {
    ::kill(pid_, SIGKILL);
    if (!ended_) ::waitpid(pid_, nullptr, 0);
    ::close(terminal_);
  }

  void type(std::string_view keys) const {
    ASSERT_EQ(::write(terminal_, keys.data(), keys.size()), keys.size());
  }

  /// Whether it shows the text by and by.
  [[nodiscard]] bool shows(std::string_view text) {
    return eventually([&] {
      read();
      return shown_.contains(text);
    });
  }

  /// Its exit status.
  int wait() {
    int status = 0;
    EXPECT_TRUE(eventually([&] {
      read(); // a full terminal would keep it
      ended_ = ::waitpid(pid_, &status, WNOHANG) == pid_;
      return ended_;
    })) << shown_;
    return WEXITSTATUS(status);
  }

private:
  void read() {
    pollfd ready{terminal_, POLLIN, 0};
    char bytes[4096];
    while (::poll(&ready, 1, 0) == 1 && (ready.revents & POLLIN) != 0) {
      auto const got = ::read(terminal_, bytes, sizeof bytes);
      if (got <= 0) return;
      shown_.append(bytes, static_cast<std::size_t>(got));
    }
  }

  int terminal_ = -1;
  pid_t pid_ = -1;
  bool ended_ = false;
  std::string shown_;
};

class StillFaulty : public testing::Test {
protected:
  void SetUp() override {
    session_.artifact("a", "x.json", "{");
    session_.drop("a");
    ASSERT_EQ(site_.artifactctl({"merge", "s"}).exit, 1);
  }

  Site site_;
  SessionDir session_ = site_.session("s");
};

TEST_F(StillFaulty, is_left_refused_by_escape) {
  OnTerminal fix(site_, {"fix", "s", "a"});
  ASSERT_TRUE(fix.shows("[Esc] back"));
  fix.type("\x1b");
  EXPECT_EQ(fix.wait(), 1);
  EXPECT_TRUE(session_.refused("a"));
}

TEST_F(StillFaulty, is_submitted_with_all_attempts_by_r) {
  OnTerminal fix(site_, {"fix", "s", "a"});
  ASSERT_TRUE(fix.shows("[r] retry fresh"));
  fix.type("zr"); // what is no offer does nothing
  EXPECT_EQ(fix.wait(), 0);
  EXPECT_TRUE(session_.pending("a"));
  EXPECT_FALSE(fs::exists(session_ / ".artifactd/attempts/a.kg.json"));
}

TEST_F(StillFaulty, is_edited_again_by_e) {
  OnTerminal fix(site_, {"fix", "s", "a"});
  ASSERT_TRUE(fix.shows("[e] edit"));
  session_.artifact("a", "x.json", "{}");
  fix.type("e");
  EXPECT_EQ(fix.wait(), 0);
  EXPECT_TRUE(session_.pending("a"));
}

} // namespace
} // namespace artifactd::test
