#include "tests/agents/turn/content/made_files.hpp"

#include <zlib.h>

namespace artifactd::turn::content_test {

namespace {

std::uint32_t checksum(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      ::crc32(0, reinterpret_cast<Bytef const*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

std::string big(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8)
    bytes += static_cast<char>(number >> shift & 0xFF);
  return bytes;
}

std::string little(std::uint64_t number, int width) {
  std::string bytes;
  for (int i = 0; i < width; ++i)
    bytes += static_cast<char>(number >> (8 * i) & 0xFF);
  return bytes;
}

std::string raw_deflated(std::string const& content) {
  z_stream stream{};
  ::deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
  std::string packed(::deflateBound(&stream, content.size()) + 16, '\0');
  std::string copy = content;
  stream.next_in = reinterpret_cast<Bytef*>(copy.data());
  stream.avail_in = static_cast<uInt>(copy.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  ::deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  ::deflateEnd(&stream);
  return packed;
}

} // namespace

std::string png_signature() {
  return "\x89PNG\r\n\x1a\n";
}

std::string png_chunk(std::string_view type, std::string_view data) {
  std::string const summed = std::string(type) + std::string(data);
  return big(static_cast<std::uint32_t>(data.size())) + summed + big(checksum(summed));
}

std::string png_text(std::string_view keyword, std::string_view text) {
  return std::string(keyword) + '\0' + std::string(text);
}

std::string png_with(std::vector<std::string> const& text_chunks) {
  std::string png = png_signature() + png_chunk("IHDR", std::string(13, '\1'));
  for (auto const& each : text_chunks)
    png += png_chunk("tEXt", each);
  return png + png_chunk("IDAT", "no image at all") + png_chunk("IEND", "");
}

std::string to_base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    auto const part = bytes.substr(at, 3);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i)
      bits = bits << 8 | (i < part.size() ? static_cast<unsigned char>(part[i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i)
      text += i <= part.size() ? digits[bits >> (18 - 6 * i) & 63] : '=';
  }
  return text;
}

std::string zip_of(std::vector<ZipFile> const& files, std::string_view comment) {
  std::string archive;
  std::string directory;
  for (auto const& file : files) {
    auto const packed = file.deflate ? raw_deflated(file.content) : file.content;
    auto const method = file.claimed_method >= 0 ? file.claimed_method : file.deflate ? 8 : 0;
    auto const size =
        file.claimed_size >= 0 ? static_cast<std::uint64_t>(file.claimed_size) : file.content.size();
    auto const sum =
        file.claimed_sum >= 0 ? static_cast<std::uint64_t>(file.claimed_sum) : checksum(file.content);
    auto const facts = little(20, 2) + little(file.flags, 2) + little(static_cast<std::uint64_t>(method), 2) +
                       little(0, 4) + little(sum, 4) + little(packed.size(), 4) + little(size, 4);
    auto const local = file.local_name.empty() ? file.name : file.local_name;
    auto const begin = archive.size();
    archive += "PK\x03\x04" + facts + little(local.size(), 2) + little(0, 2) + local + packed;
    directory += "PK\x01\x02" + little(20, 2) + facts + little(file.name.size(), 2) + little(0, 2) +
                 little(0, 2) + little(0, 2) + little(0, 2) + little(0, 4) + little(begin, 4) + file.name;
  }
  auto const end = "PK\x05\x06" + little(0, 4) + little(files.size(), 2) + little(files.size(), 2) +
                   little(directory.size(), 4) + little(archive.size(), 4) + little(comment.size(), 2);
  return archive + directory + end + std::string(comment);
}

} // namespace artifactd::turn::content_test
