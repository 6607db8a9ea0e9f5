#include "state/json/encoding.hpp"
#include "state/json/mistake.hpp"
#include "state/json/scalar.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace artifactd::json {

namespace {

using namespace std::string_view_literals;

struct Magic {
  std::string_view bytes;
  std::string_view what;
};

constexpr std::array magics = {
    Magic{"\x1F\x8B"sv, "gzip data"},
    Magic{"PK\x03\x04"sv, "a zip archive"},
    Magic{"PK\x05\x06"sv, "a zip archive"},
    Magic{"BZh"sv, "bzip2 data"},
    Magic{"\xFD"
          "7zXZ"sv,
          "xz data"},
    Magic{"\x28\xB5\x2F\xFD"sv, "zstd data"},
    Magic{"%PDF-"sv, "a PDF document"},
    Magic{"\x89PNG"sv, "a PNG image"},
    Magic{"\xFF\xD8\xFF"sv, "a JPEG image"},
    Magic{"SQLite format 3"sv, "an SQLite database"},
    Magic{"\x7F"
          "ELF"sv,
          "a program"},
};

std::optional<Mistake> foreign_format(Scene const& scene) {
  if (scene.broken.byte > 4) return std::nullopt;
  if (std::ranges::all_of(scene.text, [](char c) { return c == '\0'; }) && !scene.text.empty()) {
    return Mistake{fmt::format("the {} holds only NUL bytes", scene.whole()),
                   fmt::format("It was not written completely. Write the whole {} again.", scene.whole())};
  }
  for (Magic const& magic : magics) {
    if (!scene.text.starts_with(magic.bytes)) continue;
    return Mistake{fmt::format("the {} is {}, not JSON", scene.whole(), magic.what),
                   "Write the JSON text itself, as plain UTF-8."};
  }
  return std::nullopt;
}

std::string write_as_utf8(Scene const& scene) {
  return fmt::format("Write the {} as UTF-8", scene.whole());
}

/// What a single byte 0x80 to 0xFF among ASCII most likely was.
std::string latin1_hint(Scene const& scene, unsigned char byte) {
  char const utf8[] = {static_cast<char>(0xC0 | byte >> 6), static_cast<char>(0x80 | (byte & 0x3F)), '\0'};
  return fmt::format("{}; in Latin-1 this byte would be '{}'.", write_as_utf8(scene), std::string_view(utf8));
}

Mistake bad_sequence(Scene const& scene) {
  std::string_view const rest = scene.rest();
  auto const byte = static_cast<unsigned char>(rest.front());
  bool const continued = rest.size() > 1 && (static_cast<unsigned char>(rest[1]) & 0xC0) == 0x80;
  std::string const message = fmt::format("the byte 0x{:02X} does not begin a UTF-8 character here", byte);
  if (byte == 0xC0 || byte == 0xC1 || ((byte == 0xE0 || byte == 0xF0) && continued)) {
    return {"a character is encoded in more bytes than it needs", "Write it in its shortest UTF-8 form."};
  }
  if (byte == 0xED && continued) {
    return {"half of a surrogate pair is encoded as if it were a character",
            write_as_utf8(scene) + ", not as UTF-16 units written one by one."};
  }
  if (byte >= 0xA0 && !continued) return {message, latin1_hint(scene, byte)};
  return {message, write_as_utf8(scene) + "."};
}

std::optional<Mistake> foreign_encoding(Scene const& scene) {
  if (scene.broken.breach == Breach::byte_order_mark) {
    return Mistake{"the text begins with a byte order mark (EF BB BF)",
                   write_as_utf8(scene) + " without BOM."};
  }
  if (scene.broken.breach != Breach::not_utf8) return std::nullopt;
  if (auto const wide = wide_encoding(scene.text); !wide.empty()) {
    return Mistake{fmt::format("the text is {}, not UTF-8", wide), write_as_utf8(scene) + "."};
  }
  return bad_sequence(scene);
}

std::optional<Mistake> markup(std::string_view rest) {
  if (rest.starts_with('<')) {
    return Mistake{"this looks like HTML or XML, not JSON",
                   "Write the JSON document itself, without tags around it."};
  }
  if (rest.starts_with("---")) {
    return Mistake{"this looks like YAML, not JSON", "Write JSON: braces, quoted keys and commas."};
  }
  return std::nullopt;
}

std::optional<Mistake> prose(Scene const& scene, std::string_view rest) {
  std::string_view const word = word_at(rest);
  if (word.empty() || is_digit(word.front()) || word.front() == '-') return std::nullopt;
  std::size_t const json = rest.find_first_of("{[");
  if (json == std::string_view::npos) {
    std::string_view const line = rest.substr(0, rest.find('\n'));
    if (line.find(' ') == std::string_view::npos) return std::nullopt;
    return Mistake{fmt::format("the {} holds text, not JSON", scene.whole()),
                   scene.origin.source == Source::reply
                       ? "Answer with one JSON object and nothing else."
                       : fmt::format("Write one JSON object and nothing else into the {}.", scene.whole())};
  }
  if (rest.substr(0, json).find_first_of(" \n:=") == std::string_view::npos) return std::nullopt;
  std::size_t const at = scene.text.size() - rest.size() + json;
  return Mistake{"there is text before the JSON",
                 fmt::format("Remove everything before the '{}' on line {}.", rest[json], scene.line_of(at))};
}

} // namespace

std::optional<Mistake> container_mistake(Scene const& scene) {
  if (auto mistake = foreign_format(scene)) return mistake;
  if (auto mistake = foreign_encoding(scene)) return mistake;
  if (scene.broken.breach != Breach::unexpected && scene.broken.breach != Breach::bad_literal &&
      scene.broken.breach != Breach::bad_number) {
    return std::nullopt;
  }
  std::size_t const begin = scene.word_begin();
  if (begin != scene.text.find_first_not_of(" \t\r\n")) return std::nullopt;
  std::string_view const rest = scene.text.substr(begin);
  if (auto mistake = markup(rest)) return mistake;
  return prose(scene, rest);
}

} // namespace artifactd::json
