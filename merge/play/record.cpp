#include "merge/play/record.hpp"

#include "state/atomic_file.hpp"
#include "state/digest.hpp"
#include "state/json/scan.hpp"
#include "state/names.hpp"

#include <algorithm>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd::play {

namespace {

constexpr auto* meta_name = "meta.json";
constexpr auto* log_name = "log.ndjson";
constexpr auto* state_name = "state.json";
constexpr auto* new_state_name = ".state.json.new";
constexpr auto* artifacts_name = "artifacts";
constexpr std::size_t largest_part = std::size_t{64} << 20;
constexpr std::size_t most_artifacts = 10'000;
constexpr std::size_t most_oddities = 100;

Result<UniqueFd> create(int directory, char const* name) {
  return open_beneath(directory, name, O_WRONLY | O_CREAT | O_EXCL, 0644);
}

Result<UniqueFd> make_directory(int parent, std::string const& name) {
  if (::mkdirat(parent, name.c_str(), 0755) != 0) return fail(errno_error("make", name));
  return open_directory(parent, name);
}

Result<void> write_new(int directory, std::string const& name, std::string_view text) {
  auto const file = TRY(create(directory, name.c_str()));
  TRY(write_all(file.get(), text));
  if (::fsync(file.get()) != 0) return fail(errno_error("fsync", name));
  return {};
}

std::string dumped(Value const& value, int indent = -1) {
  return value.dump(indent, ' ', false, Value::error_handler_t::replace);
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

/// The JSON of a text, judged before a parser that is easily overwhelmed sees it.
Value parsed(std::string_view text) {
  if (!json::scan(text, {.depth = game::deepest})) return Value(Value::value_t::discarded);
  return Value::parse(text, nullptr, false);
}

RecordMeta meta_from(Value const& json) {
  auto const text = [&json](char const* name) {
    auto const found = json.is_object() ? json.find(name) : json.end();
    return json.is_object() && found != json.end() && found->is_string() ? found->get<std::string>() : "";
  };
  RecordMeta meta{text("id"), text("game"),    text("agent"), {},
                  {},         text("started"), text("seed"),  text("host")};
  if (!json.is_object()) return meta;
  for (auto const& each : json.value("players", Value::array()))
    if (each.is_string()) meta.players.push_back(each.get<std::string>());
  if (auto const artifacts = json.find("artifacts"); artifacts != json.end() && artifacts->is_object())
    for (auto const& [name, digest] : artifacts->items())
      if (digest.is_string()) meta.artifacts.emplace_back(name, digest.get<std::string>());
  return meta;
}

class LogReader {
public:
  explicit LogReader(Record& record) : record_(record) {}

  void read(std::string_view text) {
    for (std::size_t number = 1; !text.empty(); ++number) {
      auto const end = text.find('\n');
      auto line = text.substr(0, end);
      if (end == text.npos) {
        record_.cut = true;
        return;
      }
      text.remove_prefix(end + 1);
      if (line.ends_with('\r')) line.remove_suffix(1);
      take(line, number);
    }
  }

private:
  void take(std::string_view text, std::size_t number) {
    if (text.size() > longest_line) return odd(number, fmt::format("is longer than {} bytes", longest_line));
    auto const json = parsed(text);
    if (json.is_discarded()) return odd(number, "is not JSON");
    auto line = record_line_from(json);
    if (!line) return odd(number, line.error());
    auto const expected = record_.lines.empty() ? 1 : record_.lines.back().step + 1;
    if (line->step != expected)
      odd(number, fmt::format("is step {} where step {} is expected", line->step, expected));
    record_.lines.push_back(*std::move(line));
  }

  void odd(std::size_t number, std::string_view what) {
    if (record_.odd.size() < most_oddities) record_.odd.push_back(fmt::format("line {}: {}", number, what));
  }

  Record& record_;
};

} // namespace

std::vector<std::pair<std::string, std::string>> digests_of(std::vector<game::GameFile> const& files) {
  std::vector<std::pair<std::string, std::string>> digests;
  for (auto const& file : files)
    digests.emplace_back(file.name, "sha256:" + hex(sha256(file.bytes)));
  return digests;
}

Result<RecordBrief> read_brief(int directory) {
  TRY(open_beneath(directory, log_name, O_PATH));
  RecordBrief brief{meta_from(parsed(TRY(read_file(directory, meta_name, largest_part)))), "", false};
  auto const text = read_file(directory, state_name, largest_part);
  auto const state = text ? parsed(*text) : Value();
  auto const game = state.is_object() ? state.find("game") : state.end();
  if (!state.is_object() || game == state.end() || !game->is_object()) return brief;
  auto const phase = game->find("currentPhase");
  if (phase != game->end() && phase->is_string()) brief.phase = phase->get<std::string>();
  auto const ended = game->find("gameEnded");
  brief.over = ended != game->end() && *ended == true;
  return brief;
}

Result<Record> read_record(int directory) {
  Record record;
  LogReader(record).read(TRY(read_file(directory, log_name, largest_log)));
  if (auto const meta = read_file(directory, meta_name, largest_part)) {
    record.meta = meta_from(parsed(*meta));
    if (record.meta.players.empty()) record.odd.emplace_back("meta.json names no players");
  } else {
    record.odd.emplace_back("there is no meta.json: " + meta.error().message);
  }
  if (auto const state = read_file(directory, state_name, largest_part)) record.state = parsed(*state);
  if (record.state.is_discarded()) record.state = nullptr;
  if (auto const artifacts = open_directory(directory, artifacts_name))
    for (auto const& name : TRY(list_directory(artifacts->get(), most_artifacts)))
      if (!game::artifact_of(name).empty())
        record.artifacts.push_back(
            {name, printable(name), TRY(read_file(artifacts->get(), name, largest_part))});
  std::ranges::sort(record.artifacts, {}, &game::GameFile::name);
  return record;
}

Result<RecordWriter> RecordWriter::begin(int parent, RecordMeta const& meta,
                                         std::vector<game::GameFile> const& artifacts) {
  auto directory = TRY(make_directory(parent, meta.id));
  auto const kept = TRY(make_directory(directory.get(), artifacts_name));
  for (auto const& file : artifacts)
    TRY(write_new(kept.get(), file.name, file.bytes));
  TRY(sync_directory(kept.get()));
  TRY(write_new(directory.get(), meta_name, dumped(meta_json(meta), 2) + "\n"));
  auto log = TRY(open_beneath(directory.get(), log_name, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, 0644));
  TRY(sync_directory(directory.get()));
  TRY(sync_directory(parent));
  if (::flock(log.get(), LOCK_EX | LOCK_NB) != 0) return fail(errno_error("lock", log_name));
  return RecordWriter(std::move(directory), std::move(log));
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
  return write_all(log_.get(), dumped(to_json(line)) + "\n");
}

Result<void> RecordWriter::settle(Value const& state) {
  if (::fsync(log_.get()) != 0) return fail(errno_error("fsync", log_name));
  TRY(remove_name(directory_.get(), new_state_name));
  TRY(write_new(directory_.get(), new_state_name, dumped(state, 2) + "\n"));
  if (::renameat(directory_.get(), new_state_name, directory_.get(), state_name) != 0)
    return fail(errno_error("rename", state_name));
  return sync_directory(directory_.get());
}

} // namespace artifactd::play
