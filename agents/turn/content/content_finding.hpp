// Findings about content, made from a code and a place in a document; line and column come later
// (content_text.hpp).
#pragma once

#include "agents/turn/content/document.hpp"

namespace artifactd::turn {

/// The content of a finding, besides its code and its place.
struct Complaint {
  std::string message;
  std::string expected;
  std::string found;
  std::string hint;
};

/// An error; its tier is that of the code in content_codes.
[[nodiscard]] Finding content_finding(std::string_view code, DocumentPlace const& place, Complaint complaint);
[[nodiscard]] Finding content_warning(std::string_view code, DocumentPlace const& place, Complaint complaint);

/// An error at a byte of a file that is not a document: without a pointer.
[[nodiscard]] Finding file_finding(std::string_view code, std::string_view file, std::size_t byte,
                                   Complaint complaint);

/// Limits the findings of a file: keeps the first 200, errors before warnings, and adds one that says how
/// many were dropped.
void keep_first(std::vector<Finding>& findings, DocumentPlace const& place);

/// The place of a member or element of that document.
[[nodiscard]] DocumentPlace within(DocumentPlace const& place, std::string_view key);
[[nodiscard]] DocumentPlace within(DocumentPlace const& place, std::size_t index);

/// A value for a message: its type and its beginning, on one line.
[[nodiscard]] std::string shown_value(Json const& value);
/// A text in double quotes, shortened and made printable.
[[nodiscard]] std::string shown_text(std::string_view text);

} // namespace artifactd::turn
