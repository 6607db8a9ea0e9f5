// Findings about content: made of a code and a place in a document, located later (content_text.hpp).
#pragma once

#include "agents/turn/content/document.hpp"

namespace artifactd::turn {

/// What a finding says, beside its code and its place.
struct Complaint {
  std::string message;
  std::string expected;
  std::string found;
  std::string hint;
};

/// An error; its tier is that of the code in content_codes.
[[nodiscard]] Finding content_finding(std::string_view code, DocumentPlace const& place, Complaint complaint);
[[nodiscard]] Finding content_warning(std::string_view code, DocumentPlace const& place, Complaint complaint);

/// A file of thousands of faults has one: the first 200 are kept, errors before warnings, and one more says
/// how many were not.
void keep_first(std::vector<Finding>& findings, DocumentPlace const& place);

/// The member or element of that document.
[[nodiscard]] DocumentPlace within(DocumentPlace const& place, std::string_view key);
[[nodiscard]] DocumentPlace within(DocumentPlace const& place, std::size_t index);

/// A value as a message shows it: what it is and how it begins, on one line.
[[nodiscard]] std::string shown_value(Json const& value);
/// A text in double quotes, cut and made printable.
[[nodiscard]] std::string shown_text(std::string_view text);

} // namespace artifactd::turn
