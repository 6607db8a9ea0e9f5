// What a session directory says by itself, without any event: its signals, what only looks like one, and what
// an interrupted settling left. Pure looking: nothing is opened through, followed or changed.
#pragma once

#include "state/names.hpp"
#include "state/stamp.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

struct SeenSignal {
  SignalName name;
  Stamp stamp;
};

/// Why a file that is named like a signal is none.
enum class Oddity : std::uint8_t {
  bad_name,
  unknown_kind, ///< no kind of that word is served; not said of `<file>.lock` where `<file>` may exist
  symlink,
  directory,
  fifo,
  socket,
  device,
  too_large
};

[[nodiscard]] std::string_view oddity_word(Oddity oddity) noexcept;

/// Why it is no signal, for people: "it is a link, and signals are plain files".
[[nodiscard]] std::string_view oddity_phrase(Oddity oddity) noexcept;

struct OddFile {
  std::string file; ///< raw bytes of the name: print with printable()
  Oddity why;
};

/// A signal is an empty marker; a few words in it do no harm, a file beyond this is no marker.
inline constexpr std::uint64_t largest_signal = 64 * 1024;

/// More names than this in one directory are refused (Fault::too_large): they would not fit the memory
/// budget.
inline constexpr std::size_t most_names = 200'000;

struct SessionSigns {
  std::vector<SeenSignal> pending;   ///< by name
  std::vector<SeenSignal> refused;   ///< `.error`, by name
  std::vector<SeenSignal> documents; ///< present whether they are settled or not; of any type of file
  std::vector<OddFile> odd;          ///< by name; at most 64 are listed
  std::size_t odd_count = 0;         ///< all of them
  bool plays = false;                ///< something is called `play`
};

Result<SessionSigns> scan_session(int session, Kinds const& kinds);

/// What the last settling may have left behind, so that the session must be reconciled without any signal.
struct Leftovers {
  bool work = false;  ///< `.artifactd/work` holds names
  bool mutex = false; ///< `.kg-merge.lock` is there, whoever made it

  [[nodiscard]] bool any() const noexcept { return work || mutex; }
};
Result<Leftovers> scan_leftovers(int session);

/// Signals somebody dropped where nobody looks for them, beside artifacts or in `knowledge/`: paths relative
/// to the session. For doctor and status only; at most `limit`.
Result<std::vector<std::string>> misplaced_signals(int session, Kinds const& kinds, std::size_t limit = 64);

/// The session directories beneath a root: exactly `depth` levels down, hidden names and links left out, in
/// byte order of their relative paths. Directories that cannot be listed are named in `unreadable`.
struct SessionList {
  std::vector<std::string> paths; ///< relative to the root; "" when depth is 0
  std::vector<std::string> unreadable;
};
Result<SessionList> list_sessions(std::string const& root, unsigned depth);

} // namespace artifactd
