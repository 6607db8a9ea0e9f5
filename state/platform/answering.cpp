#include "state/platform/answering.hpp"

#include "state/platform/blocked_signals.hpp"
#include "state/platform/fd.hpp"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <fmt/core.h>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <utility>

namespace artifactd {

namespace {

constexpr auto patience = std::chrono::seconds(2);

using Answer = std::shared_future<void>;

bool has_come(Answer const& answer) {
  return answer.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

/// Nobody waits for a thread that hangs; it keeps nothing but its own copy of the path and of the promise.
std::pair<Answer, std::thread> ask(std::string const& directory) {
  std::promise<void> promise;
  Answer answer = promise.get_future().share();
  BlockedSignals const blocked;
  return {std::move(answer), std::thread([directory, promise = std::move(promise)]() mutable {
            UniqueFd const opened(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC));
            struct stat about{};
            if (opened) static_cast<void>(::fstat(opened.get(), &about));
            promise.set_value();
          })};
}

/// Questions that were not answered in time.
struct Hanging {
  std::mutex mutex;
  std::map<std::string, Answer> answers;
};

/// Never destroyed: threads of other libraries may still ask at exit.
Hanging& hanging() {
  static auto* const all = new Hanging; // NOLINT(cppcoreguidelines-owning-memory)
  return *all;
}

bool still_hangs(std::string const& directory) {
  std::lock_guard const lock(hanging().mutex);
  auto const known = hanging().answers.find(directory);
  if (known == hanging().answers.end()) return false;
  if (!has_come(known->second)) return true;
  hanging().answers.erase(known);
  return false;
}

/// Throws std::system_error if there can be no other thread.
bool answers(std::string const& directory) {
  if (still_hangs(directory)) return false;
  auto [answer, thread] = ask(directory);
  if (answer.wait_for(patience) == std::future_status::ready) {
    thread.join();
    return true;
  }
  thread.detach();
  std::lock_guard const lock(hanging().mutex);
  hanging().answers.insert_or_assign(directory, std::move(answer));
  return false;
}

} // namespace

Result<void> check_answers(std::string const& directory) {
  try {
    if (answers(directory)) return {};
  } catch (std::system_error const&) {
    return {}; // nobody knows: the caller finds out
  }
  return fail(
      {Fault::io,
       fmt::format("root.hangs: {} does not answer: the server of its file system is dead or out of reach. "
                   "Start it, or end the mount (see /proc/mounts): umount -l MOUNT",
                   directory),
       ETIMEDOUT});
}

} // namespace artifactd
