// The one store of a process, opened when a turn first needs it: a process that plays none makes no database.
#pragma once

#include "agents/turn/store/store.hpp"

#include <memory>
#include <mutex>

namespace artifactd::turn {

/// From any thread.
class SharedStore {
public:
  /// The store at the place, opened once; again after it could not be opened, and where the place changes.
  Result<std::shared_ptr<Store const>> at(std::string const& place);

private:
  std::mutex mutex_;
  std::shared_ptr<Store const> store_; ///< guarded by mutex_
};

} // namespace artifactd::turn
