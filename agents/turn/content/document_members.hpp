// Reads the members of one JSON object by name and type. Each fault is one finding at its place. The members
// that were read are the known ones; any others are unknown.
#pragma once

#include "agents/turn/content/content_finding.hpp"

namespace artifactd::turn {

enum class Need : std::uint8_t { optional, required };

class DocumentMembers {
public:
  /// Anything but an object is an error and has no members. `code` is the code of all findings.
  DocumentMembers(Json const& object, DocumentPlace place, std::string_view code,
                  std::vector<Finding>& findings);

  /// A text of at most `limit` bytes; empty if missing. A required one must not be empty.
  [[nodiscard]] std::string text(std::string_view name, Need need, std::size_t limit);
  /// A document id; empty if missing.
  [[nodiscard]] std::string id(std::string_view name, Need need);
  /// An object; null if missing.
  [[nodiscard]] Json object(std::string_view name, Need need);
  /// A list; null if missing.
  [[nodiscard]] Json const* list(std::string_view name, Need need);
  /// A whole number within bounds; `otherwise` if missing.
  [[nodiscard]] int whole(std::string_view name, int least, int most, int otherwise);
  /// Any value; null if missing.
  [[nodiscard]] Json const* any(std::string_view name);
  [[nodiscard]] int schema_version();

  /// A text anywhere in the object may not have the character U+0000.
  void refuse_nul();
  void error(DocumentPlace const& place, Complaint complaint);
  /// Marks the object as invalid because of a part that was read elsewhere.
  void fail() noexcept { sound_ = false; }
  [[nodiscard]] bool sound() const noexcept { return sound_; }
  [[nodiscard]] DocumentPlace const& place() const noexcept { return place_; }
  [[nodiscard]] DocumentPlace at(std::string_view name) const { return within(place_, name); }

  /// Adds the warnings about unknown members. Returns whether everything that was read is valid.
  [[nodiscard]] bool finish();

private:
  Json const* member(std::string_view name, Need need, std::string_view expected);
  void wrong(std::string_view name, Json const& value, std::string expected);

  Json const* object_ = nullptr; ///< null if the value is not an object
  DocumentPlace place_;
  std::string code_;
  std::vector<Finding>& findings_;
  std::vector<std::string> asked_;
  bool sound_ = true;
};

} // namespace artifactd::turn
