// Reads the members of an object somebody wrote. Each fault is one printable line that begins with the JSON
// pointer of what is wrong and says what belongs there; a faulty or missing member reads as its default. A
// member that is null counts as missing.
#pragma once

#include "state/json_text.hpp"

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
/// "; did you mean \"lena\"?", or else what there is; empty where nothing is known.
[[nodiscard]] std::string known_names(std::string_view word, std::span<std::string const> known);
/// The value, shortened for a message.
[[nodiscard]] std::string shown(Json const& value);

class MemberReader {
public:
  /// All are borrowed. What is not an object is a fault, and has no members.
  MemberReader(Json const& object, std::string pointer, Faults& faults);

  [[nodiscard]] bool is_object() const noexcept { return object_ != nullptr; }
  [[nodiscard]] std::string pointer_of(std::string_view name) const;
  void fault(std::string_view name, std::string_view message);
  /// Reads element `i` of the list of that name.
  [[nodiscard]] MemberReader element(std::string_view name, std::size_t i, Json const& value);

  /// Null where it is missing.
  [[nodiscard]] Json const* find(std::string_view name) const;
  /// A fault where it is missing.
  Json const* need(std::string_view name, std::string_view expected);
  std::string text(std::string_view name, std::size_t longest);
  /// Neither missing nor empty.
  std::string needed_text(std::string_view name, std::size_t longest);
  /// A list of texts that are not empty.
  std::optional<std::vector<std::string>> texts(std::string_view name, std::size_t most, std::size_t longest);
  /// Null where it is missing or no list.
  Json const* list(std::string_view name, std::size_t most);
  std::optional<std::int64_t> whole(std::string_view name, std::int64_t lowest, std::int64_t highest);
  /// Finite.
  std::optional<double> number(std::string_view name);
  bool flag(std::string_view name, bool otherwise);
  /// A line for each member that is not known, with the nearest one that is.
  void tell_unknown(std::span<std::string const> known, std::vector<std::string>& warnings) const;

private:
  Json const* object_ = nullptr;
  std::string pointer_;
  Faults& faults_;
};

/// A whole number within 64 bits, also one written as 7.0.
[[nodiscard]] std::optional<std::int64_t> whole_number(Json const& value) noexcept;

} // namespace artifactd::turn
