// A connection to the PostgreSQL database of stories that is restored after it was lost. Not thread-safe.
#pragma once

#include "state/database/postgres.hpp"
#include "state/platform/clock.hpp"

#include <optional>

namespace artifactd::turn {

class Reconnecting {
public:
  explicit Reconnecting(std::string url);

  /// The connection, made if there is none. A failure is cached for one second, so that queued callers do not
  /// each wait for the same timeout.
  Result<postgres::Connection*> ready();
  /// The connection as it is; Fault::io before ready().
  Result<postgres::Connection*> get();
  [[nodiscard]] bool is_lost() const noexcept { return !connection_ || connection_->is_lost(); }
  [[nodiscard]] std::int64_t changes() const noexcept { return connection_ ? connection_->changes() : 0; }
  [[nodiscard]] std::string const& about() const noexcept { return about_; }

private:
  std::string url_;
  std::string about_; ///< prefix of error messages
  std::optional<postgres::Connection> connection_{};
  std::optional<Error> trouble_{};        ///< of the last attempt, until:
  Monotonic::time_point trouble_until_{}; // turn::Moment is something else
};

} // namespace artifactd::turn
