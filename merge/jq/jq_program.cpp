#include "merge/jq/jq_program.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

using jq::Answer;
using jq::Ending;

/// This thread's child, with the same lifetime.
std::optional<JqChild>& own_child() {
  thread_local std::optional<JqChild> child;
  return child;
}

/// Whether a fresh child has to be asked again: this child's long life may have caused the failure, or it was
/// killed from outside.
bool doubtful(Result<Answer> const& answer, JqChild const& child) noexcept {
  if (!answer) return answer.error().fault == Fault::exhausted;
  return !child.fresh() && (answer->ending == Ending::no_memory || answer->ending == Ending::crashed);
}

Result<Answer> ask(jq::Ask what, std::string const& program, std::string_view input, JqLimits const& limits) {
  constexpr int tries = 2;
  auto& child = own_child();
  for (int left = tries - 1;; --left) {
    if (!child || child->gone() || child->limits() != limits) {
      child.reset();
      child = TRY(JqChild::start(limits));
    }
    auto answer = child->ask(what, program, input);
    if (left == 0 || !doubtful(answer, *child)) return answer;
  }
}

JqAnswer stopped(std::string why) {
  return {.outputs = {}, .error = std::move(why), .stopped = true};
}

double seconds_of(Duration duration) {
  return std::chrono::duration<double>(duration).count();
}

Result<JqAnswer> told(Answer answer, JqLimits const& limits) {
  switch (answer.ending) {
  case Ending::finished:
  case Ending::failed:
    return JqAnswer{std::move(answer.outputs), std::move(answer.message)};
  case Ending::not_compiled:
  case Ending::unreadable:
    break;
  case Ending::too_much:
    return stopped(fmt::format("the program gave more than {} bytes ([limits] jq_output)", limits.output));
  case Ending::too_long:
    return stopped(
        fmt::format("the program did not end within {} s ([limits] jq_time)", seconds_of(limits.time)));
  case Ending::no_memory:
    return stopped(
        fmt::format("the program needs more than {} bytes of memory ([limits] jq_memory)", limits.memory));
  case Ending::crashed:
    return stopped("jq crashed on these values: " + answer.message);
  }
  return fail(Fault::invalid, std::move(answer.message));
}

} // namespace

Result<JqAnswer> run_jq(std::string const& program, std::string_view input, JqLimits const& limits) {
  if (input.size() > static_cast<std::size_t>(INT32_MAX))
    return fail(Fault::too_large, "jq takes at most 2 GiB");
  return told(TRY(ask(jq::Ask::run, program, input, limits)), limits);
}

Result<void> check_jq(std::string const& program) {
  auto answer = TRY(ask(jq::Ask::compile, program, {}, {}));
  if (answer.ending == Ending::finished) return {};
  return fail(Fault::invalid,
              answer.ending == Ending::not_compiled ? answer.message : "jq program: libjq cannot compile it");
}

} // namespace artifactd
