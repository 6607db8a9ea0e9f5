// A draft of the graph: the bytes of the graph as read, with members set, extended or removed. Untouched
// bytes are not copied until they are written; pieces() is what to write.
#pragma once

#include "state/json/scan.hpp"

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace artifactd {

/// A value as the concatenation of texts owned by the base or the draft.
using Rope = std::vector<std::string_view>;

[[nodiscard]] std::size_t size_of(Rope const& rope) noexcept;
[[nodiscard]] bool equal(Rope const& rope, std::string_view text) noexcept;
[[nodiscard]] std::string flatten(Rope const& rope);

class GraphDraft {
public:
  /// `base` is an accepted JSON object and outlives the draft, like `document`, its scan.
  GraphDraft(std::string_view base, json::Document const& document) : base_(base), document_(&document) {}

  /// The member in the current draft; std::nullopt if there is none.
  [[nodiscard]] std::optional<Rope> member(std::string_view name) const;
  /// The member in the base; the last one of duplicates, which is what readers see.
  [[nodiscard]] std::optional<std::string_view> base_member(std::string_view name) const;

  /// Sets the member in its place, or at the end; duplicates collapse into the first. Setting the value it
  /// already has changes nothing.
  void set(std::string_view name, Rope value);
  void remove(std::string_view name);

  /// Keeps a text alive as long as the draft and returns its view, for use in ropes.
  std::string_view keep(std::string text) { return kept_.emplace_back(std::move(text)); }

  /// Decoded name → new value, or std::nullopt if removed.
  using Edits = std::map<std::string, std::optional<Rope>, std::less<>>;
  [[nodiscard]] Edits const& edits() const noexcept { return edits_; }
  /// Reverts what was set since `saved` was copied from edits().
  void undo(Edits saved) { edits_ = std::move(saved); }

  /// Increases with every set() or remove() that made a difference.
  [[nodiscard]] std::size_t revision() const noexcept { return revision_; }

  [[nodiscard]] bool changed() const noexcept { return !edits_.empty(); }
  /// What to write. Views into base and draft.
  [[nodiscard]] Rope pieces() { return written().rope; }

  struct Written {
    Rope rope;
    json::Document document; ///< what a scan of the rope's text would give
  };
  [[nodiscard]] Written written();

private:
  struct Plan;
  [[nodiscard]] Plan plan() const;
  /// Indices of the base's members of that name, in order.
  [[nodiscard]] std::vector<std::size_t> occurrences(std::string_view name) const;

  std::string_view base_;
  json::Document const* document_;
  Edits edits_;
  /// Decoded name → indices of its members. Made when the searches have cost as much as making it: a union
  /// asks for every member.
  mutable std::optional<std::unordered_map<std::string, std::vector<std::size_t>>> index_;
  mutable std::size_t searches_ = 0;
  std::size_t revision_ = 0;
  std::deque<std::string> kept_;
};

} // namespace artifactd
