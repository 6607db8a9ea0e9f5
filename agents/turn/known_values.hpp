// A bounded table of values that take work to make, by everything they depend on, so that the turns of a
// story share them. Thread-safe.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>

namespace artifactd::turn {

/// Forgets everything when it would hold more than `Most` values.
template <class Key, class Value, std::size_t Most>
class KnownValues {
public:
  [[nodiscard]] std::optional<Value> of(Key const& key) const {
    std::scoped_lock const lock(mutex_);
    auto const found = known_.find(key);
    return found == known_.end() ? std::nullopt : std::optional(found->second);
  }
  /// Returns the value that is known from now on: the one another thread has made meanwhile, if there is one.
  Value keep(Key const& key, Value const& value) {
    std::scoped_lock const lock(mutex_);
    if (known_.size() >= Most && !known_.contains(key)) known_.clear();
    return known_.try_emplace(key, value).first->second;
  }

private:
  mutable std::mutex mutex_;
  std::map<Key, Value> known_;
};

} // namespace artifactd::turn
