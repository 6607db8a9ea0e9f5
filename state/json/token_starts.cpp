#include "state/json/token_starts.hpp"

#include "state/json/encoding.hpp"
#include "state/json/scalar.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <simdjson.h>

namespace artifactd::json {

namespace {

IndexBlocks* index_blocks_for(Classifier classifier) noexcept {
#if defined(__x86_64__)
  static bool const has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("pclmul") &&
                               __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");
  if (classifier == Classifier::fastest && has_avx2) return index_blocks_avx2;
#endif
  return index_blocks_portable;
}

/// Where a UTF-8 sequence that is not complete before `end` begins; `end` when there is none.
std::size_t whole_sequences_end(std::string_view text, std::size_t begin, std::size_t end) noexcept {
  for (std::size_t back = 1; back <= 3 && back <= end - begin; ++back) {
    auto const byte = static_cast<unsigned char>(text[end - back]);
    if (byte < 0x80) return end;
    if (byte >= 0xC0) {
      std::size_t const length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
      return length > back ? end - back : end;
    }
  }
  return end;
}

} // namespace

TokenStarts::TokenStarts(std::string_view text, Classifier classifier) noexcept
    : text_(text), classifier_(classifier), index_blocks_(index_blocks_for(classifier)) {
  index_.count = 0;
}

bool TokenStarts::advance() {
  while (next_ < text_.size() && !fault_) {
    index_chunk();
    if (index_.count != 0) return true;
  }
  return false;
}

void TokenStarts::index_chunk() {
  base_ = next_;
  next_ += std::min(chunk_size, text_.size() - base_);
  index_.count = index_.blocks = 0;
  index_.any_odd = index_.any_high = 0;

  std::size_t const whole = (next_ - base_) / block_size;
  index_blocks_(text_.data() + base_, whole, carry_, index_);
  std::size_t const done = base_ + whole * block_size;
  if (done < next_) {
    std::array<char, block_size> last;
    last.fill(' ');
    std::memcpy(last.data(), text_.data() + done, next_ - done);
    index_blocks_(last.data(), 1, carry_, index_);
  }

  if (index_.any_odd != 0) check_strings();
  check_encoding();
  if (!fault_) return;
  while (index_.count != 0 && base_ + index_.offsets[index_.count - 1] >= fault_->byte)
    --index_.count;
}

void TokenStarts::note(Broken broken) {
  if (!fault_ || broken.byte < fault_->byte) fault_ = broken;
}

void TokenStarts::check_strings() {
  for (std::size_t i = 0; i < index_.blocks; ++i) {
    for (std::uint64_t odd = index_.odd[i]; odd != 0; odd &= odd - 1) {
      auto const at = base_ + i * block_size + static_cast<std::size_t>(std::countr_zero(odd));
      if (text_[at] != '\\') return note({Breach::control_character, at});
      if (at + 1 < text_.size() && is_short_escape(text_[at + 1])) continue;
      if (at == low_half_ && at != 0) continue; // judged with its first half
      auto const escape = escape_at(text_, at);
      if (!escape) return note(escape.error());
      if (escape->length == 12) low_half_ = at + 6;
    }
  }
}

void TokenStarts::check_encoding() {
  bool const pending = encoded_ < base_; // a sequence of the chunk before goes on in this one
  if (index_.any_high == 0 && !pending) {
    encoded_ = next_;
    return;
  }
  std::size_t const end = whole_sequences_end(text_, encoded_, next_);
  std::string_view const part = text_.substr(encoded_, end - encoded_);
  bool const sound = classifier_ == Classifier::fastest && simdjson::validate_utf8(part.data(), part.size());
  // A sequence cut short here goes on in the next chunk or is where the text ends: no fault yet.
  std::size_t const doubtful = sound ? end : encoded_;
  std::size_t const bad = first_malformed(text_.substr(doubtful, next_ - doubtful));
  if (bad != std::string_view::npos) return note({Breach::not_utf8, doubtful + bad});
  encoded_ = end;
}

} // namespace artifactd::json
