// PNG and zip files made byte by byte, so that a test can break them in one place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::turn::content_test {

[[nodiscard]] std::string png_signature();
/// A chunk with the right length and checksum.
[[nodiscard]] std::string png_chunk(std::string_view type, std::string_view data);
/// A header, the text chunks ("keyword\0text") and an end.
[[nodiscard]] std::string png_with(std::vector<std::string> const& text_chunks);
/// The data of a tEXt chunk.
[[nodiscard]] std::string png_text(std::string_view keyword, std::string_view text);

[[nodiscard]] std::string to_base64(std::string_view bytes);

/// What a zip archive records about one file; the rest is computed.
struct ZipFile {
  std::string name;
  std::string content;
  bool deflate = true;
  std::uint16_t flags = 0;
  std::int64_t claimed_size = -1; ///< unpacked size; -1: the true size
  std::int64_t claimed_sum = -1;
  int claimed_method = -1;
  std::string local_name{}; ///< in the file's local header; empty: the same
};

[[nodiscard]] std::string zip_of(std::vector<ZipFile> const& files, std::string_view comment = "");
/// The size of the end record that `zip_of` writes last, without the comment.
inline constexpr std::size_t zip_end_size = 22;

} // namespace artifactd::turn::content_test
