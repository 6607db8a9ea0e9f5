#include "state/json/raw_text.hpp"

#include "state/json/diagnose.hpp"
#include "state/json/encoding.hpp"
#include "state/vocabulary/names.hpp"
#include "state/vocabulary/utf8.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::extraction {

namespace {

/// The first byte that is not UTF-8; also a sequence cut off by the end of the text.
std::size_t first_foreign_byte(std::string_view text) {
  std::size_t const malformed = std::min(first_malformed(text), text.size());
  if (malformed < text.size()) return malformed;
  std::size_t lead = text.size();
  while (lead > 0 && (static_cast<unsigned char>(text[lead - 1]) & 0xC0) == 0x80)
    --lead;
  if (lead == 0) return text.size();
  auto const first = static_cast<unsigned char>(text[lead - 1]);
  std::size_t const needed = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  return text.size() - (lead - 1) < needed ? lead - 1 : text.size();
}

Finding encoding_error(RawText const& raw, std::size_t byte, std::string message, std::string found) {
  Finding finding{.code = "ENCODING_ERROR"};
  locate(finding, raw, byte);
  finding.message = std::move(message);
  finding.expected = "UTF-8";
  finding.found = std::move(found);
  finding.hint = "Write the file as UTF-8 text; plain ASCII is enough for a rule.";
  return finding;
}

} // namespace

void locate(Finding& finding, RawText const& raw, std::size_t byte) {
  finding.file = raw.file;
  json::locate(finding, raw.bytes, byte);
}

std::optional<Finding> unreadable(RawText const& raw) {
  if (raw.bytes.size() > longest_text) {
    Finding finding{.code = "file.too_large", .file = std::string(raw.file)};
    finding.message =
        fmt::format("the file has {} bytes, more than the {} allowed", raw.bytes.size(), longest_text);
    finding.expected = fmt::format("at most {} bytes", longest_text);
    finding.found = fmt::format("{} bytes", raw.bytes.size());
    finding.hint = "Write the rule alone; explanations are not needed.";
    return finding;
  }
  if (auto const wide = json::wide_encoding(raw.bytes); !wide.empty())
    return encoding_error(raw, 0, fmt::format("the text is {}, not UTF-8", wide), std::string(wide));
  std::size_t const byte = first_foreign_byte(raw.bytes);
  if (byte < raw.bytes.size())
    return encoding_error(raw, byte, fmt::format("invalid UTF-8 sequence at position {}", byte),
                          fmt::format("the byte 0x{:02X}", static_cast<unsigned char>(raw.bytes[byte])));
  if (std::size_t const nul = raw.bytes.find('\0'); nul != std::string_view::npos)
    return encoding_error(raw, nul, fmt::format("a NUL byte at position {}", nul), "the byte 0x00");
  return std::nullopt;
}

std::string shortened(std::string_view text, std::size_t length) {
  return printable(abbreviated(text, length));
}

std::string shown(std::string_view text) {
  return fmt::format("\"{}\"", shortened(text));
}

} // namespace artifactd::extraction
