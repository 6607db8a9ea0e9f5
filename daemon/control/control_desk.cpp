#include "daemon/control/control_desk.hpp"

#include "daemon/process/log.hpp"
#include "daemon/status/board_json.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/clock.hpp"

#include <unistd.h>
#include <utility>

namespace artifactd {

namespace {

// Per answer: less than is kept for a client, so that no single answer causes it to be dropped.
constexpr std::size_t most_shown = 1000;
constexpr std::size_t most_bytes = std::size_t{512} << 10;
constexpr Duration between_looks = std::chrono::seconds(5);

struct Shown {
  Json signals = Json::array();
  std::size_t left_out = 0;
  std::uint64_t number = 0;
};

Shown show(Activity::Snapshot const& snapshot) {
  Shown shown{.left_out = snapshot.left_out, .number = snapshot.number};
  std::size_t bytes = 0;
  for (auto const& event : snapshot.events) {
    auto json = to_json(event);
    bytes += line_of(json).size();
    if (bytes > most_bytes)
      ++shown.left_out;
    else
      shown.signals.push_back(std::move(json));
  }
  return shown;
}

} // namespace

ControlDesk::ControlDesk(Loop& loop, std::string path, Activity& activity, Journal& journal,
                         DaemonAnswers answers)
    : loop_(loop), path_(std::move(path)), activity_(activity), journal_(journal),
      answers_(std::move(answers)), look_again_(loop, [this] { look_after_socket(); }) {
  open_socket();
  look_again_.arm(Monotonic::now() + between_looks);
}

void ControlDesk::open_socket() {
  auto socket = ControlSocket::open(path_);
  auto const former = std::exchange(trouble_, socket ? "" : socket.error().message);
  if (socket && server_)
    server_->admit_at(*std::move(socket));
  else if (socket)
    server_.emplace(loop_, *std::move(socket), asks(), [this] { audience_changed(); });
  else if (trouble_ != former)
    log_event(LogLevel::warning, "no control socket", {{"reason", trouble_}});
}

void ControlDesk::look_after_socket() {
  look_again_.arm(Monotonic::now() + between_looks);
  if (server_ && server_->can_be_reached()) return;
  // Closed first: that removes its file, which may have the number of the next one. The server is kept:
  // answers are being found for it on other threads, and its clients are still connected.
  if (server_) server_->close_socket();
  open_socket();
}

ControlDesk::~ControlDesk() {
  activity_.listen(nullptr);
  journal_.on_written(nullptr);
}

ControlAsks ControlDesk::asks() {
  return {{"watch", [this](ControlRequest const& request) { return watch(request); }},
          {"status", [this](ControlRequest const& request) { return status(request); }},
          {"look",
           [this](ControlRequest const& request) {
             answers_.look(request.session);
             return ControlReply{{line_of({{"version", 1}, {"what", "looked"}})}};
           }},
          {"cancel",
           [this](ControlRequest const& request) {
             return ControlReply{
                 {line_of({{"version", 1}, {"what", "cancelled"}, {"run", answers_.cancel(request)}})}};
           }},
          {"story", [this](ControlRequest const& request) { return answers_.story(request); }},
          {"metrics",
           [this](ControlRequest const&) {
             return ControlReply{
                 {line_of({{"version", 1}, {"what", "metrics"}, {"text", answers_.metrics()}})}};
           }},
          {"log", [this](ControlRequest const&) { return log(); }}};
}

void ControlDesk::serve_also(ControlSocket socket, ControlAsks asks, ControlLimits limits,
                             std::function<std::string(ActivityEvent const&)> line) {
  also_line_ = std::move(line);
  asks.emplace("watch", [this](ControlRequest const&) { return watch_also(); });
  asks.emplace("log", [this](ControlRequest const&) { return log(); });
  also_.emplace(loop_, std::move(socket), std::move(asks), [this] { audience_changed(); }, limits);
}

void ControlDesk::listen() {
  if (activity_.heard()) return;
  activity_.listen([this](std::uint64_t number, ActivityEvent const& event) {
    loop_.post([this, number, event] {
      if (server_) server_->publish(Stream::activity, number, event.session, line_of(to_json(event)));
      if (also_) also_->publish(Stream::activity, number, event.session, also_line_(event));
    });
  });
}

/// Only what happens from now on.
ControlReply ControlDesk::watch_also() {
  listen();
  return {{}, Stream::activity, activity_.snapshot(0).number};
}

/// Listening begins before the snapshot is taken, so that nothing happens unseen between the two.
ControlReply ControlDesk::watch(ControlRequest const& request) {
  listen();
  auto shown = show(activity_.snapshot(most_shown, request.session));
  ControlReply reply{{}, Stream::activity, shown.number};
  for (auto& json : shown.signals) {
    json["snapshot"] = true;
    reply.lines.push_back(line_of(json));
  }
  reply.lines.push_back(line_of({{"version", 1}, {"what", "live"}, {"left_out", shown.left_out}}));
  return reply;
}

ControlReply ControlDesk::status(ControlRequest const& request) const {
  auto shown = show(activity_.snapshot(most_shown, request.session));
  auto board = answers_.board();
  board.pid = ::getpid();
  board.updated_ns = wall_now_ns();
  return {{line_of({{"version", 1},
                    {"daemon", to_json(board)},
                    {"signals", std::move(shown.signals)},
                    {"left_out", shown.left_out}})}};
}

ControlReply ControlDesk::log() {
  if (!std::exchange(journal_followed_, true))
    journal_.on_written([this] { loop_.post([this] { journal_grew(); }); });
  return {{line_of({{"version", 1}, {"what", "following"}, {"queued", journal_.queued()}})}, Stream::journal};
}

void ControlDesk::journal_grew() {
  auto const line = line_of({{"version", 1}, {"what", "journal"}});
  ++growths_;
  for (auto* server : {&server_, &also_})
    if (*server) (*server)->publish(Stream::journal, growths_, "", line);
}

std::size_t ControlDesk::listeners(Stream stream) const {
  return (server_ ? server_->listeners(stream) : 0) + (also_ ? also_->listeners(stream) : 0);
}

/// Nobody is notified of what nobody listens to.
void ControlDesk::audience_changed() {
  if (listeners(Stream::activity) == 0) activity_.listen(nullptr);
  if (listeners(Stream::journal) == 0 && std::exchange(journal_followed_, false))
    journal_.on_written(nullptr);
}

} // namespace artifactd
