#include "state/json/encoding.hpp"

namespace artifactd::json {

std::string_view wide_encoding(std::string_view text) noexcept {
  using namespace std::string_view_literals;
  if (text.starts_with("\xFF\xFE\0\0"sv)) return "UTF-32LE";
  if (text.starts_with("\0\0\xFE\xFF"sv)) return "UTF-32BE";
  if (text.starts_with("\xFF\xFE"sv)) return "UTF-16LE";
  if (text.starts_with("\xFE\xFF"sv)) return "UTF-16BE";
  if (text.size() < 4 || text.size() % 2 != 0) return {};
  // JSON begins with an ASCII character, so the zero bytes around it reveal the width.
  auto const zeros = [&](bool a, bool b, bool c, bool d) {
    return (text[0] == 0) == a && (text[1] == 0) == b && (text[2] == 0) == c && (text[3] == 0) == d;
  };
  if (zeros(false, true, false, true)) return "UTF-16LE";
  if (zeros(true, false, true, false)) return "UTF-16BE";
  if (zeros(true, true, true, false)) return "UTF-32BE";
  if (zeros(false, true, true, true) && (text.size() == 4 || text[4] != 0)) return "UTF-32LE";
  return {};
}

} // namespace artifactd::json
