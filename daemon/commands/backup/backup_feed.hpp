// Work on a backup while it lasts: how far it is, and whether the person wants to stop.
#pragma once

#include "daemon/commands/commands.hpp"
#include "daemon/commands/interruption.hpp"

namespace artifactd {

class BackupFeed {
public:
  /// `doing` names what is counted: "copying sessions", "reading MiB".
  BackupFeed(Cli const& cli, std::string doing)
      : doing_(std::move(doing)), printer_(cli.progress, cli.talk_colour) {}

  /// False once the person wants to stop. `of` is 0 if the end is not known.
  bool tell(std::uint64_t done, std::uint64_t of) {
    printer_.show({doing_, done, of});
    return !interruption_.wanted();
  }
  bool tell_bytes(std::uint64_t done, std::uint64_t of) { return tell(done >> 20U, of >> 20U); }

private:
  std::string doing_;
  ProgressPrinter printer_;
  Interruption interruption_;
};

} // namespace artifactd
