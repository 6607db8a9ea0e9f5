#include "agents/turn/store/played_here.hpp"

#include <mutex>
#include <set>

namespace artifactd::turn {

namespace {

struct Attempts {
  std::mutex mutex;
  std::multiset<std::string> ids; ///< guarded by mutex
};

Attempts& attempts_of_process() {
  static Attempts attempts;
  return attempts;
}

} // namespace

PlayedHere::PlayedHere(std::string attempt_id) : attempt_id_(std::move(attempt_id)) {
  auto& [mutex, ids] = attempts_of_process();
  std::scoped_lock const lock(mutex);
  ids.insert(attempt_id_);
}

PlayedHere::~PlayedHere() {
  auto& [mutex, ids] = attempts_of_process();
  std::scoped_lock const lock(mutex);
  ids.erase(ids.find(attempt_id_));
}

bool is_played_here(std::string const& attempt_id) {
  auto& [mutex, ids] = attempts_of_process();
  std::scoped_lock const lock(mutex);
  return ids.contains(attempt_id);
}

} // namespace artifactd::turn
