// What inotify reported since the last look, at most one entry per name: repeated reports are merged, so a
// file touched a thousand times costs one. Bounded: beyond `most` names the batch only says that something
// was missed, exactly as the kernel's own queue does. Reports about the mutex are not merged: their order
// tells who held it when. Reports about a graph's file are left out: nobody waits for one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace artifactd {

struct WatchEvent {
  int wd;
  std::uint32_t mask;     ///< IN_… bits of all merged reports
  std::string name;       ///< empty if the event is about the watched directory itself
  std::int64_t at_ns = 0; ///< for a report about the mutex: wall time when it was read
};

class Batch {
public:
  explicit Batch(std::size_t most) : most_(most) {}

  void note(int wd, std::uint32_t mask, std::string_view name);
  void miss() { missed_ = true; }
  /// Everything noted so far; this batch is empty then.
  Batch take();

  /// In order of first report.
  [[nodiscard]] std::vector<WatchEvent> const& events() const noexcept { return events_; }
  /// Reports were lost: only looking at everything again shows what happened.
  [[nodiscard]] bool missed() const noexcept { return missed_; }
  [[nodiscard]] bool empty() const noexcept { return events_.empty() && !missed_; }
  /// False if there is nothing but mutexes that were renamed into place, as artifactd does for each merge,
  /// where no other tool held one: they can wait for other news, or until there are many.
  [[nodiscard]] bool is_news() const noexcept { return is_news_ || missed_ || events_.size() > most_ / 2; }

private:
  void note_mutex(int wd, std::uint32_t mask);

  std::size_t most_;
  std::vector<WatchEvent> events_;
  std::unordered_map<std::size_t, std::size_t> index_; ///< hash of wd and name → last such event
  bool missed_ = false;
  bool is_news_ = false;
  std::unordered_set<int> taken_; ///< where another tool made a mutex, and nothing tells that it is gone
};

} // namespace artifactd
