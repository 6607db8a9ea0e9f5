// A process that runs jq programs (artifactd-jq): libjq aborts on some data and never ends on other, and only
// a process can be ended for it. It has no environment, no file but its questions, no privileges, and dies
// with the thread that started it. Anybody may kill it at any time: that is told, never waited for.
#pragma once

#include "merge/jq/message.hpp"
#include "state/clock.hpp"
#include "state/fd.hpp"

#include <sys/types.h>

namespace artifactd {

struct JqLimits {
  Duration time = std::chrono::seconds(5);      ///< of processor time, for one program over one input
  std::uint64_t memory = 1024ULL * 1024 * 1024; ///< address space of the process
  std::uint64_t output = 64ULL * 1024 * 1024;   ///< bytes of all outputs
  bool operator==(JqLimits const&) const = default;
};

class JqChild {
public:
  /// Fault::missing where artifactd-jq is not installed.
  static Result<JqChild> start(JqLimits const& limits);

  JqChild(JqChild&&) noexcept;
  JqChild& operator=(JqChild&&) noexcept;
  ~JqChild(); ///< ends it

  /// What became of the question. An Error is nobody's doing but this machine's (or of whoever killed the
  /// process). After an Error and after every ending for which gone() is true the child has to be replaced.
  Result<jq::Answer> ask(jq::Ask ask, std::string_view program, std::string_view input);

  [[nodiscard]] bool gone() const noexcept { return pid_ < 0; }
  [[nodiscard]] bool fresh() const noexcept {
    return questions_ < 2;
  } ///< nothing was asked before the last question
  [[nodiscard]] JqLimits const& limits() const noexcept { return limits_; }

private:
  JqChild(pid_t pid, UniqueFd socket, JqLimits const& limits)
      : pid_(pid), socket_(std::move(socket)), limits_(limits) {}

  Result<jq::Answer> read_answer();
  /// False: the time is up, or the child hung up; `ended` then says how.
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
