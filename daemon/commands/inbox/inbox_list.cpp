#include "daemon/commands/inbox/inbox_list.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/core.h>
#include <tuple>
#include <utility>

namespace artifactd {

namespace {

bool contains_text(std::string_view text, std::string_view part) {
  auto const lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::ranges::search(text, part, {}, lower, lower).begin() != text.end() || part.empty();
}

bool matches(InboxItem const& item, std::string_view text) {
  return contains_text(item.title, text) || contains_text(item.reason, text) ||
         contains_text(item.code, text);
}

/// What two columns get of their room: what they need, or half of it and what the other one leaves.
std::pair<std::size_t, std::size_t> shared(std::size_t room, std::size_t first, std::size_t second) {
  if (first + second <= room) return {first, second};
  auto const half = room / 2;
  if (first <= half) return {first, room - first};
  if (second <= half) return {room - second, second};
  return {half, half};
}

} // namespace

std::string_view order_word(InboxOrder order) noexcept {
  static constexpr auto words = std::to_array<std::string_view>({"age", "session", "code", "agent"});
  return words.at(static_cast<std::size_t>(order));
}

void InboxList::show(std::vector<InboxItem> items) {
  auto const title = current() == nullptr ? std::string() : current()->title;
  items_ = std::move(items);
  std::erase_if(marked_, [&](std::string const& marked) {
    return std::ranges::find(items_, marked, &InboxItem::title) == items_.end();
  });
  arrange();
  go_to(title);
}

void InboxList::go_to(std::string const& title) {
  auto const same =
      std::ranges::find(order_, title, [&](std::size_t item) -> auto& { return items_[item].title; });
  if (same != order_.end()) cursor_ = static_cast<std::size_t>(same - order_.begin());
}

void InboxList::sort() {
  auto const title = current() == nullptr ? std::string() : current()->title;
  sorted_by_ = sorted_by_ == InboxOrder::agent
                   ? InboxOrder::age
                   : static_cast<InboxOrder>(static_cast<std::uint8_t>(sorted_by_) + 1);
  arrange();
  go_to(title);
}

bool InboxList::before(InboxItem const& a, InboxItem const& b) const {
  switch (sorted_by_) {
  case InboxOrder::age:
    return false;
  case InboxOrder::session:
    return a.session < b.session;
  case InboxOrder::code:
    return a.code < b.code;
  case InboxOrder::agent:
    return a.signal < b.signal;
  }
  return false;
}

void InboxList::narrow(std::string text) {
  filter_ = std::move(text);
  arrange();
}

/// Roots in the order of their first items; the cursor stays near its former place.
void InboxList::arrange() {
  std::vector<std::string_view> roots;
  for (auto const& item : items_)
    if (std::ranges::find(roots, item.root) == roots.end()) roots.push_back(item.root);
  order_.clear();
  for (auto const root : roots) {
    auto const first = static_cast<std::ptrdiff_t>(order_.size());
    for (std::size_t i = 0; i < items_.size(); ++i)
      if (items_[i].root == root && matches(items_[i], filter_)) order_.push_back(i);
    std::ranges::stable_sort(order_.begin() + first, order_.end(),
                             [&](std::size_t a, std::size_t b) { return before(items_[a], items_[b]); });
  }
  cursor_ = std::min(cursor_, order_.empty() ? 0 : order_.size() - 1);
}

void InboxList::move(int by) {
  if (order_.empty()) return;
  auto const last = static_cast<std::ptrdiff_t>(order_.size()) - 1;
  cursor_ = static_cast<std::size_t>(
      std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(cursor_) + by, 0, last));
}

void InboxList::mark() {
  if (order_.empty()) return;
  auto const& title = current()->title;
  if (marked_.erase(title) == 0) marked_.insert(title);
  move(1);
}

void InboxList::mark_alike() {
  if (order_.empty()) return;
  for (auto const item : order_)
    if (items_[item].code == current()->code) marked_.insert(items_[item].title);
}

InboxItem const* InboxList::current() const {
  return order_.empty() ? nullptr : &items_[order_[cursor_]];
}

std::size_t InboxList::index() const {
  return order_.empty() ? 0 : order_[cursor_];
}

std::vector<std::size_t> InboxList::marked() const {
  std::vector<std::size_t> marked;
  for (auto const item : order_)
    if (marked_.contains(items_[item].title)) marked.push_back(item);
  return marked;
}

/// At most two fifths of the room are for names: the rest is for the reason.
InboxList::Widths InboxList::widths(std::size_t room) const {
  Widths widest;
  for (auto const item : order_) {
    widest.session = std::max(widest.session, display_width(items_[item].session));
    widest.signal = std::max(widest.signal, display_width(items_[item].signal));
    widest.age = std::max(widest.age, display_width(items_[item].age));
  }
  std::tie(widest.session, widest.signal) = shared(room * 2 / 5, widest.session, widest.signal);
  return widest;
}

std::string InboxList::row(std::size_t place, Widths const& widths, Charset charset) const {
  auto const& item = items_[order_[place]];
  auto const cell = [charset](std::string const& text, std::size_t width) {
    return padded(fitted(text, width, charset), width);
  };
  auto const session = item.session.empty() ? "" : cell(item.session, widths.session) + "  ";
  auto const code = sorted_by_ == InboxOrder::code && !item.code.empty() ? item.code + "  " : "";
  return fmt::format("{}{} {}{}  {}  {}{}", place == cursor_ ? '>' : ' ',
                     marked_.contains(item.title) ? '*' : ' ', session, cell(item.signal, widths.signal),
                     padded(item.age, widths.age), code, item.reason);
}

InboxList::Lines InboxList::lines(ScreenSize room, Charset charset) const {
  auto const columns = widths(room.width);
  Lines all;
  std::vector<std::string_view> roots; // of each line
  for (std::size_t i = 0; i < order_.size(); ++i) {
    auto const& root = items_[order_[i]].root;
    if (!root.empty() && (roots.empty() || root != roots.back())) all.text.push_back(root);
    if (i == cursor_) all.cursor = all.text.size();
    all.text.push_back(row(i, columns, charset));
    roots.resize(all.text.size(), root);
  }
  auto const above = all.cursor < room.height ? 0 : all.cursor - room.height + 1;
  all.text.erase(all.text.begin(), all.text.begin() + static_cast<std::ptrdiff_t>(above));
  all.cursor -= above;
  if (above > 0 && room.height > 1 && !roots[above].empty()) all.text.front() = roots[above];
  if (all.text.size() > room.height) all.text.resize(room.height);
  for (auto& line : all.text)
    line = fitted(line, room.width, charset);
  return all;
}

} // namespace artifactd
