#include "daemon/second_look.hpp"

#include <algorithm>
#include <ranges>

namespace artifactd {

namespace {

constexpr auto soon = std::chrono::seconds(2);
// jq takes six seconds to read and write a graph of 100 MB.
constexpr auto longest_held = std::chrono::seconds(10);

// A session that publishes without end: what is older than this many was looked at long ago.
constexpr std::size_t most_remembered = 1000;

// Each holds two files open.
constexpr std::size_t most_unions = 32;

/// Whether a look is due: nothing new came, or it never stops coming.
bool is_due(bool published, Moment looked, Moment now) {
  return !published || now - looked >= soon;
}

void bound(std::vector<Publication>& published) {
  if (published.size() > most_remembered)
    published.erase(published.begin(), published.end() - static_cast<std::ptrdiff_t>(most_remembered));
  std::size_t unions = 0;
  for (auto& each : published | std::views::reverse)
    if (each.united && ++unions > most_unions) each.united.reset();
}

} // namespace

void SecondLook::after_run(SessionKey const& key, Session const& session, SettlingKit const& kit,
                           std::vector<Publication> fresh, Reconciled& done) {
  Memory memory;
  {
    std::scoped_lock lock(mutex_);
    auto known = sessions_.find(key);
    if (known == sessions_.end() && fresh.empty()) return;
    if (known != sessions_.end()) memory = std::move(sessions_.extract(known).mapped());
  }
  auto now = Monotonic::now();
  auto published = !fresh.empty();
  if (published) memory.last = now;
  if (memory.published.empty()) memory.looked = now;
  std::ranges::move(fresh, std::back_inserter(memory.published));
  if (is_due(published, memory.looked, now)) {
    memory.looked = now;
    auto remerged = remerge_overwritten(session, memory.published, kit.policy, kit.pool, kit.watch);
    if (remerged) {
      std::ranges::move(remerged->notices, std::back_inserter(done.notices));
      if (remerged->publication) {
        memory.published.assign(1, *std::move(remerged->publication));
        memory.last = now;
      }
    }
    if (remerged && remerged->left_to_person) return;
    // Busy or short of something: the next look tells.
    if (remerged && now - memory.last >= longest_held) return;
  }
  bound(memory.published);
  if (done.result.end == RunEnd::settled && !done.result.again_in)
    done.result.again_in = now - memory.last < soon ? Duration(soon) : Duration(longest_held - soon);
  std::scoped_lock lock(mutex_);
  sessions_.insert_or_assign(key, std::move(memory));
}

void SecondLook::forget(SessionKey const& key) {
  std::scoped_lock lock(mutex_);
  sessions_.erase(key);
}

} // namespace artifactd
