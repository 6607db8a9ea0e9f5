#include "daemon/api/web_door.hpp"

#include "daemon/api/web_events.hpp"
#include "daemon/api/web_routes.hpp"
#include "daemon/process/given_socket.hpp"
#include "daemon/process/log.hpp"
#include "state/json/json_member.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::string_view given_name = "web";
constexpr Duration first_pause = std::chrono::seconds(1);
constexpr Duration lasting = std::chrono::seconds(5); ///< one that cannot listen ends at once
constexpr Duration longest_pause = std::chrono::minutes(1);

constexpr std::size_t most_waiting = 16; ///< calls of agents' tools, at once

/// A body may be escaped: six bytes for one.
ControlLimits limits_of(Config const& config) {
  return {.clients = 64,
          .request = static_cast<std::size_t>(config.web.body) * 6 + (std::size_t{256} << 10),
          .output = std::size_t{64} << 20,
          .at_once = 56,
          .waiting = most_waiting};
}

} // namespace

WebDoor::WebDoor(Loop& loop, Config const& config, ConfigSource source, Journal& journal, ControlDesk& desk,
                 std::function<std::string()> metrics)
    : loop_(loop), config_(std::make_shared<Config const>(config)), source_(std::move(source)),
      journal_(journal), metrics_(std::move(metrics)), start_again_(loop, [this] { start(); }),
      pause_(first_pause), lasts_(loop, [this] {
        pause_ = first_pause;
        trouble_.clear();
      }) {
  auto made = socket();
  if (!made) {
    log_event(LogLevel::warning, "no web", {{"reason", made.error().message}});
    return;
  }
  desk.serve_also(*std::move(made), asks(), limits_of(config),
                  [this](ActivityEvent const& event) { return web_line(config_->roots, event); });
  if (config.web.socket.empty() && !config.web.listen.empty()) start();
}

Result<ControlSocket> WebDoor::socket() const {
  if (config_->web.socket.empty())
    return ControlSocket::open(config_->web_path(), ControlSocket::For::own_user);
  auto given = given_socket(given_name);
  if (!given)
    return fail(Fault::missing, "[web] socket is set, but systemd gave no socket named \"web\"; see "
                                "artifactd-web-core.socket");
  return ControlSocket::given(*std::move(given));
}

WebDoor::~WebDoor() {
  seats_->leave();
}

void WebDoor::reload(Config const& config) {
  config_ = std::make_shared<Config const>(config);
}

ControlAsks WebDoor::asks() {
  return {{"request", [this](ControlRequest const& asked) { return request(asked); }},
          {"events", [this](ControlRequest const& asked) { return events(asked); }},
          {"tokens", [this](ControlRequest const& asked) { return tokens(asked); }}};
}

Result<ControlReply> WebDoor::request(ControlRequest const& request) {
  auto question = TRY(read_web_question(request));
  WebContext context{.config = config_,
                     .source = source_,
                     .journal = &journal_,
                     .done = done_,
                     .checks = checks_,
                     .known = known_,
                     .seats = seats_};
  if (question.path == std::vector<std::string>{"metrics"}) context.metrics = metrics_();
  auto const takes = waits_for_events(question) ? SlowAnswers::Takes::events : SlowAnswers::Takes::time;
  return ControlReply{.rest = [context = std::move(context),
                               question = std::move(question)]() -> Result<std::vector<std::string>> {
                        return lines_of(answer_web(context, question));
                      },
                      .takes = takes};
}

ControlReply WebDoor::events(ControlRequest const& request) const {
  auto const after = request.more.value("after", std::int64_t{-1});
  return {.rest = [config = config_, after] { return web_events(*config, after); }};
}

/// Which of these are valid.
ControlReply WebDoor::tokens(ControlRequest const& request) const {
  return {.rest = [config = config_,
                   asked = texts_of(request.more, "tokens")]() -> Result<std::vector<std::string>> {
    TokenBook const book(config->web_tokens_path());
    auto valid = Json::array();
    for (auto const& each : asked)
      if (TRY(book.find(each))) valid.push_back(each);
    return std::vector<std::string>{line_of({{"what", "tokens"}, {"valid", std::move(valid)}})};
  }};
}

void WebDoor::start() {
  auto child = ServiceChild::start_web(-1, *config_, source_);
  if (!child) return start_later("`artifactd web` cannot be started: " + child.error().message);
  lasts_.arm(Monotonic::now() + lasting);
  child_.emplace(*std::move(child));
  child_ends_.emplace(loop_, child_->pidfd(), [this] { left(); });
}

void WebDoor::left() {
  child_ends_.reset();
  std::ignore = child_->ended_well();
  child_.reset();
  lasts_.disarm();
  start_later(fmt::format("`artifactd web` ended, and is started again; its own entries in the log say why "
                          "([web] listen = \"{}\")",
                          config_->web.listen));
}

void WebDoor::start_later(std::string why) {
  log_event(LogLevel::error, "no web", {{"reason", why}});
  trouble_ = std::move(why);
  start_again_.arm(Monotonic::now() + std::exchange(pause_, std::min(pause_ * 2, longest_pause)));
}

} // namespace artifactd
