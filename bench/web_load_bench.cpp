// Lock dropped → lock gone while programs follow all events by the HTTP API, and with Chromium showing the
// page beside them: paired with the same daemon without them, by turns in one run.
#include "bench/durable_copy.hpp"
#include "bench/event_clients.hpp"
#include "bench/made_session.hpp"
#include "bench/measured_daemon.hpp"

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace artifactd::bench {

namespace {

namespace fs = std::filesystem;

constexpr int pairs = 20;
constexpr int drops = 50; ///< of each half of a pair

/// What the daemon's log says of the port, once its web process is ready; 0 after 30 s.
std::uint16_t web_port(fs::path const& log) {
  constexpr std::string_view host = "host=127.0.0.1:";
  for (int i = 0; i < 3000; ++i) {
    std::ifstream in(log);
    for (std::string line; std::getline(in, line);)
      if (line.find("web ready") != line.npos)
        if (auto const at = line.find(host); at != line.npos)
          return static_cast<std::uint16_t>(std::stoul(line.substr(at + host.size())));
    std::this_thread::sleep_for(std::chrono::milliseconds(10)); // visible only in its log
  }
  return 0;
}

std::string make_token(std::string const& place) {
  auto const command =
      fmt::format("{0} --config {1}/artifactd.toml --json web token add bench --scope operator >{1}/token",
                  ARTIFACTCTL_BIN, place);
  if (std::system(command.c_str()) != 0) return {}; // NOLINT(cert-env33-c): our own program
  std::ifstream in(place + "/token");
  return nlohmann::json::parse(in, nullptr, false).value("token", "");
}

/// Chromium without a window. It only gets processor time that nobody else wants, since a person's browser is
/// mostly on another machine: what it asks counts, and not what it draws. Its end takes all of its processes
/// along.
class OpenPage {
public:
  OpenPage(std::string const& place, std::uint16_t port, std::string const& token) {
    std::vector<std::string> words{"chrt",
                                   "--idle",
                                   "0",
                                   "chromium",
                                   "--headless",
                                   "--no-sandbox",
                                   "--disable-gpu",
                                   "--no-first-run",
                                   "--disable-background-networking",
                                   "--disable-sync",
                                   "--user-data-dir=" + place + "/chromium",
                                   "--remote-debugging-port=0",
                                   fmt::format("http://127.0.0.1:{}/#token={}", port, token)};
    std::vector<char*> arguments;
    for (auto& word : words)
      arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    if (::posix_spawnp(&pid_, "chrt", &files, &attributes, arguments.data(), environ) != 0) pid_ = -1;
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&files);
    std::this_thread::sleep_for(std::chrono::seconds(5)); // the start of a browser is not what is measured
    if (pid_ > 0 && ::waitpid(pid_, nullptr, WNOHANG) == pid_) pid_ = -1; // chrt found no chromium
  }
  ~OpenPage() {
    if (pid_ <= 0) return;
    ::kill(-pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  OpenPage(OpenPage const&) = delete;
  OpenPage& operator=(OpenPage const&) = delete;

  [[nodiscard]] bool open() const { return pid_ > 0; }

private:
  pid_t pid_ = -1;
};

/// The median of `drops` settlings; negative when one took over 5 s.
double settle(fs::path const& session, int& round) {
  std::vector<double> times;
  for (int i = 0; i < drops; ++i) {
    times.push_back(drop_and_wait(session, round++));
    if (times.back() < 0) return -1;
    std::this_thread::sleep_for(std::chrono::milliseconds(5)); // measures latency, not throughput
  }
  return median(times);
}

void settle_while_followed(benchmark::State& state) {
  auto const clients = static_cast<int>(state.range(0));
  MadeSession place("");
  auto const session = fs::path(place.path()) / "root/s0";
  fs::create_directories(session / "artifacts/measured");
  write_text(session / "knowledge-graph.json", make_graph(static_cast<std::size_t>(state.range(1))));
  MeasuredDaemon const daemon(place.path(), "[web]\nlisten = \"127.0.0.1:0\"\n");
  auto const port = web_port(place.path() + "/daemon.log");
  auto const token = make_token(place.path());
  if (port == 0 || token.empty()) return state.SkipWithError("the HTTP API did not start");
  int round = 0;
  std::vector<double> alone;
  std::vector<double> followed;
  std::vector<double> ratios;
  std::vector<double> added;
  std::uint64_t bytes = 0;
  for (auto _ : state)
    for (int pair = 0; pair < pairs; ++pair) {
      alone.push_back(settle(session, round));
      {
        std::optional<OpenPage> page;
        if (state.range(2) != 0 && !page.emplace(place.path(), port, token).open())
          return state.SkipWithError("chromium is not installed");
        EventClients const following(clients, port, token);
        followed.push_back(settle(session, round));
        bytes += following.bytes_read();
      }
      if (alone.back() < 0 || followed.back() < 0) return state.SkipWithError("not settled within 5 s");
      ratios.push_back(followed.back() / alone.back());
      added.push_back(followed.back() - alone.back());
    }
  state.counters["alone_ms"] = median(alone) * 1e3;
  state.counters["followed_ms"] = median(followed) * 1e3;
  state.counters["added_ms"] = median(added) * 1e3;
  state.counters["x_alone"] = median(ratios);
  state.counters["x_alone_q1"] = quantile(ratios, 0.25);
  state.counters["x_alone_q3"] = quantile(ratios, 0.75);
  state.counters["bytes_per_event_and_client"] = static_cast<double>(bytes) / (1.0 * pairs * drops * clients);
}

// Clients, bytes of the graph, whether the page is open. The row of one client shows the error of the
// measurement.
BENCHMARK(settle_while_followed)
    ->ArgNames({"clients", "graph", "page"})
    ->Args({1, 1'000'000, 0})
    ->Args({100, 100'000, 0})
    ->Args({100, 1'000'000, 0})
    ->Args({100, 1'000'000, 1})
    ->Unit(benchmark::kSecond)
    ->Iterations(1);

} // namespace

} // namespace artifactd::bench
