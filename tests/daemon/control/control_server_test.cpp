#include "daemon/control/control_client.hpp"
#include "daemon/control/control_server.hpp"
#include "tests/support/scratch_dir.hpp"

#include <fcntl.h>
#include <filesystem>
#include <future>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

namespace artifactd {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::StartsWith;

constexpr auto patience = 30s;

class ControlServerTest : public testing::Test {
protected:
  ~ControlServerTest() override {
    loop->stop();
    serving.join();
  }

  void serve(ControlLimits limits = {}) {
    ControlAsks asks{
        {"once", [](ControlRequest const&) { return ControlReply{{"answer"}}; }},
        {"stream", [](ControlRequest const&) { return ControlReply{{"snapshot"}, Stream::activity, 10}; }},
        {"later", [this](ControlRequest const& request) { return later(request); }}};
    server.emplace(*loop, *ControlSocket::open(path), std::move(asks), [this] { ++changes; }, limits);
    serving = std::jthread([this] { loop->run(); });
  }

  /// A reply that is completed when the test allows it.
  ControlReply later(ControlRequest const& request) {
    return {.rest = [this, request]() -> Result<std::vector<std::string>> {
      go_on.get_future().wait();
      if (!request.directory) return fail(Fault::denied, "no directory");
      return std::vector<std::string>{std::string(std::size_t{3} << 20, 'x')};
    }};
  }

  /// Runs `act` on the loop's thread and returns its result.
  template <class Act>
  auto there(Act act) {
    std::packaged_task<decltype(act())()> task(std::move(act));
    auto result = task.get_future();
    loop->post([&] { task(); });
    return result.get();
  }

  Result<ControlClient> ask(std::string word, std::string session = "") {
    return ControlClient::ask(path, {std::move(word), std::move(session)}, patience);
  }
  static std::string line(ControlClient& client) {
    auto next = client.next(Monotonic::now() + patience);
    return !next ? "error: " + next.error().message : next->value_or("nothing");
  }
  /// Sends raw bytes to the server; returns everything it sends until it closes.
  std::string said(std::string const& bytes) {
    auto raw = *connect_control(path);
    ::send(raw.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    std::string text(65536, '\0');
    std::size_t size = 0;
    timeval limit{30, 0};
    ::fcntl(raw.get(), F_SETFL, 0);
    ::setsockopt(raw.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    for (ssize_t got; (got = ::recv(raw.get(), text.data() + size, text.size() - size, 0)) > 0;)
      size += static_cast<std::size_t>(got);
    return text.substr(0, size);
  }

  std::promise<void> go_on;
  test::ScratchDir dir;
  std::string path = (dir / "control").string();
  std::unique_ptr<Loop> loop = std::move(*Loop::open());
  int changes = 0;
  std::optional<ControlServer> server;
  std::jthread serving;
};

TEST_F(ControlServerTest, AnAnswerThatTakesTimeKeepsNobodyWaitingAndMayBeLong) {
  serve();
  auto const directory =
      std::make_shared<UniqueFd const>(::open(dir.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  auto slow =
      ControlClient::ask(path, {.ask = "later", .directory = directory}, patience, std::size_t{4} << 20);
  ASSERT_TRUE(slow) << slow.error().message;
  auto quick = ask("once");
  ASSERT_TRUE(quick);
  EXPECT_EQ(line(*quick), "answer");
  go_on.set_value();
  EXPECT_EQ(line(*slow).size(), std::size_t{3} << 20);
}

TEST_F(ControlServerTest, NoMoreAnswersThatTakeTimeAreFoundAtOnceThanMayBe) {
  serve({.at_once = 1});
  auto first = ask("later");
  ASSERT_TRUE(first);
  auto second = ask("later");
  ASSERT_TRUE(second);
  EXPECT_THAT(line(*second), HasSubstr("try again later"));
  go_on.set_value();
  EXPECT_THAT(line(*first), HasSubstr("no directory"));
}

TEST_F(ControlServerTest, AnswersNobodyWaitsForAnyMoreCountUntilTheyAreFound) {
  serve({.at_once = 1});
  ASSERT_TRUE(ask("later")); // and leaves
  while (there([this] { return server->clients(); }) > 0)
    std::this_thread::yield();
  auto next = ask("later");
  ASSERT_TRUE(next);
  EXPECT_THAT(line(*next), HasSubstr("too many such requests are in progress (1)"));
  go_on.set_value();
}

TEST_F(ControlServerTest, AnotherSocketChangesNothingForClientsAndWhatIsFoundForThem) {
  serve({.at_once = 1});
  auto first = ask("later");
  ASSERT_TRUE(first);
  there([this] {
    server->close_socket();
    server->admit_at(*ControlSocket::open(path));
    return 0;
  });
  auto quick = ask("once");
  ASSERT_TRUE(quick);
  EXPECT_EQ(line(*quick), "answer");
  auto second = ask("later");
  ASSERT_TRUE(second);
  EXPECT_THAT(line(*second), HasSubstr("too many such requests are in progress (1)"));
  go_on.set_value();
  EXPECT_THAT(line(*first), HasSubstr("no directory"));
}

TEST_F(ControlServerTest, AnAnswerThatTakesTooLongIsGivenUp) {
  serve({.answer = 20ms});
  auto slow = ask("later");
  ASSERT_TRUE(slow);
  EXPECT_THAT(line(*slow), HasSubstr("took too long"));
  auto quick = ask("once");
  ASSERT_TRUE(quick);
  EXPECT_EQ(line(*quick), "answer");
  go_on.set_value();
}

TEST_F(ControlServerTest, AnswersAndCloses) {
  serve();
  auto client = ask("once");
  ASSERT_TRUE(client) << client.error().message;
  EXPECT_EQ(line(*client), "answer");
  EXPECT_EQ(client->next(Monotonic::now() + patience).error().fault, Fault::missing);
  EXPECT_THAT(ask("nonsense").error().message, HasSubstr("once, stream"));
}

TEST_F(ControlServerTest, StreamsWhatComesAfterTheSnapshot) {
  serve();
  auto client = ask("stream", "/s");
  ASSERT_TRUE(client);
  EXPECT_EQ(line(*client), "snapshot");
  EXPECT_EQ(there([&] { return server->listeners(Stream::activity); }), 1U);
  there([&] {
    server->publish(Stream::activity, 10, "/s", "known");
    server->publish(Stream::activity, 11, "/other", "foreign");
    server->publish(Stream::journal, 12, "", "other stream");
    server->publish(Stream::activity, 13, "/s", "news");
    return 0;
  });
  EXPECT_EQ(line(*client), "news");
}

TEST_F(ControlServerTest, AnswersGarbageWithAReasonAndLives) {
  serve();
  for (auto const& bytes : {std::string("hello\n"), std::string("[1]\n"), std::string(6000, '[') + "\n",
                            std::string(20'000, 'x'), std::string(20'000, 'x') + "\n", std::string("{}\n"),
                            std::string(R"({"version":2,"ask":"once"})") + "\n",
                            std::string(R"({"version":1,"ask":7})") + "\n", std::string("\0\n", 2)})
    EXPECT_THAT(said(bytes), StartsWith(R"({"version":1,"ok":false,"error":)")) << bytes.substr(0, 40);
  EXPECT_TRUE(ask("once"));
}

TEST_F(ControlServerTest, ARequestMayComeInPiecesAndItsSenderStopWriting) {
  serve();
  auto raw = *connect_control(path);
  for (std::string const piece : {R"({"version":1,)", R"("ask":"on)", "ce\"}\nand more\n"})
    ASSERT_EQ(::send(raw.get(), piece.data(), piece.size(), 0), static_cast<ssize_t>(piece.size()));
  ::shutdown(raw.get(), SHUT_WR);
  ::fcntl(raw.get(), F_SETFL, 0);
  std::string text(4096, '\0');
  ASSERT_GT(::recv(raw.get(), text.data(), text.size(), 0), 0);
  EXPECT_THAT(text, HasSubstr(R"("ok":true)"));
}

TEST_F(ControlServerTest, OneWhoStoppedWritingStillHearsAndOneWhoLeftIsDropped) {
  serve();
  std::optional client(*ask("stream"));
  EXPECT_EQ(line(*client), "snapshot");
  ::shutdown(client->fd(), SHUT_WR);
  there([&] {
    server->publish(Stream::activity, 11, "", "news");
    return 0;
  });
  EXPECT_EQ(line(*client), "news");
  client.reset();
  while (there([&] { return server->clients(); }) > 0)
    std::this_thread::yield();
  EXPECT_EQ(there([&] { return server->listeners(Stream::activity); }), 0U);
}

TEST_F(ControlServerTest, ASlowReaderIsDroppedAndDelaysNobody) {
  serve({.output = 4096});
  auto slow = ask("stream");
  auto quick = ask("stream");
  ASSERT_TRUE(slow && quick);
  EXPECT_EQ(line(*quick), "snapshot");
  std::string const text(4000, 'x');
  for (std::uint64_t number = 11; there([&] { return server->clients(); }) > 1; ++number) {
    ASSERT_LT(number, 100'000U) << "nobody was dropped";
    there([&] {
      server->publish(Stream::activity, number, "", text);
      return 0;
    });
    ASSERT_EQ(line(*quick), text);
  }
}

TEST_F(ControlServerTest, ThereAreNeverMoreClientsThanMayBe) {
  serve({.clients = 2});
  auto one = ask("stream"), two = ask("stream");
  ASSERT_TRUE(one && two);
  auto three = ask("stream");
  ASSERT_FALSE(three);
  EXPECT_THAT(three.error().message, HasSubstr("2 clients are being served"));
}

TEST_F(ControlServerTest, OneWhoAsksNothingHasToGo) {
  serve({.patience = 20ms});
  EXPECT_THAT(said(""), HasSubstr("no request came"));
}

TEST_F(ControlServerTest, WithoutDescriptorsItWaitsInsteadOfSpinning) {
  serve({.accept_again = 5ms});
  rlimit former{};
  ::getrlimit(RLIMIT_NOFILE, &former);
  auto raw = *connect_control(path);
  while (there([&] { return server->clients(); }) == 0)
    std::this_thread::yield();
  UniqueFd pending(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  rlimit none{static_cast<rlim_t>(pending.get()) + 1, former.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  auto connected = ::connect(pending.get(), reinterpret_cast<sockaddr const*>(&address), sizeof address);
  rusage before{}, after{};
  ::getrusage(RUSAGE_SELF, &before);
  std::this_thread::sleep_for(100ms); // the measured span: the CPU time used while nothing can be done
  ::getrusage(RUSAGE_SELF, &after);
  auto clients = there([&] { return server->clients(); });
  ::setrlimit(RLIMIT_NOFILE, &former);
  ASSERT_EQ(connected, 0);
  EXPECT_EQ(clients, 1U);
  auto us = [](rusage const& use) {
    return (use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1'000'000 + use.ru_utime.tv_usec +
           use.ru_stime.tv_usec;
  };
  EXPECT_LT(us(after) - us(before), 60'000);
  while (there([&] { return server->clients(); }) < 2)
    std::this_thread::yield();
}

} // namespace
} // namespace artifactd
