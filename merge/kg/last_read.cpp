#include "merge/kg/last_read.hpp"

#include "merge/graph/canonical.hpp"
#include "merge/kg/publication.hpp"
#include "state/json/walk.hpp"

#include <map>
#include <string>
#include <string_view>
#include <unordered_set>

namespace artifactd {

namespace {

using How = Redo::Change::How;
using Texts = std::unordered_set<std::string>;

void add_entries(Texts& texts, std::string_view array) {
  for (auto const& element : json::elements(array))
    texts.insert(canonical_as_read(element.of(array)));
}

/// What may have come into a version otherwise than with the publication in question.
class Known {
public:
  Known(GraphDraft const& theirs, std::span<Redo const* const> published) : theirs_(theirs) {
    for (auto const* record : published)
      for (auto const& change : record->changes)
        if (is_sound(change) && change.how != How::added && change.former)
          members_[change.key].insert(canonical_as_read(*change.former));
  }

  /// Whether the version holds something that only this publication brought. Ask in their order.
  bool shows(Redo const& record) {
    bool shown = false;
    for (auto const& change : record.changes) {
      if (!is_sound(change)) continue;
      if (change.how == How::set) shown |= shows_member(change);
      if (change.how == How::added) shown |= shows_entry(change);
    }
    return shown;
  }

private:
  bool shows_member(Redo::Change const& change) {
    auto const standing = theirs_.base_member(change.key);
    auto const fresh = members_[change.key].insert(canonical_as_read(change.value)).second;
    return fresh && same_as_read(standing, change.value);
  }

  bool shows_entry(Redo::Change const& change) {
    auto const [theirs, first] = standing_.try_emplace(change.key);
    auto const standing = theirs_.base_member(change.key);
    if (first && standing && json::type_of(*standing) == json::Type::array)
      add_entries(theirs->second, *standing);
    Texts added;
    add_entries(added, change.value);
    bool shown = false;
    for (auto const& entry : added)
      shown |= entries_[change.key].insert(entry).second && theirs->second.contains(entry);
    return shown;
  }

  GraphDraft const& theirs_;
  std::map<std::string, Texts, std::less<>> members_;  ///< values before it
  std::map<std::string, Texts, std::less<>> entries_;  ///< added before it
  std::map<std::string, Texts, std::less<>> standing_; ///< entries of the version
};

} // namespace

std::vector<Redo const*> perhaps_unread(GraphDraft const& theirs, std::span<Redo const* const> lost,
                                        std::uint64_t shown_from) {
  std::uint64_t last_read = 0;
  Known known(theirs, lost);
  for (auto const* record : lost)
    if (known.shows(*record) && record->number >= shown_from) last_read = record->number;
  std::vector<Redo const*> unread;
  for (auto const* record : lost)
    if (record->number < shown_from || record->number > last_read) unread.push_back(record);
  return unread;
}

} // namespace artifactd
