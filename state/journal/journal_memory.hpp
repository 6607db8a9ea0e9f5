// What this process knows of attempts without reading the journal's file: what the file last contained, and
// what is still on its way there. Used while another process holds the file. Not thread-safe.
#pragma once

#include "state/settle/budget.hpp"
#include "state/vocabulary/names.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace artifactd {

class JournalMemory {
public:
  /// The attempt is on its way to the file; the same key counts once.
  void count(std::string_view session, SignalName const& signal, std::string_view key, Tier tier);
  /// The attempt is on file, and `on_file` is everything there about the signal.
  void counted(std::string_view session, SignalName const& signal, std::string_view key,
               std::vector<Spending> on_file);
  /// `on_file` is everything on file about the signal.
  void learn(std::string_view session, SignalName const& signal, std::vector<Spending> on_file);
  void forget(std::string_view session, SignalName const& signal);

  /// Oldest first.
  [[nodiscard]] std::vector<Spending> recall(std::string_view session, SignalName const& signal) const;

private:
  struct Known {
    std::vector<Spending> on_file;
    std::vector<std::pair<std::string, Tier>> on_the_way;
  };
  using Key = std::pair<std::string, SignalName>;
  Known& of(std::string_view session, SignalName const& signal);

  std::map<Key, Known> signals_;
};

} // namespace artifactd
