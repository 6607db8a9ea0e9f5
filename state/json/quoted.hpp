// A text as a JSON string, appended to JSON that is being written: the same bytes as compact(Json(text)), but
// most texts are only copied.
#pragma once

#include <string>
#include <string_view>

namespace artifactd {

void append_quoted(std::string& json, std::string_view text);

} // namespace artifactd
