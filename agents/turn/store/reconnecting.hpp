// A connection to the stories in PostgreSQL that is made again after it was lost. Not for use by several
// threads at once.
#pragma once

#include "state/clock.hpp"
#include "state/postgres.hpp"

#include <optional>

namespace artifactd::turn {

class Reconnecting {
public:
  explicit Reconnecting(std::string url);

  /// The connection, made if there is none. A failure is remembered for a second, so that callers who queue
  /// behind one another do not each wait for the same timeout.
  Result<postgres::Connection*> ready();
  /// The connection as it is; Fault::io before ready().
  Result<postgres::Connection*> get();
  [[nodiscard]] bool is_lost() const noexcept { return !connection_ || connection_->is_lost(); }
  [[nodiscard]] std::int64_t changes() const noexcept { return connection_ ? connection_->changes() : 0; }
  [[nodiscard]] std::string const& about() const noexcept { return about_; }

private:
  std::string url_;
  std::string about_; ///< begins what is said of it
  std::optional<postgres::Connection> connection_{};
  std::optional<Error> trouble_{};        ///< of the last time, until then:
  Monotonic::time_point trouble_until_{}; // turn::Moment is another thing
};

} // namespace artifactd::turn
