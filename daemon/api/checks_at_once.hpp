// Who has something checked just now: one check for each client, and few in all, so that typing in a page
// does not slow down settling. Thread-safe.
#pragma once

#include "state/platform/result.hpp"

#include <functional>
#include <mutex>
#include <set>
#include <string>

namespace artifactd {

class ChecksAtOnce {
public:
  static constexpr std::size_t most = 1; ///< of all clients: another thread is left for other answers

  /// Fault::busy while a check of this client is under way, Fault::exhausted while there are too many.
  template <class Check>
  auto one(std::string const& client, Check check) -> decltype(check()) {
    {
      std::lock_guard const lock(mutex_);
      if (clients_.contains(client))
        return fail(Fault::busy, "a check for this token is under way: wait for its answer");
      if (clients_.size() >= most) return fail(Fault::exhausted, "too many checks at once: ask again");
      clients_.insert(client);
    }
    struct Over {
      ChecksAtOnce& checks;
      std::string const& client;
      ~Over() {
        std::lock_guard const lock(checks.mutex_);
        checks.clients_.erase(client);
      }
    } const over{*this, client};
    return check();
  }

private:
  std::mutex mutex_;
  std::set<std::string> clients_; ///< guarded by mutex_
};

} // namespace artifactd
