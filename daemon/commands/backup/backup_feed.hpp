// How far a backup is: a bar on a terminal, events with --json, nothing in a pipe.
#pragma once

#include "daemon/commands/commands.hpp"
#include "daemon/commands/interruption.hpp"
#include "daemon/commands/progress_line.hpp"

namespace artifactd {

class BackupFeed {
public:
  /// `verb`: "copied", "read", "restored"
  BackupFeed(Cli const& cli, std::string verb);

  /// False once the person wants to stop. `of` is 0 where the end is not known.
  bool tell(std::string const& about, std::uint64_t done, std::uint64_t of, std::string const& amount);

private:
  Cli const& cli_;
  std::string verb_;
  ProgressLine line_;
  Interruption interruption_;
  Moment due_{};
};

/// "1.5 GiB"
[[nodiscard]] std::string shown_bytes(std::uint64_t bytes);

/// "[###       ] "; empty where the end is not known.
[[nodiscard]] std::string progress_bar(std::uint64_t done, std::uint64_t of);

} // namespace artifactd
