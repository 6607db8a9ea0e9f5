// The only store of a process, opened for its first turn: a process without turns makes no database.
#pragma once

#include "agents/turn/store/store.hpp"

#include <memory>
#include <mutex>

namespace artifactd::turn {

/// Thread-safe.
class SharedStore {
public:
  /// The store at the place, opened once; opened again if that failed, the place changes, or there is another
  /// file. Fault::io, naming it, once its file is gone: what is written into that would be lost.
  Result<std::shared_ptr<Store const>> at(std::string const& place);

private:
  std::mutex mutex_;
  std::shared_ptr<Store const> store_; ///< guarded by mutex_
};

} // namespace artifactd::turn
