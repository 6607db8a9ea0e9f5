// The record of a play: a directory with its log, one line a step, the state the log comes to, and the
// artifacts it was played with. The log is the truth, state.json a copy of what it comes to; whoever appends
// holds the lock of the log (docs/plays.md). What stands in such a directory may be anybody's work.
#pragma once

#include "merge/game/game.hpp"
#include "merge/play/log_reader.hpp"
#include "state/fd.hpp"
#include "state/result.hpp"

#include <span>
#include <string>
#include <vector>

namespace artifactd::play {

/// In the directory of a play.
inline constexpr auto* log_name = "log.ndjson";
/// The largest log that is read at once, in bytes.
inline constexpr std::size_t largest_log = std::size_t{256} << 20;

struct RecordMeta {
  std::string id = {};                   ///< the name of its directory
  std::string game = {};                 ///< what people call it; may be empty
  std::string agent = {};                ///< whose artifacts it is played with, in its session; may be empty
  std::vector<std::string> players = {}; ///< in the order they joined
  std::vector<std::pair<std::string, std::string>> artifacts = {}; ///< file and digest
  std::string started = {};
  std::string seed = {}; ///< empty: chance was somebody else's
  std::string host = {};
};

struct Record {
  RecordMeta meta;
  std::vector<game::GameFile> artifacts; ///< those kept with it
  std::vector<RecordLine> lines;
  Value state;                       ///< of state.json; null where it is not there, or is no JSON
  bool cut = false;                  ///< the last line was not finished, and does not count
  std::vector<std::string> odd = {}; ///< what is wrong with its form: lines, steps out of order
  std::size_t adopted = 0;           ///< the line from which it is played with these artifacts

  /// The lines that are judged by the rules of the artifacts.
  [[nodiscard]] std::span<RecordLine const> judged() const { return std::span(lines).subspan(adopted); }
};

/// What can be told of a play without reading its log.
struct RecordBrief {
  RecordMeta meta;
  std::string phase; ///< as state.json says
  bool over = false;
};
/// Fault::missing where there is no log.
Result<RecordBrief> read_brief(int directory);

/// Fault::missing where there is no log; Fault::too_large beyond `largest_log`.
Result<Record> read_record(int directory);
/// The same without the log and the state.
Result<Record> read_head(int directory);
/// Of state.json; null where it is not there, or is no JSON.
[[nodiscard]] Value read_state(int directory);
/// The log, for reading. What stands there may be any kind of file.
Result<UniqueFd> open_log(int directory);

class RecordWriter {
public:
  /// Makes the directory `meta.id` in `parent`, with meta.json and the artifacts. Fault::exists when it is
  /// there.
  static Result<RecordWriter> begin(int parent, RecordMeta const& meta,
                                    std::vector<game::GameFile> const& artifacts);

  /// The record in `directory`, to go on with. A last line that was cut short is removed, since it does not
  /// count. Fault::busy while a host holds the log.
  static Result<RecordWriter> open(UniqueFd directory);

  [[nodiscard]] int directory() const noexcept { return directory_.get(); }

  /// Behind the lines that are there; not durable yet.
  Result<void> append(RecordLine const& line);
  /// Writes other artifacts beside those of the play, and makes them durable.
  Result<void> stage(std::vector<game::GameFile> const& artifacts);
  /// Once a line that adopts them was appended: makes it durable, puts what was staged in place of the
  /// former artifacts, and names them in meta.json. Done again it changes nothing.
  Result<void> adopt(RecordMeta const& meta);
  /// Makes what was appended durable, then puts the state in its place.
  Result<void> settle(Value const& state);

private:
  RecordWriter(UniqueFd directory, UniqueFd log) : directory_(std::move(directory)), log_(std::move(log)) {}
  UniqueFd directory_;
  UniqueFd log_;
};

/// "sha256:…" of each file.
[[nodiscard]] std::vector<std::pair<std::string, std::string>>
digests_of(std::vector<game::GameFile> const& files);

} // namespace artifactd::play
