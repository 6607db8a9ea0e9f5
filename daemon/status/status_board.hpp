// The status board: a small mapped file in the runtime directory through which anyone may look at the daemon
// without asking it. One writer; readers never block it and never see a half-written board (a sequence number
// is odd during a write and has to be the same before and after a reader's copy). The layout is fixed; magic
// and layout number come first, so that a foreign or older file is recognized.
#pragma once

#include "state/platform/result.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

namespace artifactd {

struct BoardRoot {
  enum class Backend : std::uint8_t { events, polling, absent };
  std::string path = {};
  Backend backend = Backend::events;
  std::string reason = {}; ///< why it polls or is absent
  std::uint64_t sessions = 0;
  std::uint64_t watches = 0;
  std::uint64_t polled = 0; ///< directories looked at by the audit only
};

struct BoardCounters {
  std::uint64_t settled = 0; ///< signals accepted since the start
  std::uint64_t refused = 0;
  std::uint64_t pending = 0; ///< signals waiting now
  std::uint64_t runs = 0;    ///< sessions settled since the start
  std::uint64_t overflows = 0;
  std::uint64_t rescans = 0;
  std::uint64_t queued = 0;  ///< sessions waiting for a worker now
  std::uint64_t running = 0; ///< sessions with a worker now
  std::uint64_t journal_dropped = 0;
  std::int64_t oldest_pending_ns = 0; ///< age of the oldest queued session; 0: none
  std::uint64_t edits = 0;            ///< runs of the editor that ended since the start
  std::uint64_t edits_published = 0;  ///< those that repaired and resubmitted

  bool operator==(BoardCounters const&) const = default;
};

/// A signal that does not move by itself.
struct BoardStuck {
  std::string session = {}; ///< or a directory above sessions
  std::string signal = {};  ///< its file name; empty: it is about the whole directory
  std::string reason = {};
  std::int64_t since_ns = 0;      ///< wall time
  std::int64_t next_retry_ns = 0; ///< wall time; 0: no automatic retry
  bool lasting = false;           ///< waiting does not help: a person has to act
};

struct Board {
  enum class Health : std::uint8_t { ok, degraded, stopping };

  pid_t pid = 0;
  std::uint64_t process_start = 0; ///< clock ticks since boot: with the pid, detects a reused pid
  std::int64_t started_ns = 0;     ///< wall time
  std::int64_t updated_ns = 0;     ///< wall time
  std::string version = {};
  Health health = Health::ok;
  std::string reason = {}; ///< why it is degraded, with the remedy; one line for each
  std::vector<BoardRoot> roots = {};
  BoardCounters counters = {};
  std::vector<BoardStuck> stuck = {};
  std::uint64_t stuck_total = 0; ///< more than stuck.size() if the board ran out of rows
};

inline constexpr std::size_t board_roots = 32;  ///< further roots are counted, not shown
inline constexpr std::size_t board_stuck = 256; ///< rows for a person to read; the total is always exact

[[nodiscard]] std::string_view health_word(Board::Health health) noexcept;

/// The writer's end.
class StatusBoard {
public:
  /// Creates (or takes over) the file, readable by everyone who can enter its directory.
  static Result<StatusBoard> create(std::string const& path);

  StatusBoard(StatusBoard&&) noexcept;
  StatusBoard& operator=(StatusBoard&&) noexcept;
  ~StatusBoard();

  /// Creates the file again, and its directory, if somebody removed or replaced it. Fault::busy if another
  /// running artifactd writes it now.
  Result<void> keep_in_place();

  /// Publishes `board`; texts too long for their field are cut. Sets pid, process_start and updated_ns.
  void write(Board const& board) noexcept;

private:
  struct Mapping;
  explicit StatusBoard(std::unique_ptr<Mapping> mapping) noexcept;
  std::unique_ptr<Mapping> mapping_;
};

/// A consistent copy. Fault::missing: no file; Fault::invalid: not a board; Fault::busy: its writer died
/// during a write or never stops writing.
Result<Board> read_board(std::string const& path);

/// Whether the process that wrote the board is still running.
[[nodiscard]] bool writer_alive(Board const& board) noexcept;

/// Clock ticks since boot at which a process started, from /proc; 0 if there is no such process.
[[nodiscard]] std::uint64_t process_start(pid_t pid) noexcept;

} // namespace artifactd
