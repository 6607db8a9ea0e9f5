#include "merge/kg/known_graphs.hpp"

#include <algorithm>

namespace artifactd {

namespace {

constexpr std::size_t most_members = 200'000; ///< some 10 MB
constexpr std::size_t most_sessions = 10'000;

/// A final check of the positions themselves: cheap, and the only defence against a forged time stamp.
bool fits(json::Document const& document, std::string_view text) {
  auto const& root = document.root;
  if (root.end > text.size() || text[root.begin] != '{' || text[root.end - 1] != '}') return false;
  return std::ranges::all_of(document.members, [&](json::Member const& member) {
    return text[member.key.begin] == '"' && text[member.key.end - 1] == '"' && member.value.end < root.end;
  });
}

} // namespace

std::shared_ptr<json::Document const> KnownGraphs::find(Session const& session, Stamp const& graph,
                                                        std::string_view text) const {
  std::shared_ptr<json::Document const> document;
  {
    std::scoped_lock lock(mutex_);
    auto known = graphs_.find({session.stamp().device, session.stamp().inode});
    if (known == graphs_.end() || !untouched(known->second.stamp, graph)) return nullptr;
    document = known->second.document;
  }
  return fits(*document, text) ? document : nullptr;
}

void KnownGraphs::remember(Session const& session, Stamp const& graph, json::Document document) {
  auto members = document.members.size();
  auto shared = std::make_shared<json::Document const>(std::move(document));
  std::scoped_lock lock(mutex_);
  Identity const identity = {session.stamp().device, session.stamp().inode};
  if (auto known = graphs_.find(identity); known != graphs_.end()) {
    members_ -= known->second.document->members.size();
    graphs_.erase(known);
  }
  if (members_ + members > most_members || graphs_.size() == most_sessions) {
    graphs_.clear();
    members_ = 0;
  }
  if (members > most_members) return;
  members_ += members;
  graphs_.emplace(identity, Known{graph, std::move(shared)});
}

} // namespace artifactd
