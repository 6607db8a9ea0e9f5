#include "daemon/api/web_events.hpp"

#include "daemon/api/session_ids.hpp"
#include "daemon/queries/event_json.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/digest.hpp"
#include "state/platform/stamp.hpp"

#include <array>
#include <fcntl.h>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::size_t most_replayed = 1000;

/// What an agent or a model may have written.
constexpr std::array written = {"detail", "error", "reason", "text", "board", "run"};

std::string line_of_event(Json json, std::string const& session, std::string const& id, std::int64_t number) {
  if (!id.empty()) json["session_id"] = id;
  auto plain = json;
  for (auto const* member : written)
    plain.erase(member);
  return compact(
      Json{{"session", session}, {"number", number}, {"whole", compact(json)}, {"plain", compact(plain)}});
}

/// Another file has another name, so that nobody takes its numbers for those of the former one.
Result<std::string> epoch_of(std::string const& path) {
  auto const stamp = TRY(stamp_at(AT_FDCWD, path));
  return hex(sha256(fmt::format("{} {} {}", stamp.device, stamp.inode, stamp.birth_ns))).substr(0, 12);
}

} // namespace

std::string web_line(std::vector<RootConfig> const& roots, ActivityEvent const& event) {
  return line_of_event(to_json(event), event.session, id_of_path(roots, event.session), 0);
}

Result<std::vector<std::string>> web_events(Config const& config, std::int64_t after) {
  auto const epoch = TRY(epoch_of(config.journal_path()));
  auto reader = TRY(JournalReader::open(config.journal_path()));
  auto const newest = TRY(reader.recent(1, {}));
  auto last = newest.empty() ? 0 : newest.back().id;
  std::vector<std::string> lines;
  auto complete = after <= last;
  if (after >= 0 && after < last) {
    auto const events = TRY(reader.recent(most_replayed, {.after_id = after}));
    // Numbers have no gaps: if the first is not the next, others were left out or forgotten.
    complete = !events.empty() && events.front().id == after + 1;
    for (auto const& event : events)
      lines.push_back(
          line_of_event(to_json(event), event.session, id_of_path(config.roots, event.session), event.id));
    if (!complete) lines.clear();
    if (!events.empty()) last = events.back().id;
  }
  lines.push_back(compact(Json{{"what", "end"}, {"epoch", epoch}, {"last", last}, {"complete", complete}}));
  return lines;
}

} // namespace artifactd
