#include "merge/play/runtime/row_digest.hpp"

#include "merge/play/runtime/state_digest.hpp"
#include "state/platform/digest.hpp"

#include <algorithm>

namespace artifactd::play {

namespace {

std::string key_of(std::string const& name) {
  return canonical_text(Value(name)) + ":";
}

} // namespace

RowDigest::RowDigest(Layout const& layout, ValuePool const& pool) : layout_(layout), pool_(pool) {
  auto const part_of = [&](std::string key, std::span<Slot const> slots) {
    std::vector<std::pair<std::string, Slot>> named;
    Part part{std::move(key), {}, 0};
    for (auto const slot : slots)
      if (auto name = layout.field(slot))
        named.emplace_back(*std::move(name), slot);
      else
        part.rest = slot;
    std::ranges::sort(named);
    for (auto const& [name, slot] : named)
      part.members.push_back({slot, key_of(name)});
    parts_.push_back(std::move(part));
  };
  part_of("", layout.whole_game());
  std::vector<std::pair<std::string, std::size_t>> players;
  for (std::size_t i = 0; i < layout.players().size(); ++i)
    players.emplace_back(layout.players()[i], i);
  std::ranges::sort(players);
  for (auto const& [id, index] : players)
    part_of(key_of(id), layout.whole_player(index));
}

/// Unnamed members are sorted among the others: if there are any, the state has to be built first.
bool RowDigest::has_rest(Row const& row) const {
  return std::ranges::any_of(
      parts_, [&](Part const& part) { return row[part.rest] != absent && !pool_[row[part.rest]].empty(); });
}

std::string const& RowDigest::text_of(ValueId id) {
  if (texts_.size() <= id) texts_.resize(id + std::size_t{1});
  auto& text = texts_[id];
  if (text.empty()) text = canonical_text(pool_[id]);
  return text;
}

void RowDigest::write(Part const& part, Row const& row) {
  text_ += '{';
  for (auto const& member : part.members) {
    if (row[member.slot] == absent) continue;
    if (text_.back() != '{') text_ += ',';
    text_ += member.key;
    text_ += text_of(row[member.slot]);
  }
  text_ += '}';
}

std::string RowDigest::of(Row const& row) {
  if (row == last_) return last_digest_;
  last_ = row;
  if (has_rest(row)) return last_digest_ = state_digest(layout_.state(row, pool_));
  text_ = "{\"game\":";
  write(parts_[0], row);
  text_ += ",\"players\":{";
  for (std::size_t i = 1; i < parts_.size(); ++i) {
    if (i > 1) text_ += ',';
    text_ += parts_[i].key;
    write(parts_[i], row);
  }
  text_ += "}}";
  return last_digest_ = "sha256:" + hex(sha256(text_));
}

} // namespace artifactd::play
