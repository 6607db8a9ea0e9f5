// SIGHUP, SIGINT and SIGTERM as events of the loop.
#pragma once

#include "daemon/process/loop.hpp"

#include <functional>

namespace artifactd {

/// Blocks them in this thread and all threads it starts; call before the first thread.
void block_signals();

class ProcessSignals {
public:
  ProcessSignals(Loop& loop, std::function<void(int)> received);

private:
  void read();

  UniqueFd fd_;
  std::function<void(int)> received_;
  Loop::Watch watch_;
};

} // namespace artifactd
