// The server on a pair of pipes, with work that the test lets go on: order, cancellation, batches, the end.
#include "daemon/commands/mcp/stdio_server.hpp"
#include "state/platform/fd.hpp"

#include <array>
#include <condition_variable>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <poll.h>
#include <set>
#include <unistd.h>

namespace artifactd {
namespace {

using testing::HasSubstr;

constexpr auto answer_time = std::chrono::seconds(60);

/// Things that have happened, for threads to wait for.
class Happened {
public:
  void tell(std::string what) {
    std::scoped_lock const lock(mutex_);
    order_.push_back(std::move(what));
    changed_.notify_all();
  }
  [[nodiscard]] bool await(std::string const& what) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, answer_time,
                             [&] { return std::ranges::find(order_, what) != order_.end(); });
  }
  [[nodiscard]] std::vector<std::string> order() {
    std::scoped_lock const lock(mutex_);
    return order_;
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> order_;
};

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    out = UniqueFd(ends[0]);
    in = UniqueFd(ends[1]);
  }
  UniqueFd out;
  UniqueFd in;
};

/// `act`: goes on at once. `wait`: lets the next one act, and waits until it need not. Anything else throws.
std::variant<Json, mcp::Mistake> work_of(Happened& happened, mcp::Work const& work, ToolCall const& call) {
  auto const name = work.arguments.value("name", "");
  happened.tell("begin " + name);
  if (work.name == "wait") {
    call.let_next();
    call.tell("soon");
    while (call.goes_on() && !happened.await("enough"))
      continue;
    while (call.goes_on() && work.arguments.value("for", "") == "ever")
      std::this_thread::yield();
  } else if (work.name != "act")
    throw std::runtime_error("nobody knows how");
  happened.tell("end " + name);
  return Json{{"done", name}};
}

class McpStdioServer : public testing::Test {
protected:
  McpStdioServer() {
    mcp::Offer offer;
    for (auto const* tool : {"act", "wait", "throw"})
      offer.tools.push_back({.name = tool});
    server_ = std::make_unique<StdioServer>(
        std::move(offer),
        [this](mcp::Work const& work, mcp::Revision, ToolCall const& call) {
          return work_of(happened, work, call);
        },
        StdioEnds{.in = to_.out.get(), .out = from_.in.get()});
    runs_ = std::jthread([this] { end_ = server_->run(); });
  }
  ~McpStdioServer() override {
    to_.in.reset();
    runs_.join();
  }

  void send_text(std::string const& line) const {
    ASSERT_GT(::write(to_.in.get(), line.data(), line.size()), 0);
  }
  void send(Json const& message) const { send_text(compact(message) + "\n"); }
  static Json request(Json const& id, std::string const& method, Json params = Json::object()) {
    return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
  }
  static Json call(Json const& id, std::string const& tool, Json arguments) {
    return request(id, "tools/call", {{"name", tool}, {"arguments", std::move(arguments)}});
  }
  void initialize(std::string const& revision = "2025-11-25") {
    send(request("init", "initialize", {{"protocolVersion", revision}}));
    EXPECT_EQ(next()["id"], "init");
  }

  /// The next line; null if none comes.
  Json next(int patience_ms = 60'000) {
    for (;;) {
      if (auto const line = lines_.next()) return Json::parse(line->text);
      pollfd ready{.fd = from_.out.get(), .events = POLLIN, .revents = 0};
      if (::poll(&ready, 1, patience_ms) != 1) return nullptr;
      std::array<char, 4096> part;
      auto const got = ::read(from_.out.get(), part.data(), part.size());
      if (got <= 0) return nullptr;
      lines_.add({part.data(), static_cast<std::size_t>(got)});
    }
  }
  StdioServer::End ended() {
    to_.in.reset();
    runs_.join();
    runs_ = std::jthread([] {});
    return end_.value_or(StdioServer::End::at_work);
  }

  Happened happened;

private:
  Pipe to_;
  Pipe from_;
  mcp::LineBuffer lines_{std::size_t{4} << 20};
  std::unique_ptr<StdioServer> server_;
  Result<StdioServer::End> end_ = StdioServer::End::at_work;
  std::jthread runs_;
};

TEST_F(McpStdioServer, CallsActInTheOrderInWhichTheyCame) {
  initialize();
  std::set<Json> answered;
  std::vector<std::string> expected;
  for (int i = 0; i < 12; ++i) {
    auto const name = std::to_string(i);
    send(call(i, "act", {{"name", name}}));
    expected.push_back("begin " + name);
    expected.push_back("end " + name);
  }
  for (int i = 0; i < 12; ++i)
    answered.insert(next()["id"]);
  EXPECT_EQ(answered.size(), 12U);
  EXPECT_EQ(happened.order(), expected);
}

TEST_F(McpStdioServer, OthersAreServedWhileOneWaits) {
  initialize();
  send(call(1, "wait", {{"name", "a"}}));
  ASSERT_TRUE(happened.await("begin a"));
  send(request(2, "ping"));
  EXPECT_EQ(next()["id"], 2);
  send(call(3, "act", {{"name", "b"}}));
  EXPECT_EQ(next()["id"], 3);
  happened.tell("enough");
  EXPECT_EQ(next()["id"], 1);
}

TEST_F(McpStdioServer, ACancelledCallStopsAndIsNotAnswered) {
  initialize();
  happened.tell("enough");
  send(call("x", "wait", {{"name", "a"}, {"for", "ever"}}));
  ASSERT_TRUE(happened.await("begin a"));
  send(Json{{"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}, {"params", {{"requestId", "other"}}}});
  send(Json{{"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}, {"params", {{"requestId", "x"}}}});
  ASSERT_TRUE(happened.await("end a"));
  send(request(2, "ping"));
  EXPECT_EQ(next()["id"], 2);
  EXPECT_EQ(ended(), StdioServer::End::quiet);
  EXPECT_EQ(next(0), nullptr);
}

TEST_F(McpStdioServer, AnIdIsUsedOnceAtATime) {
  initialize();
  send(call(1, "wait", {{"name", "a"}}));
  ASSERT_TRUE(happened.await("begin a"));
  send(call(1, "act", {{"name", "b"}}));
  EXPECT_EQ(next()["error"]["code"], -32600);
  happened.tell("enough");
  EXPECT_EQ(next()["result"]["done"], "a");
  send(call(1, "act", {{"name", "c"}}));
  EXPECT_EQ(next()["result"]["done"], "c");
}

TEST_F(McpStdioServer, OnlySoMuchIsAtWorkAtOnce) {
  initialize();
  for (int i = 0; i < 16; ++i)
    send(call(i, "wait", {{"name", std::to_string(i)}}));
  send(call(16, "wait", {{"name", "16"}}));
  auto const refused = next();
  EXPECT_EQ(refused["id"], 16);
  EXPECT_EQ(refused["error"]["code"], -32000);
  happened.tell("enough");
  for (int i = 0; i < 16; ++i)
    EXPECT_TRUE(next().contains("result"));
}

TEST_F(McpStdioServer, WhatThrowsIsAnInternalErrorAndTheNextIsServed) {
  initialize();
  send(call(1, "throw", Json::object()));
  EXPECT_EQ(next()["error"]["code"], -32603);
  send(call(2, "act", {{"name", "a"}}));
  EXPECT_EQ(next()["result"]["done"], "a");
}

TEST_F(McpStdioServer, TellsProgressToThoseWhoAsked) {
  initialize();
  auto asked = call(1, "wait", {{"name", "a"}});
  asked["params"]["_meta"] = {{"progressToken", "t"}};
  send(asked);
  auto const told = next();
  EXPECT_EQ(told["method"], "notifications/progress");
  EXPECT_EQ(told["params"]["progressToken"], "t");
  EXPECT_EQ(told["params"]["message"], "soon");
  EXPECT_GE(told["params"]["progress"].get<double>(), 0);
  happened.tell("enough");
  EXPECT_EQ(next()["id"], 1);
}

TEST_F(McpStdioServer, ABatchIsAnsweredAsOne) {
  initialize("2025-03-26");
  send(Json::array({call(1, "act", {{"name", "a"}}),
                    request(2, "ping"),
                    {{"jsonrpc", "2.0"}, {"method", "notifications/initialized"}},
                    call(3, "act", {{"name", "b"}})}));
  auto const answers = next();
  ASSERT_TRUE(answers.is_array()) << answers;
  std::set<Json> ids;
  for (auto const& each : answers)
    ids.insert(each["id"]);
  EXPECT_EQ(ids, (std::set<Json>{1, 2, 3}));
  send(Json::array({{{"jsonrpc", "2.0"}, {"method", "notifications/initialized"}}}));
  send(Json::array({request(4, "ping")}));
  EXPECT_EQ(next()[0]["id"], 4); // the batch of notifications had no answer
}

TEST_F(McpStdioServer, ALineThatIsTooLongIsRefusedAndTheNextIsServed) {
  initialize();
  std::string const part(std::size_t{1} << 20, 'x');
  for (int i = 0; i < 100; ++i)
    send_text(part);
  send_text("\n");
  EXPECT_THAT(next()["error"]["message"].get<std::string>(), HasSubstr("at most 10485760 bytes"));
  send(request(1, "ping"));
  EXPECT_EQ(next()["id"], 1);
}

TEST_F(McpStdioServer, WhatWaitsEndsWithTheInput) {
  initialize();
  happened.tell("enough");
  send(call(1, "wait", {{"name", "a"}, {"for", "ever"}}));
  EXPECT_EQ(ended(), StdioServer::End::quiet);
  EXPECT_EQ(next()["result"]["done"], "a");
}

} // namespace
} // namespace artifactd
