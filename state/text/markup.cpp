#include "state/text/markup.hpp"

namespace artifactd {

std::string escaped_markup(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (char const c : text) {
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    case '\'':
      result += "&#39;";
      break;
    default:
      if (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n')
        result += "\xEF\xBF\xBD";
      else
        result += c;
    }
  }
  return result;
}

} // namespace artifactd
