#include "state/json/token_starts.hpp"

#include "state/json/scalar.hpp"
#include "state/vocabulary/cpu_features.hpp"
#include "state/vocabulary/utf8.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace artifactd::json {

namespace {

std::size_t supported_classifiers() noexcept {
  return has_avx512() ? 3 : has_avx2() ? 2 : 1;
}

IndexBlocks* index_blocks_for(Classifier classifier) noexcept {
  switch (classifier) {
#if defined(__x86_64__)
  case Classifier::avx512:
    return index_blocks_avx512;
  case Classifier::avx2:
    return index_blocks_avx2;
#endif
  default:
    return index_blocks_portable;
  }
}

} // namespace

std::span<Classifier const> classifiers() noexcept {
  static constexpr std::array all = {Classifier::portable, Classifier::avx2, Classifier::avx512};
  static std::size_t const supported = supported_classifiers();
  return std::span(all).first(supported);
}

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
      if (at == low_half_ && at != 0) continue; // checked with its first half
      auto const escape = escape_at(text_, at);
      if (!escape) return note(escape.error());
      if (escape->length == 12) low_half_ = at + 6;
    }
  }
}

void TokenStarts::check_encoding() {
  // A sequence that continues from the previous chunk makes the first block worth checking.
  if (encoded_ < base_) index_.high[0] = index_.any_high = 1;
  for (std::size_t i = 0; index_.any_high != 0 && i < index_.blocks; ++i) {
    if (index_.high[i] == 0) continue;
    std::size_t const begin = i == 0 ? encoded_ : base_ + i * block_size;
    while (i < index_.blocks && index_.high[i] != 0)
      ++i;
    // The ASCII byte after the run shows whether its last sequence is complete.
    bool const sound = check_encoding(begin, std::min(base_ + i * block_size + 1, next_));
    if (!sound || i == index_.blocks) return;
  }
  encoded_ = next_;
}

bool TokenStarts::check_encoding(std::size_t begin, std::size_t end) {
  std::size_t const whole = begin + whole_sequences_end(text_.substr(begin, end - begin));
  bool const sound = classifier_ != Classifier::portable && is_utf8_avx2(text_.substr(begin, whole - begin));
  // A sequence cut short here continues in the next chunk or ends the text: not a fault yet.
  std::size_t const doubtful = sound ? whole : begin;
  std::size_t const bad = first_malformed(text_.substr(doubtful, end - doubtful));
  if (bad != std::string_view::npos) note({Breach::not_utf8, doubtful + bad});
  encoded_ = whole;
  return bad == std::string_view::npos;
}

} // namespace artifactd::json
