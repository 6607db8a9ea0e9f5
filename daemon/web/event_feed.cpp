#include "daemon/web/event_feed.hpp"

#include "state/json/json_member.hpp"

#include <charconv>
#include <fmt/core.h>
#include <utility>

namespace artifactd::web {

namespace {

constexpr std::size_t most_recent = 1000;
constexpr std::size_t longest_text = std::size_t{64} << 10; ///< pushed at once
constexpr Duration between_beats = std::chrono::seconds(15);
constexpr Duration sent_together = std::chrono::milliseconds(20);
constexpr Duration connect_again = std::chrono::seconds(1);

std::string ask(std::string_view word) {
  return compact(Json{{"version", control_version}, {"ask", word}});
}

std::string event_text(std::string_view id, std::string_view name, std::string_view data) {
  auto text = id.empty() ? std::string() : fmt::format("id: {}\n", id);
  return text + fmt::format("event: {}\ndata: {}\n\n", name, data);
}

/// The number of "<epoch>-<number>"; std::nullopt if it is of another epoch, or no such id.
std::optional<std::int64_t> number_of(std::string_view id, std::string_view epoch) {
  if (epoch.empty() || !id.starts_with(epoch)) return std::nullopt;
  id.remove_prefix(epoch.size());
  std::int64_t number = 0;
  if (!id.starts_with('-')) return std::nullopt;
  auto const [end, error] = std::from_chars(id.data() + 1, id.data() + id.size(), number);
  return error == std::errc() && end == id.data() + id.size() && number >= 0 ? std::optional(number)
                                                                             : std::nullopt;
}

} // namespace

EventFeed::EventFeed(Loop& loop, std::string path)
    : loop_(loop), path_(std::move(path)), beat_(loop, [this] { beat(); }),
      again_(loop, [this] { connect(); }), together_(loop, [this] { send_together(); }) {}

EventFeed::Id EventFeed::open(StreamGrant grant, std::string after, Push push) {
  auto const id = next_++;
  streams_.emplace(id, Stream{std::move(grant), std::move(after), std::move(push)});
  if (streams_.size() == 1) {
    beat_.arm(Monotonic::now() + between_beats);
    connect();
  }
  catch_up(id);
  return id;
}

void EventFeed::close(Id id) {
  streams_.erase(id);
  if (!streams_.empty()) return;
  activity_.reset();
  growth_.reset();
  rows_.reset();
  beat_.disarm();
  again_.disarm();
  together_.disarm();
  unsent_.clear();
  epoch_.clear();
  recent_.clear();
}

void EventFeed::connect() {
  auto heard = [this](void (EventFeed::*take)(std::string const&)) {
    return [this, take](Result<std::string> const& line) {
      if (line)
        (this->*take)(*line);
      else
        lost();
    };
  };
  activity_ = std::make_unique<CoreLine>(loop_, path_, ask("watch"), heard(&EventFeed::heard_activity));
  growth_ = std::make_unique<CoreLine>(loop_, path_, ask("log"), heard(&EventFeed::heard_growth));
}

/// The core restarts, or has dropped us: what happened meanwhile is in the journal.
void EventFeed::lost() {
  activity_.reset();
  growth_.reset();
  rows_.reset();
  if (!streams_.empty()) again_.arm(Monotonic::now() + connect_again);
}

void EventFeed::heard_activity(std::string const& line) {
  if (auto row = row_of(object_in(line))) send_soon(*std::move(row));
}

void EventFeed::heard_growth(std::string const& line) {
  auto const json = object_in(line);
  if (!json.is_object()) return;
  grown_ = true;
  if (!rows_) fetch();
}

std::string EventFeed::question(std::int64_t after) const {
  return compact(Json{{"version", control_version}, {"ask", "events"}, {"after", after}});
}

void EventFeed::fetch() {
  grown_ = false;
  rows_ = std::make_unique<CoreLine>(loop_, path_, question(epoch_.empty() ? -1 : last_),
                                     [this](Result<std::string> const& line) {
                                       if (line) return heard_rows(*line);
                                       rows_.reset();
                                       lost();
                                     });
}

void EventFeed::heard_rows(std::string const& line) {
  auto const json = object_in(line);
  if (auto row = row_of(json)) {
    if (row->number <= last_) return;
    last_ = row->number;
    send_soon(*row);
    recent_.push_back(*std::move(row));
    if (recent_.size() > most_recent) recent_.pop_front();
    return;
  }
  if (text_member(json, "what") != "end") return;
  auto const epoch = text_member(json, "epoch");
  auto const another = !epoch_.empty() && epoch != epoch_; // a journal that was begun again
  auto const complete = json.value("complete", true);
  auto const last = json.value("last", std::int64_t{0});
  if (another || !complete) send_together();
  if (another || !complete) recent_.clear(); // or it would have a gap
  if (another || epoch_.empty() || !complete) last_ = last;
  epoch_ = epoch;
  for (auto& [id, stream] : streams_)
    if (stream.live && (another || !complete)) {
      stream.sent = last_;
      stream.push(event_text(fmt::format("{}-{}", epoch_, last_), "reset", "{}"));
    }
  rows_.reset();
  if (grown_ || last > last_) fetch();
}

void EventFeed::catch_up(Id id) {
  auto& stream = streams_.at(id);
  // Without an epoch the number means nothing yet: the answer's end says whether it belongs to this one.
  auto const dash = stream.after.rfind('-');
  auto const number = dash == std::string::npos
                          ? std::nullopt
                          : number_of(stream.after, std::string_view(stream.after).substr(0, dash));
  stream.replay =
      std::make_unique<CoreLine>(loop_, path_, question(number.value_or(-1)),
                                 [this, id](Result<std::string> const& line) { heard_replay(id, line); });
}

void EventFeed::heard_replay(Id id, Result<std::string> const& line) {
  auto const found = streams_.find(id);
  if (found == streams_.end()) return;
  auto& stream = found->second;
  if (!line) {
    stream.missed.clear();
    stream.replay.reset();
    return; // asked again with the next beat
  }
  auto const json = object_in(*line);
  if (auto row = row_of(json))
    stream.missed.push_back(*std::move(row));
  else if (text_member(json, "what") == "end")
    finish_replay(id, json);
}

void EventFeed::finish_replay(Id id, Json const& end) {
  auto& stream = streams_.at(id);
  auto const epoch = text_member(end, "epoch");
  auto const asked = number_of(stream.after, epoch);
  stream.sent = end.value("last", std::int64_t{0});
  auto const rows = std::exchange(stream.missed, {});
  stream.replay.reset();
  stream.live = true;
  auto const here = fmt::format("{}-{}", epoch, stream.sent);
  std::string text;
  if (stream.after.empty())
    text = event_text(here, "begin", "{}");
  else if (!asked || !end.value("complete", true) || *asked > stream.sent)
    text = event_text(here, "reset", "{}");
  else
    for (auto const& row : rows)
      add_row(text, stream, row, epoch);
  stream.after.clear();
  if (epoch_.empty()) {
    epoch_ = epoch;
    last_ = stream.sent;
  }
  // Newer entries may have come while this answer was on its way; recent_ need not hold all of them.
  auto const next = recent_.empty() ? last_ + 1 : recent_.front().number;
  auto const gap = epoch == epoch_ && stream.sent + 1 < next;
  if (gap) {
    stream.after = fmt::format("{}-{}", epoch, stream.sent);
    stream.live = false;
  }
  for (auto const& row : recent_)
    add(text, stream, row);
  if (!text.empty()) stream.push(text);
  if (gap) catch_up(id);
}

/// Pushes `text` when it is long: a client that reads is not to have more unread than a stream may.
void EventFeed::add_row(std::string& text, Stream const& stream, Row const& row, std::string const& epoch) {
  auto const& grant = stream.grant;
  if (!grant.session.empty() && grant.session != row.session) return;
  auto const id = row.number > 0 ? fmt::format("{}-{}", epoch, row.number) : std::string();
  text += event_text(id, row.number > 0 ? "journal" : "activity", grant.content ? row.whole : row.plain);
  if (text.size() > longest_text) stream.push(std::exchange(text, {}));
}

void EventFeed::add(std::string& text, Stream& stream, Row const& row) const {
  if (!stream.live || (row.number > 0 && row.number <= stream.sent)) return;
  if (row.number > 0) stream.sent = row.number;
  add_row(text, stream, row, epoch_);
}

void EventFeed::send_soon(Row row) {
  if (unsent_.empty()) together_.arm(Monotonic::now() + sent_together);
  unsent_.push_back(std::move(row));
}

void EventFeed::send_together() {
  together_.disarm();
  auto const rows = std::exchange(unsent_, {});
  for (auto& [id, stream] : streams_) {
    std::string text;
    for (auto const& row : rows)
      add(text, stream, row);
    if (!text.empty()) stream.push(text);
  }
}

void EventFeed::beat() {
  beat_.arm(Monotonic::now() + between_beats);
  for (auto& [id, stream] : streams_) {
    stream.push(":\n\n");
    if (!stream.live && !stream.replay) catch_up(id);
  }
}

std::optional<EventFeed::Row> EventFeed::row_of(Json const& json) {
  Row row{.session = text_member(json, "session"),
          .whole = text_member(json, "whole"),
          .plain = text_member(json, "plain")};
  if (row.whole.empty() || row.plain.empty()) return std::nullopt;
  row.number = json.value("number", std::int64_t{0});
  return row;
}

} // namespace artifactd::web
