// An agent that relies on the receipt: it looks at `.lock` first, at `.error` only once `.lock` is gone, and
// ignores instructions while `.lock` exists. It knows the correct verdict for each work and records every
// conclusion that differs.
#pragma once

#include "tests/e2e/session_dir.hpp"

#include <random>
#include <string>
#include <vector>

namespace artifactd::test {

enum class Watching : std::uint8_t {
  events,  ///< looks once for each event in the session directory
  polling, ///< looks without pause
};

class ReceiptAgent {
public:
  ReceiptAgent(SessionDir session, std::string name, Watching watching, unsigned seed);
  ~ReceiptAgent();
  ReceiptAgent(ReceiptAgent const&) = delete;
  ReceiptAgent& operator=(ReceiptAgent const&) = delete;

  /// Submits work, good or bad, waits for the verdict and judges it.
  void submit_and_wait();
  /// Submits work and, at a random moment before or after its verdict, other work; looks under a shared lock
  /// of the session directory.
  void submit_twice();

  [[nodiscard]] std::vector<std::string> const& wrong() const noexcept { return wrong_; }
  /// Rounds that ended in each verdict: a test in which one never occurred proves nothing about it.
  [[nodiscard]] int accepted() const noexcept { return accepted_; }
  [[nodiscard]] int refused() const noexcept { return refused_; }

private:
  enum class Verdict : std::uint8_t { accepted, refused };

  void write_work();
  void drop();
  void drop_beside_error();
  void wait_for_event() const;
  void wait_until_gone() const;
  Verdict await_verdict() const;
  Verdict await_verdict_under_lock() const;
  void judge(Verdict verdict);
  void blame(std::string const& what);
  [[nodiscard]] bool chance(int percent);

  SessionDir session_;
  std::string name_;
  int events_ = -1; ///< inotify; -1: polls
  std::mt19937 random_;
  int round_ = 0;
  bool good_ = true; ///< the correct verdict for the latest work
  int accepted_ = 0;
  int refused_ = 0;
  std::vector<std::string> wrong_;
};

} // namespace artifactd::test
