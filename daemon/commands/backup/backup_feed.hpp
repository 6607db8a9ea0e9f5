// Work on a backup while it lasts: shows how far it is, and ends it if the person wants to stop.
#pragma once

#include "daemon/backup/go_on.hpp"
#include "daemon/commands/commands.hpp"
#include "daemon/commands/interruption.hpp"

namespace artifactd {

class BackupFeed {
public:
  explicit BackupFeed(Cli const& cli) : printer_(cli.progress, cli.talk_colour) {}

  [[nodiscard]] backup::GoOn go_on() {
    return [this](Progress const& progress) {
      printer_.show(progress);
      return !interruption_.wanted();
    };
  }

private:
  ProgressPrinter printer_;
  Interruption interruption_;
};

} // namespace artifactd
