// One root and every directory artifactd knows beneath it. Sessions are the directories exactly `depth`
// levels down; those in between are containers. Watches first, then looks, so nothing is missed; every event
// is answered by looking at the disk again, so their order does not matter. Holds no descriptor: a root can
// be unmounted, removed and replaced at any time. Passive and single-threaded; results go to Reports.
#pragma once

#include "state/vocabulary/progress.hpp"
#include "watchers/debounce.hpp"
#include "watchers/watches.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

/// The results of looking and listening; the caller takes them.
struct Reports {
  struct MutexReport {
    SessionKey session;
    std::int64_t at_ns; ///< wall time
    enum class What : std::uint8_t { taken, released } what;
  };
  struct Replaced {
    std::string root;
    std::size_t sessions; ///< of the former directory
  };
  Debounce debounce;
  std::vector<SessionKey> vanished;
  std::vector<Replaced> replaced;   ///< roots at whose path another directory was found
  std::vector<MutexReport> mutexes; ///< in order
  std::vector<SessionKey> with_plays;
  OnProgress progress = {}; ///< told of each directory right below a root that a look at the root has met
};

enum class Look : std::uint8_t {
  audit, ///< only what changed since the last look; known things are not reported
  full,  ///< everything, as if for the first time: events were lost
};

/// A pass over all places of one root that can be interrupted between any two.
struct Walk {
  Look look = Look::audit;
  bool begun = false;
  std::string after{};     ///< once begun, the last place visited
  bool met_change = false; ///< not everything was as at the last look
};

enum class Backend : std::uint8_t { events, polling };

/// How many directories of a root there are, by how they are looked at.
struct Census {
  std::size_t sessions = 0;
  std::size_t watched = 0;
  std::size_t polled = 0;
  std::size_t unreadable = 0;
  std::optional<Error> why_unreadable = {}; ///< of one of them
  /// Paths that are unreadable, and why; at most `most_closed_named`.
  std::vector<std::pair<std::string, Error>> closed = {};
};
inline constexpr std::size_t most_closed_named = 64;

class SessionWatch {
public:
  SessionWatch(std::string root, unsigned depth, Backend backend, Watches& watches, Kinds const& kinds)
      : root_(std::move(root)), depth_(depth), wanted_(backend), watches_(watches), kinds_(kinds) {}
  ~SessionWatch();
  SessionWatch(SessionWatch const&) = delete;
  SessionWatch& operator=(SessionWatch const&) = delete;

  /// Makes sure that the known places are those of the directory now at the root's path. False if nothing in
  /// it can be looked at now: it is absent, or has not answered yet.
  bool establish(Moment now, Reports& reports);

  /// An event about the watched directory itself, which may be gone or moved by now.
  void check(WatchedPlace& place, Moment now, Reports& reports);

  /// An event about a name in a watched directory.
  void note(WatchedPlace& place, WatchEvent const& event, Moment now, Reports& reports);

  /// Continues the pass until it is done (true) or the deadline has passed (false). Looks at one place at
  /// least, so that a root which takes longer to open than that is walked, too.
  bool walk(Walk& pass, Moment deadline, Reports& reports);

  /// What was seen in this session was handled: whatever the next audit sees there is news.
  void settled(std::string const& path);

  /// Every session leaves.
  void clear(Reports& reports);

  [[nodiscard]] std::string const& root() const noexcept { return root_; }
  [[nodiscard]] unsigned depth() const noexcept { return depth_; }
  [[nodiscard]] Backend backend() const noexcept { return backend_; }
  /// Why the root is absent, or why it is polled; empty if all is well.
  [[nodiscard]] std::string const& reason() const noexcept { return reason_; }
  [[nodiscard]] bool present() const noexcept { return !places_.empty(); }
  /// Present, and it answered at the last look: opening it should not hang.
  [[nodiscard]] bool answers() const noexcept { return present() && answered_; }
  [[nodiscard]] Census census() const;

private:
  using Places = std::map<std::string, WatchedPlace, std::less<>>;

  [[nodiscard]] bool is_session(WatchedPlace const& place) const noexcept { return place.level == depth_; }
  [[nodiscard]] SessionKey key(WatchedPlace const& place) const { return {root_, *place.path}; }
  [[nodiscard]] Result<UniqueFd> open_root() const;

  /// Changes when the document was written to; never 0.
  [[nodiscard]] static std::uint64_t document_mark(Kind const& kind, Stamp const& stamp);
  [[nodiscard]] bool documents_moved(int root, WatchedPlace const& place) const;

  [[nodiscard]] bool promotable(WatchedPlace const& place) const noexcept;
  [[nodiscard]] Places::iterator first_below(std::string const& path);

  void meet(int root, std::string const& path, unsigned level, Moment now, Reports& reports);
  void not_opened(std::string const& path, unsigned level, Error error, Reports& reports);
  void visit(int root, WatchedPlace& place, Walk& pass, Moment now, Reports& reports);
  void forget(std::string const& path, Reports& reports);
  void forget_missing(WatchedPlace const& container, std::vector<std::string> const& names, Reports& reports);

  WatchedPlace& know(std::string const& path, unsigned level);
  void unreadable(WatchedPlace& place, Error error);
  bool give_watch(WatchedPlace& place, int directory);
  void look_at(WatchedPlace& place, int directory, Look look, Moment now, Reports& reports);
  void look_into_container(WatchedPlace& place, int directory, Moment now, Reports& reports);
  void note_mutex(WatchedPlace const& place, WatchEvent const& event, Reports& reports) const;
  void look_into_session(WatchedPlace& place, int directory, Look look, Moment now, Reports& reports);
  void look_for_unfinished(WatchedPlace& place, int directory, Look look, Reports& reports);

  std::string const root_;
  unsigned const depth_;
  Backend const wanted_;
  Backend backend_ = Backend::polling;
  Watches& watches_;
  Kinds const kinds_;
  Places places_;
  bool answered_ = false;
  mutable std::optional<Census> counted_; ///< empty once a place may have changed
  Stamp identity_{};                      ///< of the root's directory
  std::string reason_ = "not looked at yet";
  std::size_t lost_ = 0;                    ///< sessions that left with the root's directory
  std::map<std::string, Error> unreadable_; ///< why places could not be read at the last try: some of them
};

} // namespace artifactd
