#include "daemon/service/model_mode.hpp"

#include "agents/model/patience.hpp"
#include "agents/model/service.hpp"
#include "daemon/model/model_catalogue.hpp"
#include "daemon/process/log.hpp"
#include "daemon/process/loop.hpp"
#include "daemon/process/signals.hpp"
#include "daemon/service/served_socket.hpp"
#include "state/platform/private_directory.hpp"
#include "state/platform/spare_threads.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fmt/core.h>
#include <list>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace artifactd {

namespace {

/// As many as one model may be asked at once; further connections wait to be accepted.
constexpr std::size_t most_talks = 256;
/// Long enough that the calls of one job follow each other without it.
constexpr auto close_books_after = std::chrono::seconds(1);

void tell_of_call(model::CallWanted const& wanted, model::Outcome const& outcome, Duration wall) {
  auto const& usage = outcome ? outcome->usage : outcome.error().usage;
  auto const end = outcome ? std::string_view("ok") : model::failing_word(outcome.error().why);
  log_event(LogLevel::info, "model call", // the caller knows what a failure means
            {{"model", wanted.key},
             {"session", wanted.spender.session},
             {"run", wanted.spender.run},
             {"end", end},
             {"reason", outcome ? std::string_view() : std::string_view(outcome.error().message)},
             {"input_tokens", static_cast<std::int64_t>(usage.input)},
             {"output_tokens", static_cast<std::int64_t>(usage.output)},
             {"milliseconds", std::chrono::duration_cast<std::chrono::milliseconds>(wall).count()}});
}

class ModelMode {
public:
  ModelMode(DaemonOptions const& options, Config const& config, Loop& loop, model::DayBook& book,
            unsigned allowed)
      : options_(options), loop_(loop), book_(book), allowed_(allowed), service_(service_of(config)),
        door_(loop, STDIN_FILENO, [this] { admit(); }),
        signals_(loop, [this](int signal) { signal == SIGHUP ? reload() : leave(); }),
        idle_(loop, [this] { close_books(); }) {}

private:
  using Talks = std::list<UniqueFd>; ///< their connections

  std::shared_ptr<model::ModelService> service_of(Config const& config) {
    return std::make_shared<model::ModelService>(model_catalogue(config), book_, tell_of_call);
  }

  void admit() {
    UniqueFd connection(::accept4(STDIN_FILENO, nullptr, nullptr, SOCK_CLOEXEC));
    if (!connection && !talks_.empty() && errno != EAGAIN && errno != EINTR && errno != ECONNABORTED)
      door_.wait_for(Loop::Interest::hangup); // without a descriptor: until a talk is over
    if (!connection || leaving_) return;
    auto const talk = talks_.insert(talks_.end(), std::move(connection));
    try {
      // The service it began with survives a reload.
      threads_.run([this, talk, service = service_] { hold(talk, *service); });
    } catch (std::system_error const& error) {
      talks_.erase(talk);
      log_event(LogLevel::error, "no thread", {{"reason", error.what()}});
    }
    if (talks_.size() >= most_talks) door_.wait_for(Loop::Interest::hangup);
  }

  /// On a thread of its own.
  void hold(Talks::iterator talk, model::ModelService& service) {
    try {
      if (auto served = model::serve_model(talk->get(), allowed_, service); !served)
        log_event(LogLevel::warning, "model talk", {{"reason", served.error().message}});
    } catch (std::exception const& error) { // out of memory, or a library that cannot be loaded
      log_event(LogLevel::error, "model talk", {{"reason", error.what()}});
    }
    loop_.post([this, talk] { over(talk); });
  }

  void over(Talks::iterator talk) {
    talks_.erase(talk);
    if (talks_.empty()) idle_.arm(Monotonic::now() + close_books_after);
    if (!leaving_) door_.wait_for(Loop::Interest::read);
    if (leaving_ && talks_.empty()) loop_.stop();
  }

  void close_books() {
    // If this fails, the disk overstates the spending until the next write.
    [[maybe_unused]] auto const noted = book_.note_if_idle();
  }

  void reload() {
    auto config = load_config(options_.source);
    if (config) {
      service_ = service_of(*config);
      log_event(LogLevel::info, "reloaded", {{"models", static_cast<std::int64_t>(config->models.size())}});
    } else
      log_event(LogLevel::error, "reload refused", {{"reason", render(config.error().front())}});
  }

  /// As if every client had hung up.
  void leave() {
    leaving_ = true;
    door_.wait_for(Loop::Interest::hangup);
    for (auto const& talk : talks_)
      ::shutdown(talk.get(), SHUT_RD);
    if (talks_.empty()) loop_.stop();
  }

  DaemonOptions const& options_;
  Loop& loop_;
  model::DayBook& book_;
  unsigned allowed_;
  std::shared_ptr<model::ModelService> service_;
  bool leaving_ = false;
  Talks talks_;
  Loop::Watch door_;
  ProcessSignals signals_;
  Loop::Timer idle_;
  SpareThreads threads_; ///< last: its tasks use all of the above
};

/// The state directory of its own unit, if any: it may not write to the daemon's.
std::string accounts_directory(DaemonOptions const& options, Config const& config) {
  if (!options.accounts.empty()) return options.accounts;
  auto const* given = std::getenv("STATE_DIRECTORY");
  return given == nullptr ? config.model_state_path() : given;
}

/// Waits while another process holds them: one that is exiting, or that artifactctl started.
Result<std::unique_ptr<model::DayBook>> open_accounts(std::string const& directory) {
  TRY(make_private_directory(directory));
  for (bool told = false;;) {
    auto book = model::DayBook::open(TRY(Session::open(directory)));
    if (book || book.error().fault != Fault::busy) return book;
    if (!std::exchange(told, true))
      log_event(LogLevel::warning, "waiting", {{"reason", book.error().message}});
    std::this_thread::sleep_for(std::chrono::milliseconds(100)); // nothing reports the release of a lock
  }
}

} // namespace

Exit run_model_service(DaemonOptions const& options) {
  // Other processes of this user cannot read its memory, and no core dump holds keys
  ::prctl(PR_SET_DUMPABLE, 0);
  if (!stdin_listens()) {
    fmt::print(stderr, "artifactd: `artifactd model` serves a listening socket on its stdin; see "
                       "artifactd-model.socket. `artifactd` alone starts the daemon\n");
    return Exit::usage;
  }
  auto const config = load_config(options.source);
  if (!config) {
    for (auto const& error : config.error())
      log_event(LogLevel::error, "configuration", {{"reason", render(error)}});
    return Exit::configuration;
  }
  open_log({.format = options.log_format.value_or(config->log.format),
            .level = options.log_level.value_or(config->log.level)});
  auto const book = open_accounts(accounts_directory(options, *config));
  if (!book) return no_service("models cannot be asked", book.error());
  block_signals(); // before any thread exists; until now a signal simply ends the process
  auto const loop = Loop::open();
  if (!loop) return no_service("models cannot be asked", loop.error());
  auto const* account = options.peer.empty() ? nullptr : ::getpwnam(options.peer.c_str());
  ModelMode mode(options, *config, **loop, **book, account == nullptr ? ::getuid() : account->pw_uid);
  log_event(LogLevel::info, "ready", {{"models", static_cast<std::int64_t>(config->models.size())}});
  (*loop)->run();
  log_event(LogLevel::info, "stopped");
  return Exit::ok;
}

} // namespace artifactd
