// Against a third-party mock server (npm: @copilotkit/aimock), in both dialects. ARTIFACTD_AIMOCK names its
// program (…/node_modules/.bin/llmock) or the directory that holds its node_modules.
#include "agents/child/process.hpp"
#include "tests/agents/model/fault_endpoint.hpp"
#include "tests/support/ordinary_user.hpp"

#include <cstdlib>
#include <fcntl.h>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>

namespace artifactd::model {
namespace {

using namespace std::chrono_literals;
using namespace mock;

constexpr std::string_view aimock_fixtures = R"({"fixtures":[
{"match":{"userMessage":"plan"},"response":{"content":"{\"a\":1}"}},
{"match":{"userMessage":"busy anthropic","sequenceIndex":0},"response":{"error":{"message":"Overloaded",
  "type":"overloaded_error"},"status":529,"retryAfter":0}},
{"match":{"userMessage":"busy anthropic","sequenceIndex":1},"response":{"content":"at last"}},
{"match":{"userMessage":"busy openai","sequenceIndex":0},"response":{"error":{"message":"Overloaded",
  "type":"server_error"},"status":503,"retryAfter":0}},
{"match":{"userMessage":"busy openai","sequenceIndex":1},"response":{"content":"at last"}},
{"match":{"userMessage":"limited"},"response":{"error":{"message":"slow","type":"rate_limit_error"},
  "status":429,"retryAfter":7}},
{"match":{"userMessage":"forbidden"},"response":{"error":{"message":"no","type":"authentication_error"},
  "status":401}},
{"match":{"userMessage":"long"},"response":{"content":"cut","finishReason":"length"}}
]})";

std::string aimock_program() {
  auto const* given = std::getenv("ARTIFACTD_AIMOCK");
  if (given == nullptr) return {};
  std::filesystem::path const path(given);
  for (auto const& each : {path / "node_modules/.bin/llmock", path.parent_path() / "llmock"})
    if (std::filesystem::exists(each)) return each.string();
  return {};
}

Command node(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "node");
  auto const* path = std::getenv("PATH");
  return {.argv = std::move(arguments),
          .environment = {fmt::format("PATH={}", path == nullptr ? "" : path)},
          .identity = artifactd::test::ordinary_user()};
}

bool node_is_new_enough() {
  auto const ran = run(node({"--version"})); // "v20.15.0\n"
  int major = 0;
  int minor = 0;
  return ran && std::sscanf(ran->output.bytes.c_str(), "v%d.%d", &major, &minor) == 2 &&
         std::pair(major, minor) >= std::pair(20, 15);
}

class AimockTest : public testing::TestWithParam<Dialect> {
protected:
  void SetUp() override {
    auto const program = aimock_program();
    if (program.empty()) GTEST_SKIP() << "ARTIFACTD_AIMOCK names no @copilotkit/aimock";
    if (!node_is_new_enough()) GTEST_SKIP() << "there is no node of 20.15 or later";
    auto command = node({program, "-p", "0", "-f", dir_.write("fixtures.json", aimock_fixtures), "--strict"});
    artifactd::test::give_away(dir_.path());
    int pipe[2];
    ASSERT_EQ(::pipe2(pipe, O_CLOEXEC), 0);
    said_ = UniqueFd(pipe[0]);
    saying_ = UniqueFd(pipe[1]);
    command.output.copy = pipe[1];
    command.output.copy_bytes = 16 * 1024;
    command.cancel = stop_.get();
    server_ = std::jthread([command] { EXPECT_TRUE(run(command)); });
    url_ = url_it_says();
    ASSERT_FALSE(url_.empty());
  }

  void TearDown() override { ::eventfd_write(stop_.get(), 1); }

  std::expected<Reply, Failure> ask(std::string const& words) {
    bool const anthropic = GetParam() == Dialect::anthropic;
    Endpoint const endpoint{.dialect = GetParam(),
                            .base_url = url_ + (anthropic ? "" : "/v1"),
                            .model = "m-1",
                            .key = {KeySource::Kind::file, dir_.write("key", "sk-canary\n").string()}};
    Request const request{.system = "Be brief.",
                          .messages = {{Message::Role::user, words}},
                          .shape = ReplyShape{"plan", {{"type", "object"}}},
                          .max_tokens = 100};
    return HttpModel(endpoint, gate_, [] { return 0.0; }).ask(request, {.deadline = Monotonic::now() + 6s});
  }

private:
  /// "... listening on http://127.0.0.1:40001"
  std::string url_it_says() {
    std::string heard;
    for (std::array<char, 1024> bytes;;) {
      pollfd slot{said_.get(), POLLIN, 0};
      if (::poll(&slot, 1, 30'000) <= 0) return {};
      auto const got = ::read(said_.get(), bytes.data(), bytes.size());
      if (got <= 0) return {};
      heard.append(bytes.data(), static_cast<std::size_t>(got));
      auto const at = heard.find("http://127.0.0.1:");
      auto const end = heard.find('\n', at);
      if (at != std::string::npos && end != std::string::npos) return heard.substr(at, end - at);
    }
  }

  artifactd::test::ScratchDir dir_;
  UniqueFd stop_{::eventfd(0, EFD_CLOEXEC)};
  UniqueFd said_;
  UniqueFd saying_;
  std::string url_;
  Gate gate_;
  std::jthread server_; ///< declared last: joined before what it uses is destroyed
};

TEST_P(AimockTest, BringsAReply) {
  auto const reply = ask("plan");
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->text, R"({"a":1})");
  EXPECT_EQ(reply->model, "m-1");
  EXPECT_THAT(reply->attempts.at(0).request_id, testing::StartsWith("req-"));
}

TEST_P(AimockTest, TriesAgainWhileItIsBusy) {
  auto const reply = ask(GetParam() == Dialect::anthropic ? "busy anthropic" : "busy openai");
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->text, "at last");
  ASSERT_EQ(reply->attempts.size(), 2U);
  EXPECT_GE(reply->attempts.at(0).status, 500);
}

TEST_P(AimockTest, FailsAsItIsTold) {
  auto const limited = ask("limited");
  ASSERT_FALSE(limited);
  EXPECT_EQ(limited.error().why, Failing::wait);
  EXPECT_EQ(limited.error().retry_after, 7s);
  auto const forbidden = ask("forbidden");
  ASSERT_FALSE(forbidden);
  EXPECT_EQ(forbidden.error().why, Failing::auth);
  EXPECT_EQ(forbidden.error().attempts.at(0).outcome, "401 authentication_error");
  auto const cut = ask("long");
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error().why, Failing::truncated);
  EXPECT_EQ(cut.error().raw, "cut");
  // The server's own errors have openai's shape in both dialects.
  auto const unknown = ask("who knows");
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().message, testing::HasSubstr("no fixture matched"));
}

INSTANTIATE_TEST_SUITE_P(Dialects, AimockTest, testing::Values(Dialect::anthropic, Dialect::openai),
                         [](auto const& each) {
                           return each.param == Dialect::anthropic ? "Anthropic" : "OpenAi";
                         });

} // namespace
} // namespace artifactd::model
