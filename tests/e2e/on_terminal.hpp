// Runs one of our programs on a terminal, with a person's keys.
#pragma once

#include "tests/e2e/eventually.hpp"
#include "tests/e2e/site.hpp"

#include <cstdlib>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <string>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace artifactd::test {

struct TerminalProgram {
  std::string name = "artifactctl"; ///< or the path of a program, which gets no --config
  std::string locale = "C.UTF-8";
};

/// artifactctl, or another program, with a terminal of its own.
class OnTerminal {
public:
  /// `editor`: the value of VISUAL; the default changes nothing. `size`: of the terminal.
  OnTerminal(Site const& site, std::vector<std::string> words, std::string const& editor = "true",
             winsize size = {40, 120, 0, 0}, TerminalProgram const& program = {}) {
    if (program.name.starts_with('/'))
      words.insert(words.begin(), program.name);
    else
      words.insert(words.begin(), {site.program(program.name), "--config", site.config().string()});
    pid_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
    if (pid_ != 0) return;
    ::setenv("TERM", "xterm", 1);
    ::setenv("LC_ALL", program.locale.c_str(), 1);
    editor.empty() ? ::unsetenv("VISUAL") : ::setenv("VISUAL", editor.c_str(), 1);
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
    if (terminal_ >= 0) ::close(terminal_);
  }

  void type(std::string_view keys) const {
    ASSERT_EQ(::write(terminal_, keys.data(), keys.size()), keys.size());
  }

  /// Waits for the text to be shown; false if it is not.
  [[nodiscard]] bool shows(std::string_view text) {
    return eventually([&] {
      read();
      return shown_.contains(text);
    });
  }

  /// Discards what has been shown so far.
  void forget() {
    read();
    shown_.clear();
  }
  void resize(unsigned short width, unsigned short height) const {
    winsize const size{height, width, 0, 0};
    ::ioctl(terminal_, TIOCSWINSZ, &size);
  }
  /// Closes the other end of the terminal.
  void hang_up() { ::close(std::exchange(terminal_, -1)); }
  /// Sends it to the program.
  void send(int signal) const { ::kill(pid_, signal); }
  /// Lines are edited and echoed by the terminal, and Ctrl-C interrupts, as a shell expects it.
  [[nodiscard]] bool is_as_usual() const {
    termios modes{};
    constexpr tcflag_t usual = ICANON | ECHO | ISIG;
    return ::tcgetattr(terminal_, &modes) == 0 && (modes.c_lflag & usual) == usual &&
           (modes.c_iflag & ICRNL) != 0;
  }
  [[nodiscard]] bool is_gone() {
    ended_ = ended_ || ::waitpid(pid_, nullptr, WNOHANG) == pid_;
    return ended_;
  }
  [[nodiscard]] std::string const& shown() const noexcept { return shown_; }

  /// Waits for the command to end; returns its exit status.
  int wait() {
    int status = 0;
    EXPECT_TRUE(eventually([&] {
      read(); // a full terminal would block it
      ended_ = ::waitpid(pid_, &status, WNOHANG) == pid_;
      return ended_;
    })) << shown_;
    return WEXITSTATUS(status);
  }

private:
  void read() {
    if (terminal_ < 0) return;
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

} // namespace artifactd::test
