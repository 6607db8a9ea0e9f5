// Server-sent events for all clients that listen: one connection to the core feeds them all, and is open only
// while there are any. Entries of the journal have ids, <epoch>-<number>, from which a
// client goes on; what cannot be replayed is announced by `event: reset`. Events that come
// within 20 ms are sent together: a settling causes several, and a hundred clients would take the processor
// from it.
#pragma once

#include "daemon/web/core_questions.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace artifactd::web {

class EventFeed {
public:
  using Id = std::uint64_t;
  using Push = std::function<void(std::string_view)>;

  EventFeed(Loop& loop, std::string path);

  /// `after` is the Last-Event-ID, or empty: from now on. `push` is never called before this returns, and
  /// must not call close().
  Id open(StreamGrant grant, std::string after, Push push);
  void close(Id id);

private:
  /// An event in the form for each grant.
  struct Row {
    std::int64_t number = 0; ///< 0: not in the journal
    std::string session = {};
    std::string whole = {};
    std::string plain = {}; ///< without what agents wrote
  };
  struct Stream {
    StreamGrant grant;
    std::string after; ///< as the client said; empty once it has caught up
    Push push;
    std::int64_t sent = 0; ///< the last number
    bool live = false;     ///< it has caught up
    std::unique_ptr<CoreLine> replay = {};
    std::vector<Row> missed = {}; ///< of the replay, until it is complete
  };

  void connect();
  void lost();
  void heard_activity(std::string const& line);
  void heard_growth(std::string const& line);
  void fetch();
  void heard_rows(std::string const& line);
  void catch_up(Id id);
  void heard_replay(Id id, Result<std::string> const& line);
  void finish_replay(Id id, Json const& end);
  static void add_row(std::string& text, Stream const& stream, Row const& row, std::string const& epoch);
  void add(std::string& text, Stream& stream, Row const& row) const;
  void send_soon(Row row);
  void send_together();
  void beat();
  [[nodiscard]] static std::optional<Row> row_of(Json const& json);
  [[nodiscard]] std::string question(std::int64_t after) const;

  Loop& loop_;
  std::string path_;
  std::map<Id, Stream> streams_;
  Id next_ = 1;
  std::string epoch_ = {};      ///< of the journal; empty: not known
  std::int64_t last_ = 0;       ///< number in the journal
  std::deque<Row> recent_ = {}; ///< numbered ones, up to last_
  std::vector<Row> unsent_ = {};
  std::unique_ptr<CoreLine> activity_ = {}, growth_ = {}, rows_ = {};
  bool grown_ = false; ///< again, while rows_ are fetched
  Loop::Timer beat_, again_, together_;
};

} // namespace artifactd::web
