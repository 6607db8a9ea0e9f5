// The members of one JSON object, read by name and type. Each fault is one finding where it is; the members
// asked for are the ones the object may have, so what is left over is unknown.
#pragma once

#include "agents/turn/content/content_finding.hpp"

namespace artifactd::turn {

enum class Need : std::uint8_t { optional, required };

class DocumentMembers {
public:
  /// Anything but an object is an error, and has no members. `code` is that of all its findings.
  DocumentMembers(Json const& object, DocumentPlace place, std::string_view code,
                  std::vector<Finding>& findings);

  /// A text of at most `limit` bytes; empty where it is missing. A required one is not empty.
  [[nodiscard]] std::string text(std::string_view name, Need need, std::size_t limit);
  /// A document id; empty where it is missing.
  [[nodiscard]] std::string id(std::string_view name, Need need);
  /// An object; null where it is missing.
  [[nodiscard]] Json object(std::string_view name, Need need);
  /// A list; null where it is missing.
  [[nodiscard]] Json const* list(std::string_view name, Need need);
  /// A whole number within bounds; `otherwise` where it is missing.
  [[nodiscard]] int whole(std::string_view name, int least, int most, int otherwise);
  /// Any value; null where it is missing.
  [[nodiscard]] Json const* any(std::string_view name);
  [[nodiscard]] int schema_version();

  void error(DocumentPlace const& place, Complaint complaint);
  /// A part of it that somebody else read is not sound.
  void fail() noexcept { sound_ = false; }
  [[nodiscard]] bool sound() const noexcept { return sound_; }
  [[nodiscard]] DocumentPlace const& place() const noexcept { return place_; }
  [[nodiscard]] DocumentPlace at(std::string_view name) const { return within(place_, name); }

  /// The warnings about members nobody asked for. Whether everything that was read is sound.
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
