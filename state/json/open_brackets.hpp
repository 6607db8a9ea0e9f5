// The brackets open at one point of a text, one bit each, so that tracking depth is cheap.
#pragma once

#include <cstdint>
#include <vector>

namespace artifactd::json {

enum class Bracket : std::uint8_t { array, object };

class OpenBrackets {
public:
  explicit OpenBrackets(unsigned limit) noexcept : limit_(limit) {}

  /// False if the limit of open brackets is reached.
  [[nodiscard]] bool push(Bracket bracket) {
    if (depth_ == limit_) return false;
    if (depth_ % 64 == 0 && depth_ != 0) outer_.push_back(word_);
    word_ = word_ << 1 | static_cast<std::uint64_t>(bracket);
    ++depth_;
    return true;
  }

  void pop() {
    --depth_;
    word_ >>= 1;
    if (depth_ % 64 != 0 || depth_ == 0) return;
    word_ = outer_.back();
    outer_.pop_back();
  }

  [[nodiscard]] unsigned depth() const noexcept { return depth_; }
  [[nodiscard]] bool in_object() const noexcept { return (word_ & 1) != 0; }

private:
  unsigned limit_;
  unsigned depth_ = 0;
  std::uint64_t word_ = 0;
  std::vector<std::uint64_t> outer_;
};

} // namespace artifactd::json
