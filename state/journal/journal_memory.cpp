#include "state/journal/journal_memory.hpp"

#include <algorithm>

namespace artifactd {

namespace {

constexpr std::size_t most_signals = 100'000; // refused and not accepted since; beyond these, only on file

} // namespace

JournalMemory::Known& JournalMemory::of(std::string_view session, SignalName const& signal) {
  if (signals_.size() >= most_signals)
    std::erase_if(signals_, [](auto const& each) { return each.second.on_the_way.empty(); });
  return signals_[Key(session, signal)];
}

void JournalMemory::count(std::string_view session, SignalName const& signal, std::string_view key,
                          Tier tier) {
  auto& coming = of(session, signal).on_the_way;
  if (std::ranges::find(coming, key, &std::pair<std::string, Tier>::first) == coming.end())
    coming.emplace_back(key, tier);
}

void JournalMemory::counted(std::string_view session, SignalName const& signal, std::string_view key,
                            std::vector<Spending> on_file) {
  auto& known = of(session, signal);
  std::erase_if(known.on_the_way, [&](auto const& each) { return each.first == key; });
  known.on_file = std::move(on_file);
}

void JournalMemory::learn(std::string_view session, SignalName const& signal, std::vector<Spending> on_file) {
  if (on_file.empty() && !signals_.contains(Key(session, signal))) return;
  of(session, signal).on_file = std::move(on_file);
}

void JournalMemory::forget(std::string_view session, SignalName const& signal) {
  signals_.erase(Key(session, signal));
}

std::vector<Spending> JournalMemory::recall(std::string_view session, SignalName const& signal) const {
  auto found = signals_.find(Key(session, signal));
  if (found == signals_.end()) return {};
  auto all = found->second.on_file;
  for (auto const& [key, tier] : found->second.on_the_way)
    all.push_back({tier});
  return all;
}

} // namespace artifactd
