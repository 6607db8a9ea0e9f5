// SHA-256, for recognising the same inputs again. Texts are length-prefixed, so two different sequences of
// texts never feed the hash the same bytes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace artifactd {

class Digest {
public:
  Digest();
  ~Digest();
  Digest(Digest const&) = delete;
  Digest& operator=(Digest const&) = delete;

  Digest& add(std::string_view text);
  /// 64 lower-case hexadecimal digits. The digest cannot be used afterwards.
  [[nodiscard]] std::string hex();

private:
  struct Context;
  std::unique_ptr<Context> context_;
};

/// SHA-256 of bytes that come piece by piece, as other programs compute it.
class ByteDigest {
public:
  ByteDigest();
  ~ByteDigest();
  ByteDigest(ByteDigest const&) = delete;
  ByteDigest& operator=(ByteDigest const&) = delete;

  ByteDigest& add(std::string_view bytes);
  /// 64 lower-case hexadecimal digits. The digest cannot be used afterwards.
  [[nodiscard]] std::string hex();

private:
  struct Context;
  std::unique_ptr<Context> context_;
};

/// SHA-256 of the bytes of `text` alone, as other programs compute it.
[[nodiscard]] std::array<std::uint8_t, 32> sha256(std::string_view text);
/// Lower-case hexadecimal digits.
[[nodiscard]] std::string hex(std::array<std::uint8_t, 32> const& digest);

} // namespace artifactd
