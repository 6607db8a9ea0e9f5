// What the HTTP API does: the same as the commands, once, only to what was seen, and on record.
#include "tests/e2e/web_site.hpp"

namespace artifactd::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class WebActions : public WebSite {
protected:
  [[nodiscard]] static std::string signal(std::string const& name, std::string const& action = "") {
    return "/api/v1/sessions/" + id("s1") + "/signals/" + name + (action.empty() ? "" : "/" + action);
  }

  std::string all_ = token("operator");
};

TEST_F(WebActions, RefusedWorkIsSubmittedAgainAndTheJournalSaysByWhom) {
  auto const session = refused_session();
  session.artifact("a", "x.json", R"({"of": "a"})");
  auto const done = post(signal("a", "retry"), {.token = all_});
  EXPECT_EQ(done.status, 200) << done.body;
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
  ASSERT_TRUE(eventually([&] { return on_record().size() == 1; }));
  EXPECT_EQ(on_record()[0]["outcome"], "retry");
  EXPECT_EQ(on_record()[0]["name"], "a");
  EXPECT_THAT(on_record()[0]["detail"]["by"].get<std::string>(), testing::StartsWith("operator-"));
}

TEST_F(WebActions, ALinkWithTheNameOfRefusedWorkIsNotSubmitted) {
  auto const session = site_.session("s1");
  auto const link = session.path() / "a.kg.lock.error";
  std::filesystem::create_symlink("/etc/hostname", link);
  for (auto const* action : {"retry", "abandon"}) {
    auto const done = post(signal("a", action), {.token = all_});
    EXPECT_EQ(done.status, 404) << done.body;
    EXPECT_THAT(done.json()["detail"].get<std::string>(), HasSubstr("ignored: it is a link"));
  }
  EXPECT_TRUE(std::filesystem::is_symlink(link));
}

TEST_F(WebActions, AHintGrantsAnAttempt) {
  auto const session = refused_session();
  auto const hinted = post(signal("a", "hint"), {.token = all_, .body = R"({"text":"close the brace"})"});
  EXPECT_EQ(hinted.status, 200) << hinted.body;
  EXPECT_THAT(session.instructions("a").dump(), HasSubstr("close the brace"));
  EXPECT_EQ(post(signal("a", "hint"), {.token = all_, .body = R"({"text":""})"}).status, 400);
  EXPECT_EQ(post(signal("a", "hint"), {.token = all_, .body = R"({"txet":"x"})"}).status, 400);
  EXPECT_EQ(post(signal("a", "hint"), {.token = all_, .body = R"({"text":"x","text":"y"})"}).status, 400);
}

TEST_F(WebActions, RefusedWorkIsGivenUp) {
  auto const session = refused_session();
  EXPECT_EQ(post(signal("a", "abandon"), {.token = all_}).status, 200);
  EXPECT_FALSE(session.refused("a"));
  EXPECT_EQ(post(signal("a", "abandon"), {.token = all_}).status, 404);
  EXPECT_EQ(post(signal("a", "cancel"), {.token = all_}).status, 404) << "nothing runs";
}

TEST_F(WebActions, OnlyWhatWasSeenIsActedOn) {
  auto const session = refused_session();
  auto seen = get(signal("a", "attempts"), {.token = all_});
  ASSERT_EQ(seen.status, 200);
  auto const etag = seen.headers["etag"];
  session.drop("a"); // the agent submits it again, and it is refused again
  ASSERT_TRUE(eventually([&] { return session.refused("a") && !session.pending("a"); }));
  auto const late = post(signal("a", "abandon"), {.token = all_, .headers = {{"If-Match", etag}}});
  EXPECT_EQ(late.status, 412) << late.body;
  EXPECT_TRUE(session.refused("a"));
  auto const now = get(signal("a", "attempts"), {.token = all_}).headers["etag"];
  EXPECT_EQ(post(signal("a", "abandon"), {.token = all_, .headers = {{"If-Match", now}}}).status, 200);
}

TEST_F(WebActions, ARepeatedRequestIsDoneOnce) {
  auto const session = refused_session();
  Asking const hint{.token = all_, .headers = {{"Idempotency-Key", "k1"}}, .body = R"({"text":"once"})"};
  auto const first = post(signal("a", "hint"), hint);
  auto const second = post(signal("a", "hint"), hint);
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(first.body, second.body);
  auto other = hint;
  other.body = R"({"text":"another"})";
  EXPECT_EQ(post(signal("a", "hint"), other).status, 422);
  ASSERT_TRUE(eventually([&] { return on_record().size() == 1; }));
  auto third = hint;
  third.headers["Idempotency-Key"] = "k2";
  EXPECT_EQ(post(signal("a", "hint"), third).json()["attempts_granted"],
            first.json()["attempts_granted"].get<int>() + 1);
}

TEST_F(WebActions, WorkIsSubmitted) {
  auto const session = site_.session("s1");
  auto const done =
      post(signal("a", "submit"), {.token = all_, .body = R"({"files":{"x.json":"{\"of\":\"a\"}"}})"});
  EXPECT_EQ(done.status, 202) << done.body;
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
  for (auto const* body :
       {R"({"files":{"../x.json":"{}"}})", R"({"files":{"a/b.json":"{}"}})", R"({"files":[]})",
        R"({"files":{"x.json":1}})", "{}", "[]", "{", R"({"files":{},"also":1})"})
    EXPECT_EQ(post(signal("a", "submit"), {.token = all_, .body = body}).status, 400) << body;
  EXPECT_FALSE(std::filesystem::exists(session / "x.json"));
  // Both would be reports/a.json.
  EXPECT_EQ(
      post(signal("a.report", "submit"), {.token = all_, .body = R"({"files":{"x.json":"1","y.json":"2"}})"})
          .status,
      400);
  auto const latin =
      post(signal("b", "submit"), {.token = all_, .body = "{\"files\":{\"x.json\":\"caf\xe9\"}}"});
  EXPECT_EQ(latin.status, 400);
  EXPECT_THAT(latin.body, HasSubstr("UTF-8"));
}

TEST_F(WebActions, AnAgentActsForItselfAlone) {
  auto const session = refused_session();
  auto const foreign = site_.session("s2");
  auto const own = token("agent", {"--session", session.path().string(), "--agent", "b"});
  std::string const body = R"({"files":{"x.json":"{\"of\":\"b\"}"}})";
  EXPECT_EQ(post(signal("b", "submit"), {.token = own, .body = body}).status, 202);
  EXPECT_TRUE(eventually([&] { return session.merged("b"); }));
  for (auto const* foreign_work : {"a", "b.c", "b.c.kg", "b.confirm"})
    EXPECT_EQ(post(signal(foreign_work, "submit"), {.token = own, .body = body}).status, 403) << foreign_work;
  EXPECT_EQ(post("/api/v1/sessions/" + id("s2") + "/signals/b/submit", {.token = own, .body = body}).status,
            403);
  for (auto const* action : {"retry", "hint", "abandon", "cancel"})
    EXPECT_EQ(post(signal("b", action), {.token = own}).status, 403) << action;
  EXPECT_EQ(post("/api/v1/sessions/" + id("s1") + "/agents/b/rollback", {.token = own}).status, 403);
  EXPECT_EQ(get("/api/v1/sessions/" + id("s1") + "/graph", {.token = own}).status, 200);
  EXPECT_EQ(get("/api/v1/sessions/" + id("s2") + "/graph", {.token = own}).status, 403);
  EXPECT_EQ(get("/api/v1/sessions", {.token = own}).status, 403);
  EXPECT_FALSE(foreign.pending("b"));
}

TEST_F(WebActions, AnAgentsRequestsReachNoFurtherThanItsToken) {
  auto const session = refused_session();
  auto const own = token("agent", {"--session", session.path().string(), "--agent", "b"});
  auto const submit = [&](char const* kind, json const& request, char const* file = "b.json") {
    json const body = {{"files", request.is_null() ? json::object() : json{{file, request.dump()}}}};
    return post(signal("b." + std::string(kind), "submit"), {.token = own, .body = body.dump()}).status;
  };
  for (auto const* step : {"begin", "undo", "redo", "retry", "branch", "models", "rebase", "end", "forget"})
    EXPECT_EQ(submit("turn", {{"user_action_id", "u"}, {"do", step}}), 403) << step;
  EXPECT_EQ(submit("edit", {{"agent", "a"}}), 403);
  session.write("turns/b.json", R"({"user_action_id": "u", "d\u006f": "end"})");
  EXPECT_EQ(submit("turn", nullptr), 403) << "the request of somebody else";
  json const end = {{"files", {{"b.json", R"({"user_action_id": "u", "do": "end"})"}}}};
  EXPECT_EQ(
      post(signal("b.turn", "files"), {.token = own, .headers = {{"If-Match", "*"}}, .body = end.dump()})
          .status,
      403);
  EXPECT_FALSE(std::filesystem::exists(session / "b.turn.lock"));
  EXPECT_FALSE(std::filesystem::exists(session / "edits"));
  EXPECT_EQ(submit("turn", {{"user_action_id", "u"}, {"text", "hello"}}), 202);
  EXPECT_EQ(submit("edit", {{"agent", "b"}}), 202);
}

TEST_F(WebActions, AnAgentsValueGoesBackAndTheGraphIsRestored) {
  auto const session = site_.session("s1");
  for (auto const* text : {R"({"v": 1})", R"({"v": 2})"}) {
    session.artifact("a", "x.json", text);
    session.drop("a");
    ASSERT_TRUE(eventually([&] { return session.graph_text().contains(std::string(text).substr(1, 6)); }));
    ASSERT_TRUE(eventually([&] { return !session.pending("a"); }));
  }
  auto const here = "/api/v1/sessions/" + id("s1");
  auto graph = get(here + "/graph", {.token = all_});
  EXPECT_EQ(graph.json()["graph"]["a"]["v"], 2);
  auto const tried = post(here + "/agents/a/rollback", {.token = all_, .body = R"({"dry_run":true})"});
  EXPECT_EQ(tried.json()["changed"], true) << tried.body;
  EXPECT_EQ(session.graph()["a"]["v"], 2);
  auto const back =
      post(here + "/agents/a/rollback", {.token = all_, .headers = {{"If-Match", graph.headers["etag"]}}});
  EXPECT_EQ(back.status, 200) << back.body;
  EXPECT_EQ(session.graph()["a"]["v"], 1);
  EXPECT_EQ(post(here + "/restore", {.token = all_, .headers = {{"If-Match", graph.headers["etag"]}}}).status,
            412);
  auto const generations = get(here + "/generations", {.token = all_}).json()["generations"];
  ASSERT_FALSE(generations.empty());
  auto const to = "{\"to\":" + generations.back()["generation"].dump() + "}";
  EXPECT_EQ(post(here + "/restore", {.token = all_, .body = to}).status, 200);
  EXPECT_EQ(session.graph()["a"]["v"], 2);
  EXPECT_EQ(get(here + "/agents/a/history", {.token = all_}).status, 200);
  EXPECT_EQ(get(here + "/agents/nobody/history", {.token = all_}).status, 404);
  EXPECT_EQ(post(here + "/agents/a/rollback", {.token = all_, .body = R"({"to":-1})"}).status, 400);
  EXPECT_EQ(post(here + "/agents/a/rollback", {.token = all_, .body = R"({"to":99999})"}).status, 404);
}

TEST_F(WebActions, WhatIsWrongWithARequestIsSaidInItsWords) {
  auto const session = site_.session("s1");
  auto const here = "/api/v1/sessions/" + id("s1");
  for (auto const* missing : {"/plays/x", "/reports/x", "/turns/x"}) {
    auto const answer = get(here + missing, {.token = all_});
    EXPECT_EQ(answer.status, 404) << missing;
    EXPECT_THAT(answer.json()["detail"].get<std::string>(), testing::StartsWith("there is no ")) << missing;
  }
  auto const difference = get(here + "/generations/1/diff?to=zz", {.token = all_});
  EXPECT_EQ(difference.status, 400);
  EXPECT_THAT(difference.body, HasSubstr("to has to be a whole number"));
  auto const longest =
      post(signal("a", "submit"),
           {.token = all_, .body = json{{"files", {{std::string(300, 'a') + ".json", "{}"}}}}.dump()});
  EXPECT_EQ(longest.status, 400);
  EXPECT_THAT(longest.body, HasSubstr("305 bytes"));
}

TEST_F(WebActions, TheMediaTypeIsTakenInAnyCase) {
  auto const session = refused_session();
  for (auto const* type : {"APPLICATION/JSON", "Application/Json; charset=utf-8"})
    EXPECT_EQ(post(signal("a", "hint"),
                   {.token = all_, .headers = {{"Content-Type", type}}, .body = R"({"text":"x"})"})
                  .status,
              200)
        << type;
}

TEST_F(WebActions, APathThatOnlyActsCannotBeRead) {
  auto const session = refused_session();
  auto answer = get(signal("a", "retry"), {.token = all_});
  EXPECT_EQ(answer.status, 405);
  EXPECT_EQ(answer.headers["allow"], "POST");
  EXPECT_EQ(post("/api/v1/roots", {.token = all_}).status, 405);
  EXPECT_EQ(get("/api/v1/nothing", {.token = all_}).status, 404);
}

} // namespace
} // namespace artifactd::test
