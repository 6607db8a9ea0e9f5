#include "agents/turn/content/png.hpp"

#include "agents/turn/content/card.hpp"
#include "agents/turn/content/content_finding.hpp"
#include "merge/artifacts/late_zlib.hpp"
#include "state/platform/result.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr std::string_view png_signature = "\x89PNG\r\n\x1a\n";
constexpr std::size_t chunk_frame = 12; // bytes of a chunk besides its data: length, type, checksum
constexpr std::size_t png_header_length = 13;

struct Chunk {
  std::size_t begin;
  std::string_view type;
  std::string_view data;
};

std::uint32_t big_endian(std::string_view bytes) {
  std::uint32_t number = 0;
  for (char const c : bytes.substr(0, 4))
    number = number << 8 | static_cast<unsigned char>(c);
  return number;
}

Finding png_fault(std::string_view file, std::size_t byte, Complaint complaint) {
  return file_finding("turn.image", file, byte, std::move(complaint));
}

Finding cut_short(std::string_view file, std::size_t size) {
  return png_fault(file, size,
                   {.message = "the PNG ends too early",
                    .expected = "all of its chunks, up to IEND",
                    .found = fmt::format("the end of the file after {} bytes", size),
                    .hint = "Download or save the picture again."});
}

bool is_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/// The chunk at `at`; its checksum is verified.
std::expected<Chunk, Finding> chunk_at(std::string_view file, std::string_view bytes, std::size_t at) {
  if (bytes.size() - at < chunk_frame) return std::unexpected(cut_short(file, bytes.size()));
  std::size_t const length = big_endian(bytes.substr(at));
  Chunk const chunk{at, bytes.substr(at + 4, 4), bytes.substr(at + 8).substr(0, length)};
  if (!std::ranges::all_of(chunk.type, is_letter))
    return std::unexpected(png_fault(file, at + 4,
                                     {.message = "this is not a PNG chunk",
                                      .expected = "four letters",
                                      .found = shown_text(chunk.type),
                                      .hint = "The file is damaged: download or save the picture again."}));
  if (length > bytes.size() - at - chunk_frame) return std::unexpected(cut_short(file, bytes.size()));
  auto const summed = bytes.substr(at + 4, 4 + length);
  auto const sum = crc32(0, reinterpret_cast<Bytef const*>(summed.data()), static_cast<uInt>(summed.size()));
  if (sum != big_endian(bytes.substr(at + 8 + length)))
    return std::unexpected(
        png_fault(file, at,
                  {.message = fmt::format("the checksum of the chunk {} is wrong", chunk.type),
                   .expected = fmt::format("{:08x}", sum),
                   .found = fmt::format("{:08x}", big_endian(bytes.substr(at + 8 + length))),
                   .hint = "The file is damaged: download or save the picture again."}));
  return chunk;
}

/// A PNG must have exactly one header, as its first chunk.
std::optional<Finding> misplaced_header(std::string_view file, Chunk const& chunk) {
  bool const first = chunk.begin == png_signature.size();
  bool const header = chunk.type == "IHDR";
  if (first == header && (!header || chunk.data.size() == png_header_length)) return std::nullopt;
  return png_fault(
      file, chunk.begin,
      {.message = first ? "the PNG does not begin with its header" : "a second header begins",
       .expected = first ? fmt::format("the chunk IHDR of {} bytes", png_header_length) : "any other chunk",
       .found = fmt::format("the chunk {} of {} bytes", chunk.type, chunk.data.size()),
       .hint = "The file is not a valid PNG: save the picture again."});
}

/// All chunks but IEND, in order.
std::expected<std::vector<Chunk>, Finding> chunks_of(std::string_view file, std::string_view bytes) {
  if (bytes.size() > largest_card_file)
    return std::unexpected(png_fault(file, largest_card_file,
                                     {.message = "the picture is too large",
                                      .expected = fmt::format("at most {} bytes", largest_card_file),
                                      .found = fmt::format("{} bytes", bytes.size()),
                                      .hint = "Make the picture smaller, or import the card as JSON."}));
  if (!is_png(bytes))
    return std::unexpected(png_fault(file, 0,
                                     {.message = "the file does not begin like a PNG",
                                      .expected = "the PNG signature",
                                      .found = "something else",
                                      .hint = "Other formats lose the card: export it as PNG or JSON."}));
  std::vector<Chunk> chunks;
  for (std::size_t at = png_signature.size();;) {
    auto const chunk = TRY(chunk_at(file, bytes, at));
    if (auto finding = misplaced_header(file, chunk)) return std::unexpected(*std::move(finding));
    if (chunk.type == "IEND") return chunks;
    chunks.push_back(chunk);
    at += chunk_frame + chunk.data.size();
  }
}

std::optional<PngText> text_in(Chunk const& chunk) {
  auto const end = chunk.data.find('\0');
  if (chunk.type != "tEXt" || end == std::string_view::npos) return std::nullopt;
  return PngText{chunk.data.substr(0, end), chunk.data.substr(end + 1)};
}

std::string big_endian_bytes(std::uint32_t number) {
  std::string bytes;
  for (unsigned shift = 32; shift > 0; shift -= 8)
    bytes += static_cast<char>(number >> (shift - 8) & 0xFFU);
  return bytes;
}

std::string chunk_bytes(std::string_view type, std::string_view data) {
  auto const summed = fmt::format("{}{}", type, data);
  auto const sum = crc32(0, reinterpret_cast<Bytef const*>(summed.data()), static_cast<uInt>(summed.size()));
  return big_endian_bytes(static_cast<std::uint32_t>(data.size())) + summed +
         big_endian_bytes(static_cast<std::uint32_t>(sum));
}

} // namespace

bool is_png(std::string_view bytes) noexcept {
  return bytes.starts_with(png_signature);
}
std::expected<std::vector<PngText>, Finding> png_texts(std::string_view file, std::string_view bytes) {
  std::vector<PngText> texts;
  for (auto const& chunk : TRY(chunks_of(file, bytes)))
    if (auto const text = text_in(chunk)) texts.push_back(*text);
  return texts;
}

std::expected<std::string, Finding> with_png_texts(std::string_view file, std::string_view bytes,
                                                   std::span<PngText const> texts) {
  std::string written(png_signature);
  for (auto const& chunk : TRY(chunks_of(file, bytes))) {
    auto const former = text_in(chunk);
    if (!former || std::ranges::count(texts, former->keyword, &PngText::keyword) == 0)
      written += bytes.substr(chunk.begin, chunk_frame + chunk.data.size());
  }
  for (auto const& [keyword, text] : texts)
    written += chunk_bytes("tEXt", fmt::format("{}{}{}", keyword, '\0', text));
  written += chunk_bytes("IEND", {});
  if (written.size() <= largest_card_file) return written;
  return std::unexpected(png_fault(file, 0,
                                   {.message = "the picture is too large with the card in it",
                                    .expected = fmt::format("at most {} bytes", largest_card_file),
                                    .found = fmt::format("{} bytes", written.size()),
                                    .hint = "Take a smaller picture."}));
}

} // namespace artifactd::turn
