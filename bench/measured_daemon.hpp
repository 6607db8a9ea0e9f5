// The real daemon on directories below `place`/root, for measurements that need all of it.
#pragma once

#include <filesystem>
#include <string>
#include <sys/types.h>

namespace artifactd::bench {

class MeasuredDaemon {
public:
  /// Ready when it returns. `tables`, and `settings` outside of any table: further lines of its
  /// configuration.
  explicit MeasuredDaemon(std::filesystem::path place, std::string const& tables = "",
                          std::string const& settings = "");
  ~MeasuredDaemon();
  MeasuredDaemon(MeasuredDaemon const&) = delete;
  MeasuredDaemon& operator=(MeasuredDaemon const&) = delete;

  [[nodiscard]] double rss_mb() const;
  /// The most that was resident.
  [[nodiscard]] double peak_mb() const;
  [[nodiscard]] double cpu_seconds() const;
  /// Inotify watches, over all its instances.
  [[nodiscard]] double watches() const;

private:
  std::filesystem::path place_;
  pid_t pid_ = -1;
};

/// Submits a kg signal with artifacts of four files and returns the seconds until it is gone; negative after
/// 5 s.
double drop_and_wait(std::filesystem::path const& session, int round);

} // namespace artifactd::bench
