#include "daemon/commands/inbox/inbox_list.hpp"

#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/core.h>

namespace artifactd {

namespace {

bool contains_text(std::string_view text, std::string_view part) {
  auto const lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::ranges::search(text, part, {}, lower, lower).begin() != text.end() || part.empty();
}

bool matches(InboxItem const& item, std::string_view text) {
  return contains_text(item.title, text) || contains_text(item.summary, text) ||
         contains_text(item.code, text);
}

} // namespace

void InboxList::show(std::vector<InboxItem> items) {
  auto const title = current() == nullptr ? std::string() : current()->title;
  items_ = std::move(items);
  std::erase_if(marked_, [&](std::string const& marked) {
    return std::ranges::find(items_, marked, &InboxItem::title) == items_.end();
  });
  arrange();
  auto const same =
      std::ranges::find(order_, title, [&](std::size_t item) -> auto& { return items_[item].title; });
  if (same != order_.end()) cursor_ = static_cast<std::size_t>(same - order_.begin());
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
  several_roots_ = roots.size() > 1;
  order_.clear();
  for (auto const root : roots)
    for (std::size_t i = 0; i < items_.size(); ++i)
      if (items_[i].root == root && matches(items_[i], filter_)) order_.push_back(i);
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

std::string InboxList::row(InboxItem const& item, std::size_t label_width, bool here) const {
  auto const label = fitted(printable(item.label), label_width, Charset::utf8);
  return fmt::format("{}{} {}{}  {}", here ? '>' : ' ', marked_.contains(item.title) ? '*' : ' ', label,
                     std::string(label_width - display_width(label), ' '), printable(item.summary));
}

InboxList::Lines InboxList::lines(ScreenSize room, Charset charset) const {
  std::size_t label_width = 0;
  for (auto const item : order_)
    label_width = std::max(label_width, display_width(printable(items_[item].label)));
  label_width = std::min(label_width, room.width * 2 / 5); // the rest is for the reason
  Lines all;
  std::string_view root;
  for (std::size_t i = 0; i < order_.size(); ++i) {
    auto const& item = items_[order_[i]];
    if (several_roots_ && (i == 0 || item.root != root)) all.text.push_back(printable(item.root));
    root = item.root;
    if (i == cursor_) all.cursor = all.text.size();
    all.text.push_back(row(item, label_width, i == cursor_));
  }
  auto const above = all.cursor < room.height ? 0 : all.cursor - room.height + 1;
  all.text.erase(all.text.begin(), all.text.begin() + static_cast<std::ptrdiff_t>(above));
  all.cursor -= above;
  if (all.text.size() > room.height) all.text.resize(room.height);
  for (auto& line : all.text)
    line = fitted(line, room.width, charset);
  return all;
}

} // namespace artifactd
