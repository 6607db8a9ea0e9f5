#include "merge/kg/log_position.hpp"

#include "merge/artifacts/artifact_text.hpp"
#include "state/json/json_text.hpp"
#include "state/json/scan.hpp"
#include "state/platform/digest.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/renaming.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/leftovers.hpp"
#include "state/settle/settled.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fmt/core.h>
#include <optional>

namespace artifactd {

namespace {

constexpr std::size_t longest_positions = 4u << 20; // a thousand logs with the longest names
constexpr std::size_t most_listed_names = 100'000;
constexpr auto of_signal = "of";

struct Position {
  std::size_t bytes;
  std::string digest;
};

/// The record as it is; empty if there is none.
Result<std::string> read_record(int directory, std::string const& name) {
  auto text = read_file(directory, name, longest_positions);
  if (text) return text;
  auto fault = text.error().fault;
  if (fault == Fault::missing || fault == Fault::unsafe || fault == Fault::too_large) return std::string();
  return fail(std::move(text).error().within("positions of logs"));
}

/// {"version": 1, "logs": {"x.ndjson": {"bytes": 120, "digest": "…"}}}
std::optional<Position> position_in(Json const& record, std::string const& log) {
  if (!record.is_object() || record.value("version", Json()) != 1) return std::nullopt;
  auto logs = record.find("logs");
  if (logs == record.end() || !logs->is_object()) return std::nullopt;
  auto known = logs->find(log);
  if (known == logs->end() || !known->is_object()) return std::nullopt;
  auto bytes = known->find("bytes"), digest = known->find("digest");
  if (bytes == known->end() || !bytes->is_number_unsigned()) return std::nullopt;
  if (digest == known->end() || !digest->is_string()) return std::nullopt;
  return Position{bytes->get<std::size_t>(), digest->get<std::string>()};
}

Json parse_record(std::string const& text) {
  auto sound = json::scan(text, {.depth = 4}); // the parser does not survive arbitrary depth
  return sound ? Json::parse(text, nullptr, false) : Json();
}

std::string digest_of(std::string_view part) {
  return Digest().add(part).hex();
}

bool continues(std::string_view log, Position const& position) {
  if (position.bytes == 0 || position.bytes > log.size()) return position.bytes == 0;
  auto settled = log.substr(0, position.bytes);
  return settled.ends_with('\n') && digest_of(settled) == position.digest;
}

Finding rewritten(Artifact const& log, std::size_t settled) {
  Finding finding;
  finding.code = "log.rewritten";
  finding.severity = Severity::warning;
  finding.file = log.path;
  finding.message = "the log no longer begins with its settled part; all of it is settled again";
  finding.expected = fmt::format("the {} bytes settled before, and new lines after them", settled);
  finding.found = fmt::format("{} bytes that begin differently", log.bytes.size());
  finding.hint = "Only append to a log; to start over, begin a log under another name.";
  return finding;
}

/// std::nullopt if there are no logs, or they are settled as far as before.
std::optional<Json> record_of(ArtifactSet const& set) {
  auto logs = Json::object();
  for (auto const& artifact : set.files) {
    if (!is_log(artifact)) continue;
    auto settled = std::string_view(artifact.bytes).substr(0, complete_part(artifact.bytes));
    logs[artifact.name] = {{"bytes", settled.size()}, {"digest", digest_of(settled)}};
  }
  if (logs.empty()) return std::nullopt;
  auto const former = parse_record(set.log_positions);
  if (former.is_object() && former.value("version", Json()) == 1 && former.value("logs", Json()) == logs)
    return std::nullopt;
  return Json{{"version", 1}, {"logs", std::move(logs)}};
}

std::string text_of(Json const& record) {
  return record.dump(-1, ' ', true, Json::error_handler_t::replace);
}

/// How the record of settled signals lists that submission.
std::string line_of(Sighting const& sighting, std::string_view inputs) {
  SettledSignals settled;
  settled.add(sighting, inputs);
  return settled.lines().front();
}

bool speaks_of(std::string const& text, SettledSignals const& settled) {
  auto const record = parse_record(text);
  if (!record.is_object()) return false;
  auto const signal = record.value(of_signal, Json());
  auto const& lines = settled.lines();
  return signal.is_string() && std::ranges::find(lines, signal.get<std::string>()) != lines.end();
}

char const* name_in(std::string const& path, std::string const& directory) {
  return path.c_str() + directory.size() + 1;
}

/// Moves what is prepared, in the work directory, to where it is in force; false if there is nothing.
Result<bool> put_in_force(Session const& session, Name const& agent) {
  auto const logs = TRY(session.private_directory(layout::logs));
  auto const work = TRY(session.kept_directory(layout::work));
  auto const from = layout::prepared_positions_of(agent);
  auto const to = layout::log_positions_of(agent);
  if (::renameat(work.get(), name_in(from, layout::work), logs.get(), name_in(to, layout::logs)) == 0) {
    TRY(sync_directory(logs.get()));
    return true;
  }
  if (errno == ENOENT) return false;
  if (errno == EISDIR) return fail(in_the_way(session, to, "a file"));
  return fail(errno_error("rename", from));
}

} // namespace

Result<void> resume_logs(Session const& session, Name const& agent, ArtifactSet& set) {
  if (std::ranges::none_of(set.files, is_log)) return {};
  set.log_positions = TRY(read_record(session.directory(), layout::log_positions_of(agent)));
  auto record = parse_record(set.log_positions);
  for (auto& artifact : set.files) {
    if (!is_log(artifact)) continue;
    auto known = position_in(record, artifact.name);
    if (!known) continue;
    if (continues(artifact.bytes, *known))
      artifact.settled = known->bytes;
    else
      set.findings.push_back(rewritten(artifact, known->bytes));
  }
  return {};
}

Result<bool> as_resumed(Session const& session, Name const& agent, ArtifactSet const& set) {
  if (std::ranges::none_of(set.files, is_log)) return true;
  return TRY(read_record(session.directory(), layout::log_positions_of(agent))) == set.log_positions;
}

Result<void> prepare_note(Session const& session, Sighting const& sighting, std::string_view inputs,
                          ArtifactSet const& set) {
  auto record = record_of(set);
  if (!record) return {};
  (*record)[of_signal] = line_of(sighting, inputs);
  TRY(session.private_directory(layout::logs)); // later there may be no room for it
  return replace_file(session, layout::prepared_positions_of(sighting.signal.name), text_of(*record));
}

Result<void> note_settled(Session const& session, Name const& agent, ArtifactSet const& set) {
  if (std::ranges::none_of(set.files, is_log) || TRY(put_in_force(session, agent))) return {};
  auto const record = record_of(set);
  if (!record) return {};
  return replace_file(session, layout::log_positions_of(agent), text_of(*record));
}

Result<void> finish_notes(Session const& session, Place const& place) {
  auto const work = TRY(open_work(session));
  std::optional<SettledSignals> settled;
  for (auto const& name : work.names) {
    auto const agent = layout::agent_of_prepared(name);
    if (!agent) continue;
    if (!settled) {
      settled = TRY(settled_by_file(place.directory.get(), place.name));
      settled->add(TRY(settled_on_record(session)));
    }
    auto const took_effect = speaks_of(TRY(read_record(work.directory.get(), name)), *settled);
    auto const done = took_effect ? put_in_force(session, *agent) : Result<bool>(false);
    if (!done && done.error().fault != Fault::unsafe) return fail(done.error());
    TRY(remove_if_file(work.directory.get(), name));
  }
  return {};
}

Result<void> forget_log_positions(Session const& session) {
  auto directory = open_directory(session.directory(), layout::logs);
  if (!directory && directory.error().fault == Fault::missing) return {};
  if (!directory) return fail(std::move(directory).error());
  for (auto const& name : TRY(list_directory(directory->get(), most_listed_names)))
    TRY(remove_name(directory->get(), name));
  return sync_directory(directory->get());
}

} // namespace artifactd
