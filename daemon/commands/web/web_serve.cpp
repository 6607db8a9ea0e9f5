#include "daemon/commands/web/web_serve.hpp"

#include "daemon/api/token_book.hpp"
#include "daemon/commands/interruption.hpp"
#include "daemon/model/service_child.hpp"
#include "daemon/queries/stuck.hpp"
#include "daemon/status/status_board.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/identity.hpp"

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <csignal>
#include <cstdio>
#include <fmt/core.h>
#include <netinet/in.h>
#include <poll.h>
#include <sstream>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr std::int64_t token_lasts_ns =
    std::int64_t{24} * 3600 * 1'000'000'000; ///< if we are killed, and not started again

struct Listening {
  UniqueFd socket;
  unsigned port = 0;
};

/// Reachable from this machine alone.
Result<Listening> listen_here(unsigned port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  Listening made{UniqueFd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0))};
  if (!made.socket) return fail(errno_error("socket", "127.0.0.1"));
  auto const shown = fmt::format("127.0.0.1:{}", port);
  int const yes = 1;
  ::setsockopt(made.socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  socklen_t size = sizeof address;
  auto* plain = reinterpret_cast<sockaddr*>(&address);
  if (::bind(made.socket.get(), plain, size) < 0) return fail(errno_error("bind", shown));
  if (::listen(made.socket.get(), SOMAXCONN) < 0) return fail(errno_error("listen", shown));
  if (::getsockname(made.socket.get(), plain, &size) < 0) return fail(errno_error("getsockname", shown));
  made.port = ntohs(address.sin_port);
  return made;
}

/// Numbers of processes mean something only within it.
std::uint64_t process_namespace() {
  struct stat status{};
  return ::stat("/proc/self/ns/pid", &status) == 0 ? status.st_ino : 0;
}

/// "artifactctl-<namespace>-<pid>-<start>": the process that revokes the token when it ends.
std::string own_name() {
  return fmt::format("artifactctl-{}-{}-{}", process_namespace(), ::getpid(), process_start(::getpid()));
}

/// Whether a process of this namespace made the token for itself and was killed. In doubt it was not.
bool was_left(WebToken const& token) {
  std::istringstream words(token.name);
  std::string word;
  std::array<std::uint64_t, 3> numbers{};
  if (!std::getline(words, word, '-') || word != "artifactctl") return false;
  for (auto& number : numbers)
    if (!std::getline(words, word, '-') ||
        std::from_chars(word.data(), word.data() + word.size(), number).ec != std::errc())
      return false;
  auto const [space, pid, start] = numbers;
  if (token.expires_ns == 0 || space != process_namespace() || pid == 0 || pid > INT_MAX) return false;
  if (::kill(static_cast<pid_t>(pid), 0) < 0 && errno == ESRCH) return true;
  auto const now = process_start(static_cast<pid_t>(pid));
  return now != 0 && start != 0 && now != start; // the number is used again
}

void revoke_left(TokenBook const& book) {
  auto const tokens = book.list();
  if (!tokens) return; // making one tells why
  for (auto const& each : *tokens)
    if (was_left(each)) std::ignore = book.revoke(each.name);
}

/// A token that is valid while this object exists. Those of processes that were killed are revoked first.
class PassingToken {
public:
  static Result<PassingToken> make(Config const& config) {
    TokenBook book(config.web_tokens_path());
    revoke_left(book);
    auto name = own_name();
    auto text = TRY(
        book.add({.name = name, .scope = WebScope::operators, .expires_ns = wall_now_ns() + token_lasts_ns}));
    return PassingToken(std::move(book), std::move(name), std::move(text));
  }
  PassingToken(PassingToken&& other) noexcept
      : text(std::move(other.text)), book_(std::move(other.book_)), name_(std::exchange(other.name_, "")) {}
  PassingToken& operator=(PassingToken&&) = delete;
  ~PassingToken() {
    if (!name_.empty()) std::ignore = book_.revoke(name_);
  }

  std::string text;

private:
  PassingToken(TokenBook book, std::string name, std::string token)
      : text(std::move(token)), book_(std::move(book)), name_(std::move(name)) {}

  TokenBook book_;
  std::string name_; ///< empty: moved away
};

/// Until the person ends it, or it ends by itself.
Exit wait_for_end(Cli const& cli, ServiceChild& child, Interruption const& interruption) {
  std::array waited{pollfd{child.pidfd(), POLLIN, 0}, pollfd{interruption.at_once(), POLLIN, 0}};
  while (!interruption.wanted())
    if (::poll(waited.data(), waited.size(), -1) > 0) break;
  if (interruption.wanted() || (waited[0].revents & POLLIN) == 0) return Exit::ok;
  std::ignore = child.ended_well();
  tell(cli, "the web process ended by itself");
  return Exit::io;
}

} // namespace

Result<Exit> serve_web(Cli const& cli, Config const& config, WebOptions const& options) {
  if (auto const daemon = see_daemon(config); !daemon.reports()) {
    auto const todo = daemon.state == SeenDaemon::State::silent     ? service_command("restart")
                      : daemon.state == SeenDaemon::State::starting ? "try again in a moment"
                                                                    : "start it first";
    tell(cli, fmt::format("{}; the page needs it: {}", sentence_about(daemon), todo));
    return Exit::unreachable;
  }
  Interruption const interruption;
  auto listening = TRY(listen_here(options.port));
  auto const token = TRY(PassingToken::make(config));
  auto quiet = config;
  quiet.log.level = std::max(quiet.log.level, LogLevel::warning);
  auto child =
      TRY(answer_as_self([&] { return ServiceChild::start_web(listening.socket.get(), quiet, cli.source); }));
  listening.socket.reset();
  // The part after "#" stays in the browser: no server, proxy or log gets to see it.
  auto const url = fmt::format("http://127.0.0.1:{}/#token={}", listening.port, token.text);
  if (cli.output == Output::json)
    print_json({{"version", 1}, {"url", url}, {"token", token.text}});
  else
    fmt::print("{}\n", url);
  std::fflush(stdout);
  tell(cli, "serving on this machine until Ctrl-C; the token is revoked then");
  return wait_for_end(cli, child, interruption);
}

} // namespace artifactd
