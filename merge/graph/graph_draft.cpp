#include "merge/graph/graph_draft.hpp"

#include "state/json/walk.hpp"

#include <set>

namespace artifactd {

namespace {

constexpr std::size_t searches_without_index = 64;

/// Appends a text, joined to the last piece if both are adjacent in the same buffer.
void push(Rope& rope, std::string_view text) {
  if (text.empty()) return;
  if (!rope.empty() && rope.back().data() + rope.back().size() == text.data())
    rope.back() = {rope.back().data(), rope.back().size() + text.size()};
  else
    rope.push_back(text);
}

/// How the base separates and introduces its members, so that a new one looks like the others.
struct Style {
  std::string_view first; ///< between "{" and the first member
  std::string_view next;  ///< between two members
  std::string_view colon; ///< between key and value
};

Style style_of(std::string_view base, json::Document const& document) {
  auto const& members = document.members;
  if (members.empty()) return {"\n  ", ",\n  ", ": "};
  Style style{base.substr(document.root.begin + 1, members[0].key.begin - document.root.begin - 1), ", ",
              base.substr(members[0].key.end, members[0].value.begin - members[0].key.end)};
  auto last = members.size() - 1;
  if (last > 0)
    style.next =
        base.substr(members[last - 1].value.end, members[last].key.begin - members[last - 1].value.end);
  else if (style.first.find('\n') != style.first.npos)
    style.next = ",\n  ";
  return style;
}

} // namespace

std::size_t size_of(Rope const& rope) noexcept {
  std::size_t total = 0;
  for (auto text : rope)
    total += text.size();
  return total;
}

bool equal(Rope const& rope, std::string_view text) noexcept {
  for (auto piece : rope) {
    if (!text.starts_with(piece)) return false;
    text.remove_prefix(piece.size());
  }
  return text.empty();
}

std::string flatten(Rope const& rope) {
  std::string text;
  text.reserve(size_of(rope));
  for (auto piece : rope)
    text += piece;
  return text;
}

std::vector<std::size_t> GraphDraft::occurrences(std::string_view name) const {
  auto const& members = document_->members;
  std::vector<std::size_t> found;
  if (!index_ && ++searches_ <= searches_without_index) {
    for (std::size_t i = 0; i < members.size(); ++i)
      if (json::decodes_to(members[i].key.of(base_), name)) found.push_back(i);
    return found;
  }
  if (!index_) {
    index_.emplace();
    for (std::size_t i = 0; i < members.size(); ++i)
      (*index_)[json::decode(members[i].key.of(base_))].push_back(i);
  }
  auto const known = index_->find(std::string(name));
  return known == index_->end() ? found : known->second;
}

std::optional<std::string_view> GraphDraft::base_member(std::string_view name) const {
  auto found = occurrences(name);
  if (found.empty()) return std::nullopt;
  return document_->members[found.back()].value.of(base_);
}

std::optional<Rope> GraphDraft::member(std::string_view name) const {
  if (auto edit = edits_.find(name); edit != edits_.end()) return edit->second;
  if (auto text = base_member(name)) return Rope{*text};
  return std::nullopt;
}

void GraphDraft::set(std::string_view name, Rope value) {
  auto found = occurrences(name);
  auto edit = edits_.find(name);
  if (edit == edits_.end() ? found.size() == 1 && equal(value, document_->members[found[0]].value.of(base_))
                           : edit->second == value)
    return;
  ++revision_;
  if (found.size() == 1 && equal(value, document_->members[found[0]].value.of(base_)))
    edits_.erase(edit);
  else
    edits_.insert_or_assign(std::string(name), std::move(value));
}

void GraphDraft::remove(std::string_view name) {
  auto edit = edits_.find(name);
  auto in_base = !occurrences(name).empty();
  if (edit == edits_.end() ? !in_base : !edit->second) return;
  ++revision_;
  if (in_base)
    edits_.insert_or_assign(std::string(name), std::nullopt);
  else
    edits_.erase(edit);
}

/// The edits matched to the members of the base, by index: the first occurrence of an edited member takes the
/// new value.
struct GraphDraft::Plan {
  std::map<std::size_t, Rope const*> changed;
  std::set<std::size_t> dropped;
  std::vector<Edits::value_type const*> added;
};

GraphDraft::Plan GraphDraft::plan() const {
  Plan plan;
  for (auto const& edit : edits_) {
    auto found = occurrences(edit.first);
    if (found.empty()) {
      if (edit.second) plan.added.push_back(&edit);
      continue;
    }
    if (edit.second) plan.changed.emplace(found[0], &*edit.second);
    plan.dropped.insert(found.begin() + (edit.second ? 1 : 0), found.end());
  }
  return plan;
}

namespace {

/// A text being written, with the places of its members.
class Writing {
public:
  void text(std::string_view piece) {
    push(written_.rope, piece);
    size_ += piece.size();
  }
  void key(std::string_view quoted) {
    written_.document.members.push_back({place_of(quoted.size()), {}});
    text(quoted);
  }
  void value(Rope const& pieces) {
    written_.document.members.back().value = place_of(size_of(pieces));
    for (auto piece : pieces)
      text(piece);
  }
  GraphDraft::Written take(json::Range root) && {
    written_.document.type = json::Type::object;
    written_.document.root = root;
    return std::move(written_);
  }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

private:
  [[nodiscard]] json::Range place_of(std::size_t length) const { return {size_, size_ + length}; }

  GraphDraft::Written written_;
  std::size_t size_ = 0;
};

} // namespace

GraphDraft::Written GraphDraft::written() {
  if (edits_.empty()) return {{base_}, *document_};
  auto const& members = document_->members;
  auto const style = style_of(base_, *document_);
  auto const planned = plan();
  Writing out;
  out.text(base_.substr(0, document_->root.begin + 1));
  bool first = true;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (planned.dropped.contains(i)) continue;
    auto before = i == 0 ? document_->root.begin + 1 : members[i - 1].value.end;
    out.text(first ? style.first : base_.substr(before, members[i].key.begin - before));
    out.key(members[i].key.of(base_));
    out.text(base_.substr(members[i].key.end, members[i].value.begin - members[i].key.end));
    auto changed = planned.changed.find(i);
    out.value(changed != planned.changed.end() ? *changed->second : Rope{members[i].value.of(base_)});
    first = false;
  }
  for (auto const* each : planned.added) {
    out.text(first ? style.first : style.next);
    out.key(keep(json::quote(each->first)));
    out.text(style.colon);
    out.value(*each->second);
    first = false;
  }
  if (members.empty() && !first) out.text("\n");
  out.text(base_.substr(members.empty() ? document_->root.end - 1 : members.back().value.end));
  return std::move(out).take({document_->root.begin, out.size() - (base_.size() - document_->root.end)});
}

} // namespace artifactd
