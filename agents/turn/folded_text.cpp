#include "agents/turn/folded_text.hpp"

#include "state/vocabulary/utf8.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace artifactd::turn {

namespace {

/// A character of a text, or one byte that is not part of a character.
struct Character32 {
  char32_t code = 0; ///< 0 for a byte that is not UTF-8
  std::size_t bytes = 1;
};

Character32 character_at(std::string_view text, std::size_t at) {
  auto const lead = static_cast<unsigned char>(text[at]);
  if (lead < 0x80) return {lead, 1};
  auto const length = sequence_length(text, at);
  static constexpr std::array<unsigned, 5> payload = {0, 0x7F, 0x1F, 0x0F, 0x07};
  auto const due = lead >= 0xF0 ? 4U : lead >= 0xE0 ? 3U : 2U; // one cut short by the end is no character
  if (length != due) return {};
  char32_t code = lead & payload[length];
  for (std::size_t i = 1; i < length; ++i)
    code = (code << 6U) | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
  return {code, length};
}

void append_character(std::string& text, char32_t code) {
  auto const tail = [&](unsigned shift) { text += static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0 | (code >> 6U));
    tail(0);
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0 | (code >> 12U));
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0 | (code >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
}

/// first … last become lower case by adding `shift`; 1: only every second one, starting with the first.
struct Capitals {
  char32_t first;
  char32_t last;
  char32_t shift;
};
constexpr std::array<Capitals, 24> capitals = {{
    {U'A', U'Z', 32},
    {0xC0, 0xD6, 32}, // Latin-1
    {0xD8, 0xDE, 32},
    {0x100, 0x12E, 1}, // Latin Extended-A; the dotted I is left out, since its lower
                       // case is two characters
    {0x132, 0x136, 1},
    {0x139, 0x147, 1},
    {0x14A, 0x176, 1},
    {0x179, 0x17D, 1},
    {0x386, 0x386, 38}, // Greek
    {0x388, 0x38A, 37},
    {0x38C, 0x38C, 64},
    {0x38E, 0x38F, 63},
    {0x391, 0x3A1, 32},
    {0x3A3, 0x3AB, 32},
    {0x3D8, 0x3EE, 1},
    {0x400, 0x40F, 80}, // Cyrillic
    {0x410, 0x42F, 32},
    {0x460, 0x480, 1},
    {0x48A, 0x4BE, 1},
    {0x4C1, 0x4CD, 1},
    {0x4D0, 0x52E, 1},
    {0x531, 0x556, 48},  // Armenian
    {0x1E00, 0x1E94, 1}, // Latin Extended Additional
    {0x1EA0, 0x1EFE, 1},
}};

char32_t folded(char32_t code) {
  if (code == 0x178) return 0xFF;                         // Ÿ
  if (code == 0x3C2) return 0x3C3;                        // final sigma
  if (code >= 0xFF21 && code <= 0xFF3A) return code + 32; // full width
  auto const range = std::ranges::find_if(
      capitals, [&](Capitals const& each) { return code >= each.first && code <= each.last; });
  if (range == capitals.end()) return code;
  return range->shift != 1 ? code + range->shift : code + ((code - range->first) % 2 == 0 ? 1 : 0);
}

bool is_blank(char32_t code) {
  return code == ' ' || (code >= 9 && code <= 13) || code == 0x85 || code == 0xA0 || code == 0x1680 ||
         (code >= 0x2000 && code <= 0x200A) || code == 0x2028 || code == 0x2029 || code == 0x202F ||
         code == 0x205F || code == 0x3000;
}

struct Block {
  char32_t first;
  char32_t last;
};
/// Beyond ASCII: punctuation, symbols, and scripts that do not separate words.
constexpr std::array<Block, 9> no_part_of_words = {{
    {0x80, 0xA9},
    {0xAB, 0xB4},
    {0xB6, 0xB9},
    {0xBB, 0xBF},
    {0xE00, 0xEFF},     // Thai, Lao
    {0x2000, 0x2BFF},   // punctuation, symbols, arrows
    {0x2E80, 0xA4CF},   // Chinese and Japanese
    {0xF900, 0xFF0F},   // compatibility forms; full-width digits and letters follow
    {0x1F000, 0x3FFFF}, // pictographs; rare ideographs
}};

bool is_of_word(char32_t code) {
  if (code < 0x80)
    return code == '_' || (code >= '0' && code <= '9') || (code >= 'a' && code <= 'z') ||
           (code >= 'A' && code <= 'Z');
  return code != 0xD7 && code != 0xF7 && std::ranges::none_of(no_part_of_words, [&](Block const& each) {
           return code >= each.first && code <= each.last;
         });
}

/// Whether a letter or digit ends just before `at`.
bool word_ends_at(std::string_view text, std::size_t at) {
  if (at == 0) return false;
  auto begin = at - 1;
  while (begin > 0 && at - begin < 4 && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80)
    --begin;
  auto const last = character_at(text, begin);
  return last.bytes == at - begin && is_of_word(last.code);
}

bool word_begins_at(std::string_view text, std::size_t at) {
  return at < text.size() && is_of_word(character_at(text, at).code);
}

} // namespace

std::string loosely(std::string_view text) {
  std::string result;
  bool blank = false;
  for (std::size_t at = 0; at < text.size();) {
    auto const next = character_at(text, at);
    if (is_blank(next.code)) {
      blank = true;
    } else {
      if (blank && !result.empty()) result += ' ';
      blank = false;
      if (next.code != 0)
        append_character(result, folded(next.code));
      else
        result += text[at];
    }
    at += next.bytes;
  }
  return result;
}

bool has_word(std::string_view text, std::string_view word) noexcept {
  if (word.empty()) return false;
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    auto const end = at + word.size();
    bool const begins_apart = !word_begins_at(word, 0) || !word_ends_at(text, at);
    bool const ends_apart = !word_ends_at(word, word.size()) || !word_begins_at(text, end);
    if (begins_apart && ends_apart) return true;
  }
  return false;
}

} // namespace artifactd::turn
