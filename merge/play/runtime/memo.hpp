// Remembers computed results by the numbers they depend on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace artifactd::play {

class Memo {
public:
  using Key = std::u32string;

  [[nodiscard]] std::uint32_t const* find(std::u32string_view key) const {
    auto const known = known_.find(key);
    return known == known_.end() ? nullptr : &known->second;
  }
  std::uint32_t keep(Key key, std::uint32_t value) {
    known_.emplace(std::move(key), value);
    return value;
  }

private:
  struct Hash {
    using is_transparent = void; // NOLINT(readability-identifier-naming): the standard library looks for it
    std::size_t operator()(std::u32string_view key) const noexcept {
      std::uint64_t hash = 0x9E3779B97F4A7C15U;
      for (auto const each : key) {
        hash = (hash ^ each) * 0xFF51AFD7ED558CCDU;
        hash ^= hash >> 29U;
      }
      return hash;
    }
  };
  std::unordered_map<Key, std::uint32_t, Hash, std::equal_to<>> known_;
};

} // namespace artifactd::play
