// Models asked through a service: it has the keys and the accounts, and its clients cannot be trusted.
#include "agents/child/service_socket.hpp"
#include "agents/model/wire.hpp"
#include "tests/agents/model/service_site.hpp"

#include <cstring>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace artifactd::model {
namespace {

using mock::for_a_while;
using mock::ServiceSite;
using mock::simple_request;
using mock::whole_message;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Moment soon() {
  return Monotonic::now() + std::chrono::seconds(20);
}

/// Waits until the service has closed the connection.
void expect_hangup(UniqueFd const& connection) {
  EXPECT_FALSE(receive_text(connection.get(), soon()));
}

TEST(ModelService, AsksForOthersWithItsOwnKey) {
  ServiceSite site;
  site.server.answer(200, whole_message);
  auto const reply = site.model().ask(simple_request(), for_a_while());
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->text, "hello");
  EXPECT_EQ(reply->usage, (Usage{.input = 5, .output = 2}));
  ASSERT_EQ(reply->attempts.size(), 1U);
  EXPECT_TRUE(site.server.received().at(0).has(std::string("x-api-key: ") + mock::the_key));
}

TEST(ModelService, TellsAFailureAsTheModelWould) {
  ServiceSite site;
  site.server.answer(529, mock::overloaded);
  auto const failed = site.model().ask(simple_request(), for_a_while());
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().why, Failing::transient);
  EXPECT_THAT(failed.error().message, HasSubstr("529 overloaded_error"));
  EXPECT_EQ(failed.error().attempts.at(0).request_id, "req_body");
}

TEST(ModelService, KnowsNoOtherModels) {
  ServiceSite site;
  auto const failed = site.model("other").ask(simple_request(), for_a_while());
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().why, Failing::bad_request);
  EXPECT_THAT(failed.error().message, HasSubstr("\"other\""));
  EXPECT_TRUE(site.server.received().empty());
}

TEST(ModelService, NeverSaysTheKey) {
  ServiceSite site;
  site.server.answer(
      401, std::string(R"({"type":"error","error":{"type":"authentication_error","message":"bad )") +
               mock::the_key + "\"}}");
  auto const failed = site.model().ask(simple_request(), for_a_while());
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().why, Failing::auth);
  EXPECT_THAT(to_text(Outcome(failed)), AllOf(HasSubstr("[key]"), Not(HasSubstr(mock::the_key))));
  std::string with_key(whole_message);
  with_key.insert(with_key.find("\"text\":\"") + 8, mock::the_key);
  site.server.answer(200, with_key);
  auto const echoed = site.model().ask(simple_request(), for_a_while());
  ASSERT_TRUE(echoed);
  EXPECT_THAT(to_text(Outcome(echoed)), AllOf(HasSubstr("[key]"), Not(HasSubstr(mock::the_key))));
  site.dir.write("key", "two words " + std::string(mock::the_key));
  auto const report = ask_report(site.socket(), soon());
  ASSERT_TRUE(report);
  EXPECT_THAT(report->keys.at("m"), AllOf(HasSubstr("more than one word"), Not(HasSubstr(mock::the_key))));
}

TEST(ModelService, SaysHowThingsStand) {
  ServiceSite site;
  site.server.answer(200, whole_message);
  ASSERT_TRUE(site.model().ask(simple_request(), for_a_while()));
  auto const report = ask_report(site.socket(), soon());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->day, "2024-10-04");
  EXPECT_EQ(report->spent, (Spending{.tokens = 7, .money = 15}));
  EXPECT_EQ(report->keys, (std::map<std::string, std::string>{{"m", ""}}));
}

TEST(ModelService, SendsNothingThatTheDayDoesNotCover) {
  ServiceSite site({.day = {.money = 100}});
  site.server.answer(200, whole_message);
  ASSERT_TRUE(site.model("m", "first").ask(simple_request(), for_a_while()));
  auto request = simple_request();
  request.max_tokens = 18; // by itself it would fit
  auto const refused = site.model("m", "second").ask(request, for_a_while());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().why, Failing::over_budget);
  EXPECT_THAT(refused.error().message, HasSubstr("the day 2024-10-04"));
  EXPECT_EQ(site.server.received().size(), 1U);
  site.restart();
  auto const again = site.model("m", "third").ask(request, for_a_while());
  ASSERT_FALSE(again) << "a restart must not forget the day";
  EXPECT_EQ(again.error().why, Failing::over_budget);
  site.today = mock::the_day + std::chrono::days(1);
  site.server.answer(200, whole_message);
  EXPECT_TRUE(site.model("m", "third").ask(request, for_a_while())) << "the next day is another";
}

TEST(ModelService, WritesDownWhatACallTook) {
  ServiceSite site;
  site.server.answer(200, whole_message);
  ASSERT_TRUE(site.model().ask(simple_request(), for_a_while()));
  site.restart();
  auto const report = ask_report(site.socket(), soon());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->spent, (Spending{.tokens = 7, .money = 15})) << "less than what was set aside for it";
}

TEST(ModelService, AsksForAModelThatDoesNotExistWithinTheSameBudget) {
  ServiceSite site({.day = {.money = 1000}});
  site.server.answer(404, R"({"type":"error","error":{"type":"not_found_error","message":"model: ?"}})");
  RemoteModel misnamed({site.socket(), "m"}, {"s", "r"}, RemoteModel::Naming::wrong);
  auto const failed = misnamed.ask(simple_request(), for_a_while());
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().why, Failing::bad_request) << failed.error().message;
  EXPECT_THAT(site.server.received().at(0).body, HasSubstr("m-no-such-model"));
}

TEST(ModelService, EndsACallWhoseCallerHangsUp) {
  ServiceSite site;
  site.server.script({artifactd::test::hold()});
  auto connection = site.connect();
  auto const question =
      to_text(Question(CallWanted{"m", {"s", "r"}, std::chrono::minutes(1), false, simple_request()}));
  ASSERT_TRUE(send_text(connection.get(), question, soon()));
  ASSERT_TRUE(site.server.wait_for_requests(1));
  connection.reset();
  EXPECT_TRUE(site.server.wait_for_hangups(1));
}

TEST(ModelService, EndsACallThatIsCalledOffAndStillTellsWhatItTook) {
  ServiceSite site;
  site.server.script({artifactd::test::hold()});
  UniqueFd const cancel(::eventfd(0, EFD_CLOEXEC));
  std::jthread const caller([&] {
    ASSERT_TRUE(site.server.wait_for_requests(1));
    std::uint64_t const one = 1;
    ASSERT_EQ(::write(cancel.get(), &one, sizeof one), static_cast<ssize_t>(sizeof one));
  });
  auto const outcome = site.model().ask(simple_request(), for_a_while(cancel.get()));
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().why, Failing::cancelled);
  EXPECT_EQ(outcome.error().attempts.size(), 1U) << "as the service told it";
  EXPECT_TRUE(site.server.wait_for_hangups(1));
}

TEST(ModelService, KeepsTheCallersDeadline) {
  ServiceSite site;
  site.server.script({artifactd::test::hold()});
  auto const outcome =
      site.model().ask(simple_request(), {.deadline = Monotonic::now() + std::chrono::milliseconds(200)});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().why, Failing::transient);
  EXPECT_THAT(outcome.error().message, HasSubstr("deadline"));
}

TEST(ModelService, AnswersNobodyWhoSpeaksAnotherLanguage) {
  for (auto const& said :
       {std::string("GET / HTTP/1.1\r\n\r\n"), std::string(64, '\xff'), std::string("\2\0\0\0{}", 6),
        std::string("\4\0\0\0null", 8), std::string("\5\0\0\0{\"a\"", 9)}) {
    ServiceSite site;
    auto const connection = site.connect();
    ASSERT_EQ(::send(connection.get(), said.data(), said.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(said.size()));
    ::shutdown(connection.get(), SHUT_WR);
    expect_hangup(connection);
    EXPECT_FALSE(site.last_error().empty()) << said;
    EXPECT_EQ(site.told, 0);
  }
}

TEST(ModelService, TakesNoMemoryForWhatIsOnlyAnnounced) {
  ServiceSite site;
  auto const connection = site.connect();
  std::uint32_t const length = longest_wire_text;
  ASSERT_EQ(::send(connection.get(), &length, sizeof length, MSG_NOSIGNAL),
            static_cast<ssize_t>(sizeof length));
  ::shutdown(connection.get(), SHUT_WR);
  EXPECT_THAT(site.last_error(), HasSubstr("hung up"));
}

TEST(ModelService, IsNotTroubledByWhoOnlyLooksWhetherItListens) {
  ServiceSite site;
  site.connect().reset();
  site.server.answer(200, whole_message);
  EXPECT_TRUE(site.model().ask(simple_request(), for_a_while()));
}

TEST(RemoteModel, WithoutAServiceTheCallMaySucceedLater) {
  RemoteModel model({"/no/such/socket", "m"}, {});
  auto const outcome = model.ask(simple_request(), for_a_while());
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().why, Failing::transient);
  EXPECT_THAT(outcome.error().message, HasSubstr("nobody listens"));
}

/// The outcome of a call whose answer is `bytes`.
Outcome outcome_when_told(std::string const& bytes) {
  artifactd::test::ScratchDir const dir;
  auto const path = (dir / "s").string();
  auto const listener = mock::listen_at(path);
  std::jthread const service([&] {
    UniqueFd const connection(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
    EXPECT_TRUE(receive_text(connection.get(), soon()));
    EXPECT_EQ(::send(connection.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
  });
  return RemoteModel({path, "m"}, {}).ask(simple_request(), for_a_while());
}

TEST(RemoteModel, TakesNothingForAnAnswerThatIsNone) {
  auto const because = [](std::string const& bytes) {
    auto const outcome = outcome_when_told(bytes);
    return outcome ? std::string("it was taken") : std::string(failing_word(outcome.error().why));
  };
  EXPECT_EQ(because(""), "transient") << "hung up";
  EXPECT_EQ(because("\3"), "transient") << "hung up within";
  EXPECT_EQ(because(std::string(8, '\xff')), "malformed") << "endless";
  EXPECT_EQ(because(std::string("\2\0\0\0{}", 6)), "malformed");
  EXPECT_EQ(because(std::string("\4\0\0\0null", 8)), "malformed");
}

TEST(PeersOfServices, AreThisUserRootAndWhoIsNamed) {
  if (::getuid() != 0) GTEST_SKIP() << "only root can be somebody else";
  constexpr uid_t nobody = 65534;
  ServiceSite site;
  ASSERT_EQ(::chmod(site.dir.path().c_str(), 0755), 0);
  ASSERT_EQ(::chmod(site.socket().c_str(), 0666), 0);
  auto const path = site.socket();
  auto const child = ::fork();
  if (child == 0) {
    if (::setresuid(nobody, nobody, nobody) != 0) ::_exit(2);
    auto const connection = connect_to_service(path);
    char byte = 0;
    ::_exit(connection && ::recv(connection->get(), &byte, 1, 0) == 0 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0) << "the connection is closed without a word";
  EXPECT_THAT(site.last_error(), HasSubstr("user 65534 may not"));
}

} // namespace
} // namespace artifactd::model
