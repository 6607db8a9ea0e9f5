#include "agents/turn/content/zip.hpp"

#include "agents/turn/content/content_finding.hpp"
#include "merge/artifacts/late_zlib.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr std::string_view local_mark = "PK\x03\x04";
constexpr std::string_view central_mark = "PK\x01\x02";
constexpr std::string_view end_mark = "PK\x05\x06";
constexpr std::size_t local_size = 30;
constexpr std::size_t central_size = 46;
constexpr std::size_t end_size = 22;
constexpr std::size_t longest_comment = 0xFFFF;
constexpr std::size_t fullest = 200;            // unpacked bytes per packed byte: JSON packs 10 to 30 to 1
constexpr std::size_t freely_packed = 64 << 10; // unpacked bytes up to which any ratio is allowed
constexpr unsigned zip_stored = 0;
constexpr unsigned zip_deflated = 8;
constexpr unsigned encrypted_flag = 1;

/// Thrown within this file, so that reading fields stays readable.
struct Refused {
  std::size_t byte;
  std::string message;
};

class Archive {
public:
  explicit Archive(std::string_view bytes) : bytes_(bytes) {}
  std::string unpack(std::string_view member, std::size_t limit);

private:
  struct Entry {
    std::size_t begin; ///< of its record in the central directory
    unsigned flags;
    unsigned method;
    std::uint32_t sum;
    std::size_t packed;
    std::size_t unpacked;
    std::size_t local;
  };
  struct Directory {
    std::size_t begin;
    std::size_t end;
    std::size_t count;
  };

  [[nodiscard]] std::uint32_t number(std::size_t at, std::size_t width) const;
  [[nodiscard]] std::string_view part(std::size_t at, std::size_t size) const;
  [[nodiscard]] Directory directory() const;
  [[nodiscard]] Entry find(Directory const& directory, std::string_view member) const;
  void judge(Entry const& entry, std::size_t limit) const;
  [[nodiscard]] std::string_view data(Entry const& entry, Directory const& directory,
                                      std::string_view member) const;
  static std::string inflated(std::string_view packed, Entry const& entry);

  std::string_view bytes_;
};

std::string_view Archive::part(std::size_t at, std::size_t size) const {
  if (at > bytes_.size() || size > bytes_.size() - at) throw Refused{bytes_.size(), "it ends too early"};
  return bytes_.substr(at, size);
}

std::uint32_t Archive::number(std::size_t at, std::size_t width) const {
  std::uint32_t value = 0;
  auto const field = part(at, width);
  for (std::size_t i = width; i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(field[i]);
  return value;
}

/// The end record is the one whose comment ends with the file.
Archive::Directory Archive::directory() const {
  if (bytes_.size() < end_size) throw Refused{bytes_.size(), "it ends too early"};
  auto const last = bytes_.size() - end_size;
  auto const first = last - std::min(last, longest_comment);
  for (auto at = last + 1; at-- > first;) {
    if (part(at, 4) != end_mark || number(at + 20, 2) != last - at) continue;
    Directory const found{number(at + 16, 4), at, number(at + 10, 2)};
    std::size_t const size = number(at + 12, 4);
    if (found.count == 0xFFFF || size == 0xFFFFFFFF || found.begin == 0xFFFFFFFF)
      throw Refused{at, "it is in the zip64 format"};
    if (number(at + 4, 4) != 0 || number(at + 8, 2) != found.count)
      throw Refused{at, "it is one part of several"};
    if (found.begin > at || size != at - found.begin)
      throw Refused{at, "its directory is not where it should be"};
    return found;
  }
  throw Refused{bytes_.size(), "it has no directory at its end"};
}

Archive::Entry Archive::find(Directory const& directory, std::string_view member) const {
  std::optional<Entry> found;
  auto at = directory.begin;
  for (std::size_t i = 0; i < directory.count; ++i) {
    if (at + central_size > directory.end || part(at, 4) != central_mark)
      throw Refused{at, "its directory is damaged"};
    std::size_t const name = number(at + 28, 2);
    if (part(at + central_size, name) == member) {
      if (found) throw Refused{at, fmt::format("it has {} twice", member)};
      found = Entry{at,
                    number(at + 8, 2),
                    number(at + 10, 2),
                    number(at + 16, 4),
                    number(at + 20, 4),
                    number(at + 24, 4),
                    number(at + 42, 4)};
    }
    at += central_size + name + number(at + 30, 2) + number(at + 32, 2);
  }
  if (!found) throw Refused{directory.begin, fmt::format("it has no {}", member)};
  return *found;
}

void Archive::judge(Entry const& entry, std::size_t limit) const {
  if ((entry.flags & encrypted_flag) != 0) throw Refused{entry.begin, "it is encrypted"};
  if (entry.method != zip_stored && entry.method != zip_deflated)
    throw Refused{entry.begin,
                  fmt::format("it is compressed by method {}, neither stored nor deflated", entry.method)};
  if (entry.packed == 0xFFFFFFFF || entry.unpacked == 0xFFFFFFFF || entry.local == 0xFFFFFFFF)
    throw Refused{entry.begin, "it is in the zip64 format"};
  if (entry.unpacked > limit)
    throw Refused{entry.begin, fmt::format("its card has {} bytes, more than {}", entry.unpacked, limit)};
  if (entry.unpacked > freely_packed && entry.unpacked / fullest > entry.packed)
    throw Refused{entry.begin, fmt::format("{} bytes claim to be {}", entry.packed, entry.unpacked)};
  if (entry.method == zip_stored && entry.packed != entry.unpacked)
    throw Refused{entry.begin, "its sizes contradict each other"};
}

std::string_view Archive::data(Entry const& entry, Directory const& directory,
                               std::string_view member) const {
  auto const at = entry.local;
  if (part(at, 4) != local_mark || number(at + 8, 2) != entry.method ||
      part(at + local_size, number(at + 26, 2)) != member)
    throw Refused{at, "its directory contradicts the file's own header"};
  auto const begin = at + local_size + number(at + 26, 2) + number(at + 28, 2);
  if (begin > directory.begin || entry.packed > directory.begin - begin)
    throw Refused{at, "its data runs into the directory"};
  return part(begin, entry.packed);
}

std::string Archive::inflated(std::string_view packed, Entry const& entry) {
  std::string text(entry.unpacked, '\0');
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  stream.next_in = reinterpret_cast<Bytef const*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  auto const status = inflate(&stream, Z_FINISH);
  bool const whole = status == Z_STREAM_END && stream.avail_out == 0 && stream.avail_in == 0;
  inflateEnd(&stream);
  if (!whole) throw Refused{entry.begin, "its data is damaged, or not as long as it says"};
  return text;
}

std::string Archive::unpack(std::string_view member, std::size_t limit) {
  auto const where = directory();
  auto const entry = find(where, member);
  judge(entry, limit);
  auto const packed = data(entry, where, member);
  auto text = entry.method == zip_stored ? std::string(packed) : inflated(packed, entry);
  auto const sum = crc32(0, reinterpret_cast<Bytef const*>(text.data()), static_cast<uInt>(text.size()));
  if (sum != entry.sum) throw Refused{entry.begin, "its checksum is wrong"};
  return text;
}

} // namespace

bool is_zip(std::string_view bytes) noexcept {
  return bytes.starts_with(local_mark) || bytes.starts_with(end_mark);
}

std::expected<std::string, Finding> unpack_member(std::string_view file, std::string_view bytes,
                                                  std::string_view member, std::size_t limit) {
  try {
    return Archive(bytes).unpack(member, limit);
  } catch (Refused const& refused) {
    return std::unexpected(
        file_finding("turn.archive", file, refused.byte,
                     {.message = fmt::format("the archive cannot be used: {}", refused.message),
                      .expected = fmt::format("a plain zip archive with {}", member),
                      .found = fmt::format("{} bytes that are not one", bytes.size()),
                      .hint = "Export the card again, or unpack it and import card.json."}));
  }
}

} // namespace artifactd::turn
