// The bytes of the status board. Fixed-size and plain; every change needs a new layout number.
#pragma once

#include "daemon/status/status_board.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace artifactd::board {

/// Cut text: names and reasons for people, sized so that the whole board stays below 300 KB.
template <std::size_t Capacity>
struct Text {
  std::uint64_t length;
  std::array<char, Capacity> bytes;

  void operator=(std::string_view text) noexcept {
    length = std::min(text.size(), Capacity);
    std::copy_n(text.data(), length, bytes.data());
  }
  explicit operator std::string() const { return {bytes.data(), std::min<std::size_t>(length, Capacity)}; }
};

struct Root {
  Text<512> path;
  Text<256> reason;
  std::uint64_t backend, sessions, watches, polled;
};

struct Stuck {
  Text<512> session;
  Text<128> signal;
  Text<384> reason;
  std::int64_t since_ns, next_retry_ns;
  std::uint64_t lasting;
};

/// What a writer fills in and a reader gets; only the rows in use are copied, which is why stuck is last.
struct Content {
  std::int64_t pid, started_ns, updated_ns;
  std::uint64_t process_start, health, roots_used, stuck_used, stuck_total;
  Text<64> version;
  Text<512> reason;
  BoardCounters counters;
  std::array<Root, board_roots> roots;
  std::array<Stuck, board_stuck> stuck;

  [[nodiscard]] std::size_t words_used() const noexcept;
};

using Words = std::array<std::uint64_t, sizeof(Content) / sizeof(std::uint64_t)>;

/// The file. Words are read and written one by one, atomically, so a copy made during a write is at worst
/// garbage, which the sequence number reveals.
struct File {
  std::array<char, 8> magic;
  std::uint64_t layout;
  std::uint64_t sequence; ///< odd while the words are being written
  Words words;
};

inline constexpr std::array<char, 8> magic = {'a', 'r', 't', 'b', 'o', 'a', 'r', 'd'};
inline constexpr std::uint64_t layout = 3;

inline std::size_t Content::words_used() const noexcept {
  auto unused = (board_stuck - std::min<std::size_t>(stuck_used, board_stuck)) * sizeof(Stuck);
  return (sizeof(Content) - unused) / sizeof(std::uint64_t);
}

static_assert(std::is_trivially_copyable_v<Content> && std::is_standard_layout_v<Content> &&
              std::is_trivial_v<File>);
static_assert(sizeof(Stuck) % sizeof(std::uint64_t) == 0 && sizeof(Content) % sizeof(std::uint64_t) == 0);
static_assert(sizeof(File) < std::size_t{300} * 1024);
static_assert(std::atomic_ref<std::uint64_t>::is_always_lock_free);

/// `content` is big: keep it off the stack.
void fill(Content& content, Board const& board) noexcept;
Result<Board> board_of(Content const& content);

} // namespace artifactd::board
