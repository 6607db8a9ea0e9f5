#include "state/json/quoted.hpp"

#include "state/json/json_text.hpp"

#include <algorithm>

namespace artifactd {

namespace {

/// Printable ASCII without `"` and `\`.
bool is_plain(char each) noexcept {
  return each >= ' ' && each < '\x7f' && each != '"' && each != '\\';
}

} // namespace

void append_quoted(std::string& json, std::string_view text) {
  if (std::ranges::all_of(text, is_plain))
    json.append(1, '"').append(text).append(1, '"');
  else
    json.append(compact(Json(text)));
}

} // namespace artifactd
