#include "state/settle/redo_record.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/core.h>
#include <libdeflate.h>

namespace artifactd {

namespace {

constexpr std::array<std::string_view, 4> what_words = {"merged", "chosen", "restored", "seen"};
constexpr std::array<std::string_view, 4> how_words = {"set", "removed", "added", "large"};
constexpr std::size_t checksum_digits = 16; // of a 32-bit number: all numbers of the tail have the same width
constexpr std::size_t most_changes = 100'000;            ///< more only in a forged record
constexpr auto most_body_bytes = std::uint64_t{1} << 40; ///< likewise

/// Reads words and numbers from the start of a text.
class Words {
public:
  explicit Words(std::string_view text) : rest_(text) {}

  template <class Number>
  bool number(Number& value, char after, int base = 10) {
    auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value, base);
    if (error != std::errc()) return false;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return literal(after);
  }
  template <class Word, std::size_t N>
  bool word(Word& value, std::array<std::string_view, N> const& words) {
    auto known = std::ranges::find(words, rest_.substr(0, rest_.find(' ')));
    if (known == words.end()) return false;
    value = static_cast<Word>(known - words.begin());
    rest_.remove_prefix(known->size());
    return literal(' ');
  }
  bool literal(char expected) {
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool text(std::string& value, std::size_t size) {
    if (size > rest_.size()) return false;
    value = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return true;
  }
  [[nodiscard]] std::size_t left() const noexcept { return rest_.size(); }

private:
  std::string_view rest_;
};

bool take_version(Words& words, Stamp& stamp, char after) {
  return words.number(stamp.inode, ' ') && words.number(stamp.birth_ns, ' ') &&
         words.number(stamp.modified_ns, ' ') && words.number(stamp.size, after);
}

struct Head {
  Redo record;
  std::size_t changes = 0;
  std::uint64_t body = 0; ///< in bytes
};

bool take_head(Words& words, Head& head) {
  auto& record = head.record;
  if (!words.word(record.what, what_words) || !words.number(record.number, ' ') ||
      !words.number(record.at_ns, ' ') || !take_version(words, record.version, ' '))
    return false;
  if (!words.literal('-')) {
    if (!take_version(words, record.base.emplace(), ' ') || !words.number(record.base->changed_ns, ' '))
      return false;
  } else if (!words.literal(' ')) {
    return false;
  }
  return words.number(head.changes, ' ') && words.number(head.body, '\n');
}

bool take_change(Words& words, Redo::Change& change) {
  std::size_t key = 0;
  std::size_t value = 0;
  std::size_t former = 0;
  if (!words.word(change.how, how_words) || !words.number(key, ' ') || !words.number(value, ' '))
    return false;
  auto const absent = words.literal('-');
  if (absent ? !words.literal('\n') : !words.number(former, '\n')) return false;
  if (!words.text(change.key, key) || !words.text(change.value, value)) return false;
  return (absent || words.text(change.former.emplace(), former)) && words.literal('\n');
}

std::string version_text(Stamp const& stamp) {
  return fmt::format("{} {} {} {}", stamp.inode, stamp.birth_ns, stamp.modified_ns, stamp.size);
}

} // namespace

void RedoChecksum::add(std::string_view piece) noexcept {
  if (piece.empty()) return; // libdeflate treats a null pointer as the start of a new sum
  sum_ = ::libdeflate_crc32(sum_, piece.data(), piece.size());
}

std::string RedoChecksum::text() const {
  return fmt::format("{:016x}", sum_);
}

RedoText redo_pieces(Redo const& record) {
  RedoText text;
  text.lines.reserve(record.changes.size() + 2); // pieces refer to them
  text.pieces.emplace_back();                    // the first line, which says how much follows
  std::size_t body = 0;
  for (auto const& change : record.changes) {
    auto const former_size = change.former ? std::to_string(change.former->size()) : "-";
    auto const& line =
        text.lines.emplace_back(fmt::format("{} {} {} {}\n", how_words[static_cast<std::size_t>(change.how)],
                                            change.key.size(), change.value.size(), former_size));
    auto const former = change.former ? std::string_view(*change.former) : std::string_view();
    for (auto const piece : std::array<std::string_view, 5>{line, change.key, change.value, former, "\n"}) {
      text.pieces.push_back(piece);
      body += piece.size();
    }
  }
  text.pieces.front() = text.lines.emplace_back(fmt::format(
      "{} {} {} {} {} {} {}\n", what_words[static_cast<std::size_t>(record.what)], record.number,
      record.at_ns, version_text(record.version),
      record.base ? fmt::format("{} {}", version_text(*record.base), record.base->changed_ns) : "-",
      record.changes.size(), body));
  RedoChecksum sum;
  for (auto const piece : text.pieces)
    sum.add(piece);
  text.pieces.push_back(
      text.lines.emplace_back(fmt::format("{} {:016x} {:016x}\n", sum.text(), record.number,
                                          text.pieces.front().size() + body + redo_tail_bytes)));
  return text;
}

std::optional<Redo> parse_redo(std::string_view text) {
  auto const tail = parse_redo_tail(text);
  if (!tail || tail->bytes != text.size()) return std::nullopt;
  RedoChecksum sum;
  sum.add(text.substr(0, text.size() - redo_tail_bytes));
  if (!text.substr(text.size() - redo_tail_bytes).starts_with(sum.text())) return std::nullopt;
  Words words(text);
  Head head;
  if (!take_head(words, head) || head.record.number != tail->number || head.changes > most_changes ||
      words.left() != head.body + redo_tail_bytes)
    return std::nullopt;
  for (std::size_t i = 0; i < head.changes; ++i)
    if (!take_change(words, head.record.changes.emplace_back())) return std::nullopt;
  if (words.left() != redo_tail_bytes) return std::nullopt;
  return std::move(head.record);
}

std::optional<RedoHead> parse_redo_head(std::string_view start) {
  auto const line = start.substr(0, start.find('\n') + 1);
  Words words(line);
  Head head;
  if (!take_head(words, head) || head.body > most_body_bytes) return std::nullopt;
  return RedoHead{std::move(head.record), line.size() + head.body + redo_tail_bytes};
}

std::optional<RedoTail> parse_redo_tail(std::string_view end) {
  if (end.size() < redo_tail_bytes) return std::nullopt;
  end.remove_prefix(end.size() - redo_tail_bytes);
  if (end.find_first_of("ABCDEF") != std::string_view::npos)
    return std::nullopt; // accept only what artifactd writes
  RedoTail tail{};
  Words words(end.substr(checksum_digits));
  if (!words.literal(' ') || !words.number(tail.number, ' ', 16) || !words.number(tail.bytes, '\n', 16))
    return std::nullopt;
  return tail;
}

} // namespace artifactd
