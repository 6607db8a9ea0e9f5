// The record of a play: a directory with its log, one line per step, the resulting state, and the artifacts
// it was played with. The log is authoritative, state.json a copy of its result; a writer must hold the lock
// of the log (docs/plays.md). The content of such a directory is untrusted.
#pragma once

#include "merge/game/game.hpp"
#include "merge/play/record/log_reader.hpp"
#include "state/platform/fd.hpp"
#include "state/platform/result.hpp"

#include <algorithm>
#include <limits>
#include <ranges>
#include <span>
#include <string>
#include <vector>

namespace artifactd::play {

/// File name in the directory of a play.
inline constexpr auto* log_name = "log.ndjson";
/// The largest log that is read in one piece, in bytes.
inline constexpr std::size_t largest_log = std::size_t{256} << 20;

struct RecordMeta {
  std::string id = {};                   ///< the name of its directory
  std::string game = {};                 ///< its name for people; may be empty
  std::string agent = {};                ///< whose artifacts it is played with, in its session; may be empty
  std::vector<std::string> players = {}; ///< in join order
  std::vector<std::pair<std::string, std::string>> artifacts = {}; ///< file and digest
  std::string started = {};
  std::string seed = {}; ///< empty: chance was not ours
  std::string host = {};
};

struct Record {
  RecordMeta meta;
  std::vector<game::GameFile> artifacts; ///< those kept with it
  std::vector<RecordLine> lines;
  Value state;                       ///< from state.json; null if that is missing or no JSON
  bool cut = false;                  ///< the last line was incomplete and does not count
  std::vector<std::string> odd = {}; ///< what is wrong with its form: lines, steps out of order
  std::size_t adopted = 0;           ///< the first line that is played with these artifacts

  /// 0 if there is none.
  [[nodiscard]] std::uint64_t last_step() const { return lines.empty() ? 0 : lines.back().step; }
  /// Whether nothing has happened yet that a state could be of.
  [[nodiscard]] bool is_unwritten() const { return lines.empty() && state.is_null(); }
  /// The lines that are judged by the rules of the artifacts.
  [[nodiscard]] std::span<RecordLine const> judged() const { return std::span(lines).subspan(adopted); }
  /// The last line that `fits` and that no restart took back; null if there is none.
  template <class Fits>
  [[nodiscard]] RecordLine const* last_line(Fits const& fits) const {
    auto end = std::numeric_limits<std::uint64_t>::max(); // steps from here on were taken back
    for (auto const& line : std::views::reverse(lines)) {
      if (line.kind == RecordLine::Kind::restart && line.origin() != 0) end = std::min(end, line.origin());
      if (line.step < end && fits(line)) return &line;
    }
    return nullptr;
  }
};

/// What is known of a play without reading its log.
struct RecordBrief {
  RecordMeta meta;
  std::string phase; ///< from state.json, unless the log is empty
  bool over = false;
};
/// Fault::missing if there is no log.
Result<RecordBrief> read_brief(int directory);

/// Fault::missing if there is no log; Fault::too_large beyond `largest_log`.
Result<Record> read_record(int directory);
/// The same, but Fault::invalid unless it has 1 to `most_players` players. `shown`: its path, for the
/// message.
Result<Record> read_playable(int directory, std::string_view shown);
/// That check, for a record already read.
Result<void> check_players(Record const& record, std::string_view shown);
/// What read_record() reads, without the log and the state.
Result<Record> read_head(int directory);
/// From state.json; null if that is missing or no JSON.
[[nodiscard]] Value read_state(int directory);
/// The text in game.currentPhase of a state; empty if there is none.
[[nodiscard]] std::string current_phase(Value const& state);
/// The log, for reading. It may be any kind of file.
Result<UniqueFd> open_log(int directory);

class RecordWriter {
public:
  /// Creates the directory `meta.id` in `parent`, with meta.json and the artifacts: whole, or not at all (a
  /// hidden directory may be left by a kill). Fault::exists if it exists.
  static Result<RecordWriter> begin(int parent, RecordMeta const& meta,
                                    std::vector<game::GameFile> const& artifacts);

  /// The record in `directory`, to continue it. An incomplete last line is removed, since it does not count.
  /// Fault::busy while a host holds the log.
  static Result<RecordWriter> open(UniqueFd directory);

  [[nodiscard]] int directory() const noexcept { return directory_.get(); }

  /// After the existing lines; not durable yet.
  Result<void> append(RecordLine const& line);
  /// Writes other artifacts beside those of the play, and makes them durable.
  Result<void> stage(std::vector<game::GameFile> const& artifacts);
  /// To call after appending the line that adopts the staged artifacts: makes it durable, replaces the former
  /// artifacts with the staged ones, and names them in meta.json. Repeating it changes nothing.
  Result<void> adopt(RecordMeta const& meta);
  /// Makes appended lines durable, then replaces the state.
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
