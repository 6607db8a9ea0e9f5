#include "state/json/duplicate_keys.hpp"

#include "state/json/token_starts.hpp"
#include "state/json/walk.hpp"

#include <algorithm>
#include <deque>
#include <tuple>

namespace artifactd::json {

namespace {

struct Key {
  std::string_view text; ///< decoded
  std::size_t at;
};

/// Collects the keys of each object while it is open and compares them when it closes.
class KeyLedger {
public:
  explicit KeyLedger(std::string_view text) noexcept : text_(text) {}

  void take(std::size_t at) {
    switch (text_[at]) {
    case '{':
    case '[':
      first_of_level_.push_back(keys_.size());
      break;
    case '}':
    case ']':
      compare();
      keys_.resize(first_of_level_.back());
      first_of_level_.pop_back();
      break;
    case ':':
      keys_.push_back({decoded(text_.substr(token_, text_.rfind('"', at) + 1 - token_)), token_});
      break;
    default:
      break;
    }
    token_ = at;
  }

  std::vector<DuplicateKey> take() && {
    std::ranges::sort(found_, {}, &DuplicateKey::again);
    return std::move(found_);
  }

private:
  std::string_view decoded(std::string_view quoted) {
    if (quoted.find('\\') == std::string_view::npos) return quoted.substr(1, quoted.size() - 2);
    return unescaped_.emplace_back(decode(quoted));
  }

  void compare() {
    auto const begin = keys_.begin() + static_cast<std::ptrdiff_t>(first_of_level_.back());
    if (keys_.end() - begin <= few && all_differ(begin)) return;
    std::sort(begin, keys_.end(),
              [](Key const& a, Key const& b) { return std::tie(a.text, a.at) < std::tie(b.text, b.at); });
    for (auto key = begin; key != keys_.end();) {
      auto again = key + 1;
      for (; again != keys_.end() && again->text == key->text; ++again) {
        found_.push_back({std::string(key->text), key->at, again->at});
      }
      key = again;
    }
  }

  /// The same check as sorting, but faster for few keys.
  [[nodiscard]] bool all_differ(std::vector<Key>::const_iterator begin) const {
    for (auto key = begin; key != keys_.end(); ++key)
      for (auto other = begin; other != key; ++other)
        if (other->text == key->text) return false;
    return true;
  }

  static constexpr std::ptrdiff_t few = 16; // keys

  std::string_view text_;
  std::size_t token_ = 0;
  std::vector<Key> keys_; ///< of all open objects, innermost last
  std::vector<std::size_t> first_of_level_;
  std::deque<std::string> unescaped_; ///< backing store for views of unescaped keys
  std::vector<DuplicateKey> found_;
};

} // namespace

std::vector<DuplicateKey> duplicate_keys(std::string_view text) {
  KeyLedger ledger(text);
  TokenStarts starts(text);
  while (starts.advance()) {
    for (std::uint32_t const offset : starts.offsets())
      ledger.take(starts.base() + offset);
  }
  return std::move(ledger).take();
}

} // namespace artifactd::json
