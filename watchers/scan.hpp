// What a session directory itself shows, without any event: its signals, files that only look like signals,
// and what an interrupted settling left. Read-only: nothing is opened through, followed or changed.
#pragma once

#include "state/platform/stamp.hpp"
#include "state/vocabulary/names.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

struct SeenSignal {
  SignalName name;
  Stamp stamp;
};

/// Why a file that is named like a signal is not one.
enum class Oddity : std::uint8_t {
  bad_name,
  wrong_case,   ///< `.KG.lock`, or the like, instead of `.kg.lock`
  misspelt,     ///< `.kg.lck`, or the like
  unknown_kind, ///< no kind of that word is served; not used for `<file>.lock` if `<file>` may exist
  symlink,
  directory,
  fifo,
  socket,
  device,
  too_large
};

/// Why something with the name of a signal is not one; std::nullopt if it may be one.
[[nodiscard]] std::optional<Oddity> oddity_of(Stamp const& stamp) noexcept;

[[nodiscard]] std::string_view oddity_word(Oddity oddity) noexcept;

/// Why it is not a signal, for people: "it is a link, and signals are plain files".
[[nodiscard]] std::string_view oddity_phrase(Oddity oddity) noexcept;

struct OddFile {
  std::string file; ///< raw bytes of the name: print with printable()
  Oddity why;
};

/// A signal is an empty marker; a few words in it do no harm, but a larger file is not a marker.
inline constexpr std::uint64_t largest_signal = 64 * 1024;

/// A directory with more names than this is refused (Fault::too_large): they would exceed the memory budget.
inline constexpr std::size_t most_names = 200'000;

struct SessionSigns {
  std::vector<SeenSignal> pending;   ///< by name
  std::vector<SeenSignal> refused;   ///< `.error`, by name
  std::vector<SeenSignal> documents; ///< present whether they are settled or not; any type of file
  std::vector<OddFile> odd;          ///< by name; at most 64 are listed
  std::size_t odd_count = 0;         ///< all of them, listed or not
  bool plays = false;                ///< something is named `play`
  bool in_use = false;               ///< there is a mutex, or a change of several files, of whomever
};

Result<SessionSigns> scan_session(int session, Kinds const& kinds);

/// What the last settling may have left behind, so that the session must be reconciled even without a signal.
struct Leftovers {
  std::optional<Stamp> work;   ///< of `.artifactd/work`, unless it is empty
  std::optional<Stamp> mutex;  ///< of `.kg-merge.lock`, ours or another tool's
  std::optional<Stamp> change; ///< of `.artifactd-change`: a change of several files that is not finished

  [[nodiscard]] bool any() const noexcept { return work || mutex || change; }
};
Result<Leftovers> scan_leftovers(int session);

/// Signals dropped where nobody looks for them, beside artifacts or in `knowledge/`: paths relative to the
/// session. For doctor and status only; at most `limit`.
Result<std::vector<std::string>> misplaced_signals(int session, Kinds const& kinds, std::size_t limit = 64);

/// The session directories beneath a root: exactly `depth` levels down, without links and names that are not
/// watched (is_watched_name), in byte order of their relative paths. Some of them may be impossible to enter:
/// closed, or on another mount. Directories above sessions that cannot be listed are named in `unreadable`.
struct SessionList {
  std::vector<std::string> paths; ///< relative to the root; "" if depth is 0
  std::vector<std::string> unreadable;
};
/// A root that hangs is Fault::io (state/platform/answering).
Result<SessionList> list_sessions(std::string const& root, unsigned depth);

} // namespace artifactd
