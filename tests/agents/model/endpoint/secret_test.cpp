#include "agents/model/endpoint/secret.hpp"
#include "tests/agents/model/fault_endpoint.hpp"

#include <cstdlib>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

namespace artifactd::model {
namespace {

using namespace mock;
using testing::HasSubstr;
using testing::Not;

KeySource key_in(std::filesystem::path const& path) {
  return {KeySource::Kind::file, path.string()};
}

TEST(Secret, IsReadFromAFileWithoutItsLineBreak) {
  artifactd::test::ScratchDir const dir;
  for (auto const* const text : {"sk-1", "sk-1\n", "sk-1\r\n", "sk-1\n\n"})
    EXPECT_EQ(read_key(key_in(dir.write("key", text)))->reveal(), "sk-1");
  EXPECT_FALSE(*read_key({}));
}

TEST(Secret, IsReadFromACredential) {
  artifactd::test::ScratchDir const dir;
  dir.write("credentials/model", "sk-2\n");
  dir.write("outside", "sk-3\n");
  std::filesystem::create_symlink(dir / "outside", dir / "credentials/link");
  ::setenv("CREDENTIALS_DIRECTORY", (dir / "credentials").c_str(), 1);
  EXPECT_EQ(read_key({KeySource::Kind::credential, "model"})->reveal(), "sk-2");
  for (auto const* const name : {"../outside", "link", "none", ""})
    EXPECT_FALSE(read_key({KeySource::Kind::credential, name})) << name;
  ::unsetenv("CREDENTIALS_DIRECTORY");
  EXPECT_EQ(read_key({KeySource::Kind::credential, "model"}).error().fault, Fault::missing);
}

TEST(Secret, MustFitIntoAHeader) {
  artifactd::test::ScratchDir const dir;
  for (auto const& text :
       {std::string(), std::string("\n"), std::string("sk-9 sk-9"), std::string("sk-9\nx: sk-9"),
        std::string("sk-9\xc3\xbc"), std::string("sk-9\0", 5), std::string(8193, 's')}) {
    auto const key = read_key(key_in(dir.write("key", text)));
    ASSERT_FALSE(key) << text;
    EXPECT_THAT(key.error().message, Not(HasSubstr("sk-9")));
  }
  EXPECT_TRUE(read_key(key_in(dir.write("key", std::string(8192, 's')))));
}

TEST(Secret, IsNeverReadFromAnythingButAFile) {
  artifactd::test::ScratchDir const dir;
  ASSERT_EQ(::mkfifo((dir / "fifo").c_str(), 0600), 0);
  for (auto const& path : {dir / "fifo", dir.path(), dir / "none", std::filesystem::path("/dev/zero")})
    EXPECT_FALSE(read_key(key_in(path))) << path;
}

TEST(Secret, IsStruckFromAText) {
  Secret const key("sk-ab-sk-ab");
  EXPECT_EQ(key.struck_from("sk-ab-sk-ab"), "[key]");
  EXPECT_EQ(key.struck_from("xsk-ab-sk-aby sk-ab-sk-ab!"), "x[key]y [key]!");
  EXPECT_EQ(key.struck_from("sk-ab-sk-ab-sk-ab"), "[key]-sk-ab");
  EXPECT_EQ(key.struck_from(""), "");
  EXPECT_EQ(key.struck_from("sk-ab"), "sk-ab");
  EXPECT_EQ(Secret().struck_from("aba"), "aba");
}

constexpr std::string_view canary = "sk-canary-0123456789";

/// All text that a failed call produces.
std::string all_of(Failure const& failed) {
  auto all = failed.message + "\n" + failed.raw;
  for (auto const& attempt : failed.attempts)
    all += "\n" + attempt.outcome + "\n" + attempt.request_id;
  return all;
}

TEST(Secret, ThatIsAMereWordStaysInWhatAModelWrites) {
  FaultServer server;
  artifactd::test::ScratchDir const dir;
  auto endpoint = endpoint_at(server);
  endpoint.retries = 0;
  Gate gate;
  for (auto const& [key, text] : {std::pair("hello", "hello"), std::pair("hello-hello", "[key]")}) {
    endpoint.key = key_in(dir.write("key", key));
    HttpModel model(endpoint, gate);
    server.answer(
        200, fmt::format(R"({{"content":[{{"type":"text","text":"{}"}}],"stop_reason":"end_turn"}})", key));
    auto const reply = model.ask(simple_request(), for_a_while());
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->text, text);
    server.answer(401, fmt::format(R"({{"error":{{"message":"wrong key {}"}}}})", key));
    auto const refused = model.ask(simple_request(), for_a_while());
    ASSERT_FALSE(refused);
    EXPECT_THAT(all_of(refused.error()), Not(HasSubstr("hello")));
  }
}

TEST(Secret, IsInNothingThatComesOutOfACall) {
  FaultServer server;
  artifactd::test::ScratchDir const dir;
  auto endpoint = endpoint_at(server);
  endpoint.key = key_in(dir.write("key", canary));
  endpoint.retries = 0;
  Gate gate;
  HttpModel model(endpoint, gate);
  // An endpoint that echoes what it received wherever it can; the last reply is cut inside the key.
  for (auto const& [status, body] : std::vector<std::pair<int, std::string>>{
           {401,
            fmt::format(
                R"({{"error":{{"type":"{0}","code":"{0}","message":"wrong key {0}"}},"request_id":"{0}"}})",
                canary)},
           {401, fmt::format(R"({{"error":{{"message":"wrong key \u0073{}"}}}})", canary.substr(1))},
           {500, fmt::format("x-api-key: {}", canary)},
           {200, fmt::format("x-api-key: {}", canary)},
           {200, fmt::format(R"({{"x-api-key": "{}")", canary)},
           {200,
            fmt::format(R"({{"content":[{{"type":"text","text":"{0}"}}],"stop_reason":"{0}"}})", canary)},
           {200, fmt::format(R"({{"content":[{{"type":"text","text":"{}"}}],"stop_reason":"max_tokens"}})",
                             canary)},
           {400, fmt::format(R"({{"error":{{"message":"{}{}"}}}})", std::string(390, 'x'), canary)}}) {
    server.answer(status, body, {fmt::format("request-id: {}", canary)});
    auto const reply = model.ask(simple_request(), for_a_while());
    ASSERT_FALSE(reply) << body;
    EXPECT_THAT(all_of(reply.error()), Not(HasSubstr("canary"))) << body;
    EXPECT_THAT(all_of(reply.error()), HasSubstr("[key]")) << body;
  }
  EXPECT_TRUE(server.received().at(0).has(fmt::format("x-api-key: {}", canary)));
}

TEST(Secret, IsReadAnewForEachCall) {
  FaultServer server;
  artifactd::test::ScratchDir const dir;
  auto endpoint = endpoint_at(server);
  endpoint.key = key_in(dir.write("key", "first"));
  Gate gate;
  HttpModel model(endpoint, gate);
  for (auto const* const key : {"first", "second"}) {
    dir.write("key", key);
    server.answer(200, whole_message);
    EXPECT_TRUE(model.ask(simple_request(), for_a_while()));
    EXPECT_TRUE(server.received().back().has(fmt::format("x-api-key: {}", key)));
  }
  std::filesystem::remove(dir / "key");
  auto const keyless = model.ask(simple_request(), for_a_while());
  ASSERT_FALSE(keyless);
  EXPECT_EQ(keyless.error().why, Failing::auth);
  EXPECT_EQ(server.received().size(), 2U); // nothing was sent
}

} // namespace
} // namespace artifactd::model
