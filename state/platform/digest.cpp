#include "state/platform/digest.hpp"

#include <array>
#include <cstdint>
#include <nettle/sha2.h>

namespace artifactd {

struct Digest::Context {
  sha256_ctx sha;
};

Digest::Digest() : context_(std::make_unique<Context>()) {
  sha256_init(&context_->sha);
}
Digest::~Digest() = default;

Digest& Digest::add(std::string_view text) {
  auto length = static_cast<std::uint64_t>(text.size());
  sha256_update(&context_->sha, sizeof length, reinterpret_cast<std::uint8_t const*>(&length));
  sha256_update(&context_->sha, text.size(), reinterpret_cast<std::uint8_t const*>(text.data()));
  return *this;
}

std::string Digest::hex() {
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> raw;
  sha256_digest(&context_->sha, raw.size(), raw.data());
  return artifactd::hex(raw);
}

struct ByteDigest::Context {
  sha256_ctx sha;
};

ByteDigest::ByteDigest() : context_(std::make_unique<Context>()) {
  sha256_init(&context_->sha);
}
ByteDigest::~ByteDigest() = default;

ByteDigest& ByteDigest::add(std::string_view bytes) {
  sha256_update(&context_->sha, bytes.size(), reinterpret_cast<std::uint8_t const*>(bytes.data()));
  return *this;
}

std::string ByteDigest::hex() {
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> raw;
  sha256_digest(&context_->sha, raw.size(), raw.data());
  return artifactd::hex(raw);
}

std::array<std::uint8_t, 32> sha256(std::string_view text) {
  sha256_ctx sha;
  sha256_init(&sha);
  sha256_update(&sha, text.size(), reinterpret_cast<std::uint8_t const*>(text.data()));
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> raw;
  sha256_digest(&sha, raw.size(), raw.data());
  return raw;
}

std::string hex(std::array<std::uint8_t, 32> const& digest) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text(2 * digest.size(), '0');
  for (auto* at = text.data(); auto const byte : digest) {
    *at++ = digits[byte >> 4U];
    *at++ = digits[byte & 15U];
  }
  return text;
}

} // namespace artifactd
