#include "merge/artifacts/gzip.hpp"

#include "merge/artifacts/late_zlib.hpp"

#include <array>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::string_view magic = "\x1f\x8b";
constexpr int gzip_only = 15 + 16; // window bits: the largest window, and no zlib or raw streams
constexpr std::size_t chunk = 32 * 1024;

class Inflater {
public:
  explicit Inflater(std::string_view packed) {
    stream_.next_in = reinterpret_cast<Bytef const*>(packed.data());
    stream_.avail_in = static_cast<uInt>(packed.size());
    ready_ = inflateInit2(&stream_, gzip_only) == Z_OK;
  }
  ~Inflater() {
    if (ready_) inflateEnd(&stream_);
  }
  Inflater(Inflater const&) = delete;
  Inflater& operator=(Inflater const&) = delete;

  [[nodiscard]] bool ready() const noexcept { return ready_; }
  [[nodiscard]] std::size_t left() const noexcept { return stream_.avail_in; }
  [[nodiscard]] std::string_view complaint() const { return stream_.msg == nullptr ? "" : stream_.msg; }

  /// The next piece, and zlib's return code.
  int next(std::array<char, chunk>& out, std::size_t& size) {
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = chunk;
    auto status = inflate(&stream_, Z_NO_FLUSH);
    size = chunk - stream_.avail_out;
    return status;
  }
  bool next_member() { return inflateReset(&stream_) == Z_OK; }

private:
  z_stream stream_{};
  bool ready_ = false;
};

/// Reports what is wrong with one packed file.
class Complaint {
public:
  Complaint(std::string_view packed, std::string_view path) : packed_(packed), path_(path) {}

  [[nodiscard]] Finding not_gzip() const {
    auto text = packed_.find_first_not_of(" \t\r\n");
    auto plain = text != packed_.npos && (packed_[text] == '{' || packed_[text] == '[');
    return finding("gzip.not_gzip", 0, "the file does not begin with the gzip signature", "the bytes 1f 8b",
                   plain ? "JSON text" : "something else",
                   plain ? "It is not compressed: give it a name that ends in .json, without .gz."
                         : "Compress the JSON text with gzip, or write it as it is into a *.json file.");
  }
  [[nodiscard]] Finding truncated() const {
    return finding("gzip.truncated", packed_.size(), "the compressed data ends too early",
                   "compressed data with its checksum and length at the end",
                   fmt::format("the end of the file after {} bytes", packed_.size()),
                   "Compress it again and write the file whole before dropping the signal.");
  }
  [[nodiscard]] Finding corrupt(std::size_t left, std::string_view why) const {
    return finding("gzip.corrupt", packed_.size() - left,
                   fmt::format("the compressed data is damaged: {}", why), "data that gzip -t accepts",
                   std::string(why), "Compress the text again.");
  }
  [[nodiscard]] Finding trailing(std::size_t left) const {
    return finding("gzip.trailing", packed_.size() - left, "something follows the compressed data",
                   "the end of the file, or another gzip member", fmt::format("{} more bytes", left),
                   "Compress the text again into a new file.");
  }
  [[nodiscard]] Finding too_large(std::uint64_t limit) const {
    return finding("gzip.too_large", std::nullopt, "unpacked, the file is larger than allowed",
                   fmt::format("at most {} bytes when unpacked", limit), fmt::format("more than {}", limit),
                   "Split the content over several files; members of the same name are merged again.");
  }

private:
  [[nodiscard]] Finding finding(std::string code, std::optional<std::size_t> byte, std::string message,
                                std::string expected, std::string found, std::string hint) const {
    return {.code = std::move(code),
            .file = std::string(path_),
            .byte = byte,
            .message = std::move(message),
            .expected = std::move(expected),
            .found = std::move(found),
            .hint = std::move(hint)};
  }

  std::string_view packed_;
  std::string_view path_;
};

} // namespace

Result<Unpacked> unpack_gzip(std::string_view packed, std::string_view path, std::uint64_t limit) {
  Complaint complaint(packed, path);
  if (packed.substr(0, magic.size()) != magic.substr(0, packed.size()))
    return Unpacked{"", complaint.not_gzip()};
  Inflater inflater(packed);
  if (!inflater.ready()) return fail(Fault::exhausted, fmt::format("unpacking {}: no memory", path));
  Unpacked unpacked;
  std::array<char, chunk> piece;
  auto refused = [&](Finding fault) { return Unpacked{"", std::move(fault)}; };
  while (true) {
    std::size_t size = 0;
    auto status = inflater.next(piece, size);
    if (size > limit - unpacked.text.size()) return refused(complaint.too_large(limit));
    unpacked.text.append(piece.data(), size);
    if (status == Z_OK) continue;
    if (status == Z_MEM_ERROR) return fail(Fault::exhausted, fmt::format("unpacking {}: no memory", path));
    if (status == Z_BUF_ERROR) return refused(complaint.truncated());
    if (status != Z_STREAM_END) return refused(complaint.corrupt(inflater.left(), inflater.complaint()));
    if (inflater.left() == 0) return unpacked;
    if (!packed.substr(packed.size() - inflater.left()).starts_with(magic) || !inflater.next_member())
      return refused(complaint.trailing(inflater.left()));
  }
}

} // namespace artifactd
