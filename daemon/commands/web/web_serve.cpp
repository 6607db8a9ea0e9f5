#include "daemon/commands/web/web_serve.hpp"

#include "daemon/api/token_book.hpp"
#include "daemon/commands/interruption.hpp"
#include "daemon/model/service_child.hpp"
#include "daemon/queries/stuck.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/identity.hpp"

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstdio>
#include <fmt/core.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr std::int64_t token_lasts_ns = std::int64_t{24} * 3600 * 1'000'000'000; ///< if we are killed

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

/// A token that is valid while this object exists.
class PassingToken {
public:
  static Result<PassingToken> make(Config const& config) {
    TokenBook book(config.web_tokens_path());
    auto name = fmt::format("artifactctl-{}-{}", ::getpid(), wall_now_ns() / 1'000'000'000);
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
