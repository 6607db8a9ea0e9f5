#include "agents/turn/store/shared_store.hpp"

namespace artifactd::turn {

Result<std::shared_ptr<Store const>> SharedStore::at(std::string const& place) {
  std::scoped_lock const lock(mutex_);
  if (!store_ || store_->place() != place || !TRY(store_->is_in_place()))
    store_ = std::make_shared<Store const>(TRY(Store::open(place)));
  return store_;
}

} // namespace artifactd::turn
