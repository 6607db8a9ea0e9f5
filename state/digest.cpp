#include "state/digest.hpp"

#include <array>
#include <cstdint>
#include <fmt/core.h>
#include <sha2.h>
#include <sys/types.h>

namespace artifactd {

struct Digest::Context {
  SHA2_CTX sha;
};

Digest::Digest() : context_(std::make_unique<Context>()) {
  SHA256Init(&context_->sha);
}
Digest::~Digest() = default;

Digest& Digest::add(std::string_view text) {
  auto length = static_cast<std::uint64_t>(text.size());
  SHA256Update(&context_->sha, reinterpret_cast<std::uint8_t const*>(&length), sizeof length);
  SHA256Update(&context_->sha, reinterpret_cast<std::uint8_t const*>(text.data()), text.size());
  return *this;
}

std::string Digest::hex() {
  std::array<std::uint8_t, SHA256_DIGEST_LENGTH> raw;
  SHA256Final(raw.data(), &context_->sha);
  std::string text;
  for (auto byte : raw)
    text += fmt::format("{:02x}", byte);
  return text;
}

} // namespace artifactd
