// Records when other processes flush files, with the library flush_times preloaded into them.
#pragma once

#include "state/platform/clock.hpp"

#include <string>

namespace artifactd::bench {

/// While it exists, programs that are started record their flushes.
class FlushLog {
public:
  explicit FlushLog(std::string const& path);
  ~FlushLog();
  FlushLog(FlushLog const&) = delete;
  FlushLog& operator=(FlushLog const&) = delete;

  /// How long at least one flush was under way.
  [[nodiscard]] double seconds_between(Moment begin, Moment end) const;

private:
  struct Entries;
  Entries const* entries_ = nullptr;
};

} // namespace artifactd::bench
