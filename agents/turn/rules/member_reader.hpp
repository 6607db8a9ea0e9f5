// Reads the members of an object from an untrusted source. Each fault is one printable line that begins with
// the JSON pointer of the faulty value and says what is expected; a faulty or missing member reads as its
// default. A null member counts as missing.
#pragma once

#include "state/json/json_text.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::turn {

using Faults = std::vector<std::string>;

/// "/pointer: message", printable.
[[nodiscard]] std::string fault_at(std::string_view pointer, std::string_view message);
/// "; did you mean \"lena\"?", or else the list of known names; empty if none are known.
[[nodiscard]] std::string known_names(std::string_view word, std::span<std::string const> known);
/// The value, shortened for a message.
[[nodiscard]] std::string shown(Json const& value);

class MemberReader {
public:
  /// All arguments are borrowed. Anything but an object is a fault and has no members.
  MemberReader(Json const& object, std::string pointer, Faults& faults);

  [[nodiscard]] bool is_object() const noexcept { return object_ != nullptr; }
  [[nodiscard]] std::string pointer_of(std::string_view name) const;
  void fault(std::string_view name, std::string_view message);
  /// Reads element `i` of the list with that name.
  [[nodiscard]] MemberReader element(std::string_view name, std::size_t i, Json const& value);

  /// Null if missing.
  [[nodiscard]] Json const* find(std::string_view name) const;
  /// A missing member is a fault.
  Json const* need(std::string_view name, std::string_view expected);
  std::string text(std::string_view name, std::size_t longest);
  /// A missing or empty text is a fault.
  std::string needed_text(std::string_view name, std::size_t longest);
  /// A list of non-empty texts.
  std::optional<std::vector<std::string>> texts(std::string_view name, std::size_t most, std::size_t longest);
  /// Null if missing or not a list.
  Json const* list(std::string_view name, std::size_t most);
  std::optional<std::int64_t> whole(std::string_view name, std::int64_t lowest, std::int64_t highest);
  /// Must be finite.
  std::optional<double> number(std::string_view name);
  bool flag(std::string_view name, bool otherwise);
  /// Adds a warning for each unknown member, naming the nearest known one.
  void tell_unknown(std::span<std::string const> known, std::vector<std::string>& warnings) const;

private:
  Json const* object_ = nullptr;
  std::string pointer_;
  Faults& faults_;
};

/// A whole number within 64 bits; 7.0 counts as one.
[[nodiscard]] std::optional<std::int64_t> whole_number(Json const& value) noexcept;

} // namespace artifactd::turn
