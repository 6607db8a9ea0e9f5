#include "merge/kg/publication.hpp"

#include "merge/graph/canonical.hpp"
#include "merge/kg/append.hpp"
#include "merge/kg/canonical_keys.hpp"
#include "state/json/walk.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <unordered_set>

namespace artifactd {

namespace {

using How = Redo::Change::How;
using Value = std::optional<std::string_view>;

// A larger publication is noticed when it is overwritten, but cannot be put in again from here.
constexpr std::size_t most_kept_bytes = std::size_t{32} << 20;

bool is_array(Value const& value) {
  return value && json::type_of(*value) == json::Type::array;
}

/// The length of the common start, found at the speed of memcmp.
std::size_t common_start(std::string_view a, std::string_view b) {
  constexpr std::size_t block = 4096;
  auto const most = std::min(a.size(), b.size());
  std::size_t at = 0;
  while (at < most && a.substr(at, block).substr(0, most - at) == b.substr(at, block).substr(0, most - at))
    at += block;
  at = std::min(at, most);
  while (at < most && a[at] == b[at])
    ++at;
  return at;
}

/// The same; pieces inside `text` are not compared.
std::size_t common_start(Rope const& rope, std::string_view text) {
  std::size_t at = 0;
  for (auto piece : rope) {
    auto rest = text.substr(at);
    auto lies_there = piece.data() == rest.data() && piece.size() <= rest.size();
    auto same = lies_there ? piece.size() : common_start(piece, rest);
    at += same;
    if (same < piece.size()) break;
  }
  return at;
}

/// The added entries as an array, if `now` is `former` with entries appended.
std::optional<std::string> entries_put_behind(Value const& former, Rope const& now) {
  if (!former) return flatten(now);
  auto const start = common_start(now, *former);
  auto const tail = former->substr(start);
  auto whole = size_of(now);
  if (start == 0 || tail.empty() || whole < former->size()) return std::nullopt;
  std::string inserted;
  std::size_t skip = start;
  for (auto piece : now) {
    auto from = std::min(skip, piece.size());
    inserted += piece.substr(from);
    skip -= from;
  }
  if (!inserted.ends_with(tail)) return std::nullopt;
  inserted.resize(inserted.size() - tail.size());
  inserted.erase(0, inserted.find_first_not_of(", \t\r\n"));
  return "[" + inserted + "]";
}

/// The entries of `now` that `former` lacks.
std::string entries_added(std::string_view former, std::string_view now) {
  std::unordered_set<std::string> known;
  for (auto const& element : json::elements(former))
    known.insert(canonical(element.of(former)));
  std::string added;
  for (auto const& element : json::elements(now)) {
    if (!known.insert(canonical(element.of(now))).second) continue;
    added += added.empty() ? "" : ", ";
    added += element.of(now);
  }
  return added.empty() ? "" : "[" + added + "]";
}

std::string array_without(std::string_view array, std::vector<std::string_view> const& removed) {
  std::unordered_set<std::string> gone;
  for (auto each : removed)
    for (auto const& element : json::elements(each))
      gone.insert(canonical_as_read(element.of(each)));
  std::string rest = "[";
  for (auto const& element : json::elements(array)) {
    auto entry = element.of(array);
    if (gone.contains(canonical_as_read(entry))) continue;
    rest += rest.size() > 1 ? ", " : "";
    rest += entry;
  }
  return rest + "]";
}

Redo::Change change_to(std::string_view key, Value const& former, std::optional<std::string> now) {
  Redo::Change change{now ? How::set : How::removed, std::string(key), std::move(now).value_or(""), {}};
  if (former) change.former.emplace(*former);
  return change;
}

/// Within bounds; counts of entries follow the entries.
std::vector<Redo::Change> bounded(std::vector<Redo::Change> changes) {
  if (std::ranges::find(changes, How::added, &Redo::Change::how) != changes.end())
    std::erase_if(changes, [](Redo::Change const& each) { return each.key == "stats"; });
  std::size_t bytes = 0;
  for (auto& change : changes) {
    bytes += change.value.size() + (change.former ? change.former->size() : 0);
    if (bytes > most_kept_bytes) change = {How::large, std::move(change.key), {}, {}};
  }
  return changes;
}

enum class Arrays : std::uint8_t { whole, by_entries };

std::vector<Redo::Change> differences(Version const& former, Version const& now, Arrays arrays) {
  GraphDraft before(former.text, *former.document);
  GraphDraft after(now.text, *now.document);
  std::vector<Redo::Change> changes;
  std::unordered_set<std::string> known; // of duplicate keys the last counts
  for (auto const& member : now.document->members) {
    auto key = json::decode(member.key.of(now.text));
    if (!known.insert(key).second) continue;
    auto const was = before.base_member(key);
    auto const is = after.base_member(key).value();
    if (was == is) continue;
    if (arrays == Arrays::by_entries && is_array(is) && (!was || is_array(was))) {
      if (auto added = entries_added(was.value_or("[]"), is); !added.empty())
        changes.push_back({How::added, std::move(key), std::move(added), {}});
    } else {
      changes.push_back(change_to(key, was, std::string(is)));
    }
  }
  for (auto const& member : former.document->members)
    if (auto key = json::decode(member.key.of(former.text)); known.insert(key).second)
      changes.push_back(change_to(key, before.base_member(key), std::nullopt));
  return bounded(std::move(changes));
}

/// What is known of one member.
struct Member {
  Redo::Change const* wanted = nullptr; ///< the newest change that defines its value
  std::vector<Value> former;
  std::vector<std::string_view> added; ///< arrays of entries
};

Value value_of(Redo::Change const& change) {
  return change.how == How::removed ? Value() : Value(change.value);
}

bool is_sound(std::string_view text, unsigned depth) {
  return json::scan(text, {.depth = depth}).has_value();
}

std::map<std::string_view, Member> members_of(std::span<Redo const* const> lost,
                                              std::span<Redo const* const> all) {
  std::map<std::string_view, Member> members;
  for (auto const* record : lost)
    for (auto const& change : record->changes) {
      if (!is_sound(change)) continue;
      auto& member = members[change.key];
      if (change.how == How::added)
        member.added.push_back(change.value);
      else
        member.former.push_back(change.former ? Value(*change.former) : Value());
    }
  for (auto const* record : all)
    for (auto const& change : record->changes) {
      auto known = members.find(change.key);
      if (known != members.end() && change.how != How::added && is_sound(change))
        known->second.wanted = &change;
    }
  return members;
}

class PuttingAgain {
public:
  PuttingAgain(GraphDraft& draft, PutLimits const& limits) : draft_(draft), limits_(limits) {}

  void put(std::string_view key, Member const& member) {
    // A key is written with the quotes and escapes it needs; only bad UTF-8 can make it invalid.
    if (!is_sound(json::quote(key), 1)) return;
    if (!member.former.empty() && member.wanted != nullptr) put_value(key, *member.wanted, member.former);
    put_entries(key, member.added);
  }

  PutAgain take() { return std::move(result_); }

private:
  void put_value(std::string_view key, Redo::Change const& wanted, std::vector<Value> const& former) {
    if (wanted.how == How::large) return result_.gone.emplace_back(key), void();
    auto const standing = draft_.base_member(key);
    auto const value = value_of(wanted);
    if (same_as_read(standing, value)) return;
    // A former value equal to the wanted one would be found in place already.
    if (std::ranges::none_of(former, [&](Value const& each) { return same_as_read(standing, each); }))
      return result_.left.emplace_back(key), void();
    if (value && !is_sound(*value, limits_.depth - 1)) return result_.gone.emplace_back(key), void();
    if (value)
      draft_.set(key, {draft_.keep(std::string(*value))});
    else
      draft_.remove(key);
    result_.put.push_back(value ? std::string(key) : fmt::format("{} (removed)", key));
  }

  void put_entries(std::string_view key, std::vector<std::string_view> const& arrays) {
    std::size_t count = 0;
    for (auto array : arrays) {
      if (!is_sound(array, limits_.depth - 1)) return result_.gone.emplace_back(key), void();
      auto added = add_missing_entries(draft_, key, array);
      if (!added) return result_.left.emplace_back(key), void();
      count += *added;
    }
    if (count > 0)
      result_.put.push_back(fmt::format("{} ({} {})", key, count, count == 1 ? "entry" : "entries"));
  }

  GraphDraft& draft_;
  PutLimits const& limits_;
  PutAgain result_;
};

} // namespace

bool is_sound(Redo::Change const& change) {
  constexpr auto deepest = json::Limits{}.depth - 1; // below the graph itself
  if (change.former && !is_sound(*change.former, deepest)) return false;
  if (change.how == How::removed || change.how == How::large) return true;
  return is_sound(change.value, deepest) && (change.how != How::added || is_array(change.value));
}

std::vector<Redo::Change> changes_of(GraphDraft const& draft) {
  std::vector<Redo::Change> changes;
  for (auto const& [key, now] : draft.edits()) {
    auto const former = draft.base_member(key);
    if (now && is_canonical_array(key) && (!former || is_array(former))) {
      auto entries = entries_put_behind(former, *now);
      if (entries && is_sound(*entries, json::Limits{}.depth)) {
        changes.push_back({How::added, key, *std::move(entries), {}});
        continue;
      }
    }
    changes.push_back(change_to(key, former, now ? std::optional(flatten(*now)) : std::nullopt));
  }
  return bounded(std::move(changes));
}

std::vector<Redo::Change> changes_between(Version const& former, Version const& now) {
  return differences(former, now, Arrays::by_entries);
}

std::vector<Redo::Change> changes_to_replace(Version const& former, Version const& now) {
  return differences(former, now, Arrays::whole);
}

PutAgain put_again(GraphDraft& draft, std::span<Redo const* const> lost, std::span<Redo const* const> all,
                   PutLimits const& limits) {
  auto const before = draft.edits();
  PuttingAgain putting(draft, limits);
  for (auto const& [key, member] : members_of(lost, all))
    putting.put(key, member);
  auto result = putting.take();
  if (!result.put.empty() && size_of(draft.pieces()) > limits.bytes) {
    draft.undo(before);
    std::ranges::move(result.put, std::back_inserter(result.gone));
    result.put.clear();
  }
  return result;
}

std::string base_as_read(Version const& known, Version const& foreign, std::span<Redo const> published) {
  GraphDraft theirs(foreign.text, *foreign.document);
  GraphDraft base(known.text, *known.document);
  std::vector<Redo const*> all;
  for (auto const& record : published)
    all.push_back(&record);
  for (auto const& [key, member] : members_of(all, all)) {
    auto const standing = theirs.base_member(key);
    auto is_standing = [&](Value const& each) { return same_as_read(standing, each); };
    if (std::ranges::any_of(member.former, is_standing)) {
      if (standing)
        base.set(key, {*standing});
      else
        base.remove(key);
    } else if (auto const array = base.base_member(key); is_array(array) && !member.added.empty()) {
      base.set(key, {base.keep(array_without(*array, member.added))});
    }
  }
  return flatten(base.pieces());
}

} // namespace artifactd
