#include "merge/play/record/record.hpp"

#include "merge/game/checks/phase_graph.hpp"
#include "merge/play/record/value_reader.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/digest.hpp"
#include "state/session/atomic_file.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>

namespace artifactd::play {

namespace {

constexpr auto* meta_name = "meta.json";
constexpr auto* state_name = "state.json";
constexpr auto* new_state_name = ".state.json.new";
constexpr auto* artifacts_name = "artifacts";
constexpr auto* staged_name = ".artifacts.new";
constexpr auto* new_meta_name = ".meta.json.new";
constexpr std::size_t largest_part = std::size_t{64} << 20;
constexpr std::size_t most_artifacts = 10'000;

Result<UniqueFd> create(int directory, char const* name) {
  return open_beneath(directory, name, O_WRONLY | O_CREAT | O_EXCL, 0644);
}

Result<UniqueFd> make_directory(int parent, std::string const& name) {
  if (::mkdirat(parent, name.c_str(), 0755) != 0) return fail(errno_error("make", name));
  return open_directory(parent, name);
}

Result<void> write_new(int directory, std::string const& name, std::string_view text) {
  auto const file = TRY(create(directory, name.c_str()));
  if (auto written = write_all(file.get(), text); !written)
    return fail(std::move(written).error().within("writing " + name));
  if (::fsync(file.get()) != 0) return fail(errno_error("fsync", name));
  return {};
}

/// Replaces the file of that name, wholly or not at all.
Result<void> replace_in(int directory, char const* name, char const* fresh, std::string_view text) {
  TRY(remove_name(directory, fresh));
  TRY(write_new(directory, fresh, text));
  if (::renameat(directory, fresh, directory, name) != 0) return fail(errno_error("rename", name));
  return sync_directory(directory);
}

/// Removes a directory and the files in it.
Result<void> remove_flat(int parent, char const* name) {
  auto const directory = open_directory(parent, name);
  if (!directory)
    return directory.error().fault == Fault::missing ? Result<void>() : fail(Error(directory.error()));
  for (auto const& each : TRY(list_directory(directory->get(), most_artifacts)))
    TRY(remove_name(directory->get(), each));
  if (::unlinkat(parent, name, AT_REMOVEDIR) != 0) return fail(errno_error("remove", name));
  return {};
}

Value meta_json(RecordMeta const& meta) {
  auto artifacts = Value::object();
  for (auto const& [name, digest] : meta.artifacts)
    artifacts[name] = digest;
  Value json{{"version", 1},
             {"id", meta.id},
             {"game", meta.game},
             {"players", meta.players},
             {"artifacts", std::move(artifacts)},
             {"started", meta.started},
             {"host", meta.host}};
  if (!meta.agent.empty()) json["agent"] = meta.agent;
  if (!meta.seed.empty()) json["seed"] = meta.seed;
  return json;
}

/// The pairs of {file: digest}.
std::vector<std::pair<std::string, std::string>> digests_in(Value const& json) {
  std::vector<std::pair<std::string, std::string>> digests;
  if (json.is_object())
    for (auto const& [name, digest] : json.items())
      if (digest.is_string()) digests.emplace_back(name, digest.get<std::string>());
  std::ranges::sort(digests);
  return digests;
}

RecordMeta meta_from(Value const& json) {
  RecordMeta meta{.id = text_member(json, "id"),
                  .game = text_member(json, "game"),
                  .agent = text_member(json, "agent"),
                  .started = text_member(json, "started"),
                  .seed = text_member(json, "seed"),
                  .host = text_member(json, "host")};
  if (!json.is_object()) return meta;
  for (auto const& each : json.value("players", Value::array()))
    if (each.is_string()) meta.players.push_back(each.get<std::string>());
  meta.artifacts = digests_in(json.value("artifacts", Value()));
  return meta;
}

Value game_in(Value const& state) {
  return state.is_object() ? state.value("game", Value()) : Value();
}

/// Makes a new record in an empty directory. Returns its log, locked.
Result<UniqueFd> fill(int directory, RecordMeta const& meta, std::vector<game::GameFile> const& artifacts) {
  auto const kept = TRY(make_directory(directory, artifacts_name));
  for (auto const& file : artifacts)
    TRY(write_new(kept.get(), file.name, file.bytes));
  TRY(sync_directory(kept.get()));
  TRY(write_new(directory, meta_name, pretty(meta_json(meta)) + "\n"));
  auto log = TRY(open_beneath(directory, log_name, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, 0644));
  if (::flock(log.get(), LOCK_EX | LOCK_NB) != 0) return fail(errno_error("lock", log_name));
  TRY(sync_directory(directory));
  return log;
}

/// As far as possible: what stays is hidden.
void remove_unfinished(int parent, std::string const& name) {
  if (auto const directory = open_directory(parent, name))
    std::ignore = remove_flat(directory->get(), artifacts_name);
  std::ignore = remove_flat(parent, name.c_str());
}

} // namespace

std::vector<std::pair<std::string, std::string>> digests_of(std::vector<game::GameFile> const& files) {
  std::vector<std::pair<std::string, std::string>> digests;
  for (auto const& file : files)
    digests.emplace_back(file.name, "sha256:" + hex(sha256(file.bytes)));
  return digests;
}

Result<RecordBrief> read_brief(int directory) {
  auto const log = TRY(stamp_of(TRY(open_beneath(directory, log_name, O_PATH)).get()));
  auto meta = meta_from(json_in(TRY(read_file(directory, meta_name, largest_part))));
  if (log.size == 0) return RecordBrief{std::move(meta), std::string(game::first_phase)};
  auto const game = game_in(read_state(directory));
  return RecordBrief{std::move(meta), text_member(game, "currentPhase"),
                     game.is_object() && game.value("gameEnded", Value()) == true};
}

std::string current_phase(Value const& state) {
  return text_member(game_in(state), "currentPhase");
}

Result<Record> read_head(int directory) {
  Record record;
  if (auto const meta = read_file(directory, meta_name, largest_part)) {
    auto const json = json_in(*meta);
    record.meta = meta_from(json);
    if (!json.is_object())
      record.odd.emplace_back("meta.json is not a JSON object");
    else if (record.meta.players.empty())
      record.odd.emplace_back("meta.json names no players");
  } else {
    record.odd.emplace_back("there is no meta.json: " + meta.error().message);
  }
  if (auto const artifacts = open_directory(directory, artifacts_name))
    for (auto const& name : TRY(list_directory(artifacts->get(), most_artifacts)))
      if (!game::artifact_of(name).empty())
        record.artifacts.push_back(
            {name, printable(name), TRY(read_file(artifacts->get(), name, largest_part))});
  std::ranges::sort(record.artifacts, {}, &game::GameFile::name);
  return record;
}

Value read_state(int directory) {
  auto const text = read_file(directory, state_name, largest_part);
  auto state = text ? json_in(*text) : Value();
  return state.is_discarded() ? Value() : state;
}

Result<UniqueFd> open_log(int directory) {
  return open_beneath(directory, log_name, O_RDONLY | O_NONBLOCK);
}

Result<Record> read_record(int directory) {
  auto const log = TRY(read_file(directory, log_name, largest_log));
  auto record = TRY(read_head(directory));
  LogReader reader;
  record.cut = reader.read(log, record.lines) < log.size();
  record.odd.insert(record.odd.begin(), reader.odd().begin(), reader.odd().end());
  record.state = read_state(directory);
  auto const last = std::ranges::find_if(record.lines.rbegin(), record.lines.rend(),
                                         [](RecordLine const& line) { return line.adopts_artifacts(); });
  if (last != record.lines.rend()) {
    record.adopted = static_cast<std::size_t>(record.lines.rend() - last) - 1;
    record.meta.artifacts = digests_in(last->more["artifacts"]);
  }
  return record;
}

Result<Record> read_playable(int directory, std::string_view shown) {
  auto record = TRY(read_record(directory));
  TRY(check_players(record, shown));
  return record;
}

Result<void> check_players(Record const& record, std::string_view shown) {
  auto const count = record.meta.players.size();
  if (count == 0) return fail(Fault::invalid, fmt::format("{}: {}", shown, record.odd.back()));
  if (count > most_players)
    return fail(Fault::invalid, fmt::format("{}: meta.json names {} players; from 1 to {} can play", shown,
                                            count, most_players));
  return {};
}

Result<RecordWriter> RecordWriter::begin(int parent, RecordMeta const& meta,
                                         std::vector<game::GameFile> const& artifacts) {
  if (stamp_at(parent, meta.id)) return fail(errno_error("make", meta.id, EEXIST));
  auto const hidden = "." + meta.id + ".new";
  auto directory = TRY(make_directory(parent, hidden));
  auto log = fill(directory.get(), meta, artifacts);
  if (log && ::renameat(parent, hidden.c_str(), parent, meta.id.c_str()) != 0)
    log = fail(errno_error("rename", meta.id));
  if (!log) {
    remove_unfinished(parent, hidden);
    return fail(std::move(log).error());
  }
  TRY(sync_directory(parent));
  return RecordWriter(std::move(directory), *std::move(log));
}

Result<RecordWriter> RecordWriter::open(UniqueFd directory) {
  auto log = TRY(open_beneath(directory.get(), log_name, O_RDWR | O_APPEND));
  if (::flock(log.get(), LOCK_EX | LOCK_NB) != 0)
    return errno == EWOULDBLOCK ? fail(Fault::busy, "a host holds the log of the play")
                                : fail(errno_error("lock", log_name));
  auto const text = TRY(read_file(directory.get(), log_name, largest_log));
  auto const whole = text.rfind('\n') + 1;
  if (whole < text.size() && ::ftruncate(log.get(), static_cast<off_t>(whole)) != 0)
    return fail(errno_error("truncate", log_name));
  return RecordWriter(std::move(directory), std::move(log));
}

Result<void> RecordWriter::append(RecordLine const& line) {
  return write_all(log_.get(), compact(to_json(line)) + "\n");
}

Result<void> RecordWriter::stage(std::vector<game::GameFile> const& artifacts) {
  TRY(remove_flat(directory_.get(), staged_name));
  auto const staged = TRY(make_directory(directory_.get(), staged_name));
  for (auto const& file : artifacts)
    TRY(write_new(staged.get(), file.name, file.bytes));
  TRY(sync_directory(staged.get()));
  return sync_directory(directory_.get());
}

Result<void> RecordWriter::adopt(RecordMeta const& meta) {
  if (::fsync(log_.get()) != 0) return fail(errno_error("fsync", log_name));
  if (open_directory(directory_.get(), staged_name)) {
    TRY(remove_flat(directory_.get(), artifacts_name));
    if (::renameat(directory_.get(), staged_name, directory_.get(), artifacts_name) != 0)
      return fail(errno_error("rename", artifacts_name));
  }
  return replace_in(directory_.get(), meta_name, new_meta_name, pretty(meta_json(meta)) + "\n");
}

Result<void> RecordWriter::settle(Value const& state) {
  if (::fsync(log_.get()) != 0) return fail(errno_error("fsync", log_name));
  return replace_in(directory_.get(), state_name, new_state_name, pretty(state) + "\n");
}

} // namespace artifactd::play
