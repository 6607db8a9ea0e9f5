// A process that runs jq programs (artifactd-jq): libjq aborts on some data and never ends on other, and only
// a process can be killed for that. It has no environment, no files except its questions and no privileges,
// and it dies with the thread that started it. It may be killed at any time: that is reported, never waited
// for.
#pragma once

#include "merge/jq/message.hpp"
#include "state/platform/clock.hpp"
#include "state/platform/fd.hpp"

#include <sys/types.h>

namespace artifactd {

struct JqLimits {
  Duration time = std::chrono::seconds(5);      ///< processor time, for one program over one input
  std::uint64_t memory = 1024ULL * 1024 * 1024; ///< address space of the process
  std::uint64_t output = 64ULL * 1024 * 1024;   ///< bytes of all outputs
  bool operator==(JqLimits const&) const = default;
};

class JqChild {
public:
  /// Fault::missing if artifactd-jq is not installed.
  static Result<JqChild> start(JqLimits const& limits);

  JqChild(JqChild&&) noexcept;
  JqChild& operator=(JqChild&&) noexcept;
  ~JqChild(); ///< ends it

  /// The outcome of the question. An Error is this machine's doing (or that of somebody who killed the
  /// process). The child must be replaced after an Error and whenever gone() is true.
  Result<jq::Answer> ask(jq::Ask ask, std::string_view program, std::string_view input);

  [[nodiscard]] bool gone() const noexcept { return pid_ < 0; }
  /// Nothing was asked before the last question.
  [[nodiscard]] bool fresh() const noexcept { return questions_ < 2; }
  [[nodiscard]] JqLimits const& limits() const noexcept { return limits_; }

private:
  JqChild(pid_t pid, UniqueFd socket, JqLimits const& limits)
      : pid_(pid), socket_(std::move(socket)), limits_(limits) {}

  Result<jq::Answer> read_answer();
  /// False: the time is up, or the child hung up; `ended` then says which.
  Result<bool> receive(char* into, std::size_t size, jq::Answer& ended);
  Result<jq::Answer> end_of_time();
  Result<jq::Answer> post_mortem();
  int finish() noexcept;

  pid_t pid_;
  UniqueFd socket_;
  JqLimits limits_;
  std::uint64_t questions_ = 0;
  Moment asked_{};
  Duration used_before_{};
};

} // namespace artifactd
