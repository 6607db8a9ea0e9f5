// Whose heavy question is being answered: one at a time, so that typing in a page does not slow down
// settling, and a thread is left for other answers. Thread-safe.
#pragma once

#include "state/platform/result.hpp"

#include <mutex>
#include <optional>
#include <string>

namespace artifactd {

class ChecksAtOnce {
public:
  /// Fault::busy while a check of this client is under way, Fault::exhausted during one of another.
  template <class Check>
  auto one(std::string const& client, Check check) -> decltype(check()) {
    {
      std::lock_guard const lock(mutex_);
      if (client_ == client)
        return fail(Fault::busy, "a check for this token is under way: wait for its answer");
      if (client_) return fail(Fault::exhausted, "a check for another token is under way: ask again");
      client_ = client;
    }
    struct Over {
      ChecksAtOnce& checks;
      ~Over() {
        std::lock_guard const lock(checks.mutex_);
        checks.client_.reset();
      }
    } const over{*this};
    return check();
  }

private:
  std::mutex mutex_;
  std::optional<std::string> client_; ///< guarded by mutex_
};

} // namespace artifactd
