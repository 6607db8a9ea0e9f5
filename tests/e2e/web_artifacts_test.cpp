// The files behind a signal over HTTP: read with what was found in them, checked while they are written, and
// fixed in place.
#include "tests/e2e/web_site.hpp"

#include <filesystem>
#include <fstream>

namespace artifactd::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class WebArtifacts : public WebSite {
protected:
  explicit WebArtifacts(std::string const& settings = "") : WebSite(settings) {}

  [[nodiscard]] static std::string at(std::string const& more) {
    return "/api/v1/sessions/" + id("s1") + "/signals/a/" + more;
  }
  [[nodiscard]] HttpAnswer check(json const& body) {
    return post(at("validate"), {.token = content_, .body = body.dump()});
  }
  [[nodiscard]] static std::vector<std::string> codes(json const& answer) {
    std::vector<std::string> found;
    for (auto const& each : answer["findings"])
      found.push_back(each["code"]);
    return found;
  }

  std::string content_ = token("content");
  std::string all_ = token("operator");
};

TEST_F(WebArtifacts, FilesAreListedForEveryoneAndTheirTextIsNot) {
  auto const session = refused_session();
  auto const reader = token("read");
  auto listed = get(at("files"), {.token = reader});
  ASSERT_EQ(listed.status, 200) << listed.body;
  auto const file = listed.json()["files"][0];
  EXPECT_EQ(file["name"], "x.json");
  EXPECT_EQ(file["path"], "artifacts/a/x.json");
  EXPECT_EQ(file["size"], 11);
  EXPECT_EQ(get(at("files/x.json"), {.token = reader}).status, 403);
  auto text = get(at("files/x.json"), {.token = content_});
  ASSERT_EQ(text.status, 200) << text.body;
  EXPECT_EQ(text.json()["text"], R"({"broken": )");
  EXPECT_EQ(file["etag"], text.headers["etag"]);
  auto const finding = text.json()["findings"][0];
  EXPECT_EQ(finding["file"], "artifacts/a/x.json");
  EXPECT_EQ(finding["line"], 1);
  EXPECT_EQ(finding["pointer"], "/broken");
  for (auto const* name : {"y.json", "..", "a%2f..%2f..", "%ff.json"})
    EXPECT_THAT(get(at("files/" + std::string(name)), {.token = content_}).status, testing::AnyOf(404, 400))
        << name;
}

TEST_F(WebArtifacts, ATextThatIsNotUtf8IsShownPrintably) {
  auto const session = refused_session();
  session.artifact("a", "x.json", "{\"a\": \"\xff\"}");
  auto const shown = get(at("files/x.json"), {.token = content_}).json();
  EXPECT_EQ(shown["is_text"], false);
  EXPECT_THAT(shown["text"].get<std::string>(), HasSubstr("{\"a\": \""));
}

TEST_F(WebArtifacts, AttemptsAreComparedByWhatWasFound) {
  auto const session = refused_session();
  session.artifact("a", "x.json", R"({"broken": tru})");
  session.drop("a");
  json answer;
  ASSERT_TRUE(eventually([&] {
    answer = get(at("attempts"), {.token = content_}).json();
    return answer["changes"].is_array() && answer["changes"].size() == 1;
  }));
  auto const change = answer["changes"][0];
  EXPECT_EQ(change["from"], 1);
  EXPECT_EQ(change["inputs_changed"], true);
  EXPECT_FALSE(change["gone"].empty());
  EXPECT_FALSE(change["added"].empty());
}

TEST_F(WebArtifacts, TextsAreCheckedBeforeTheyAreWritten) {
  auto const session = refused_session();
  auto const wrong = check({{"files", {{"x.json", "{\n \"a\": 1,\n}"}}}}).json();
  EXPECT_EQ(wrong["valid"], false);
  EXPECT_EQ(wrong["findings"][0]["line"], 3) << wrong;
  EXPECT_EQ(check({{"files", {{"x.json", R"({"a": 1})"}}}}).json()["valid"], true);
  EXPECT_EQ(check({{"files", {{"y.json", "{}"}}}}).json()["valid"], false) << "x.json is still broken";
  EXPECT_EQ(check({{"files", {{"y.json", "{}"}}}, {"replace", true}}).json()["valid"], true);
  EXPECT_EQ(codes(check({{"files", {{"x.json", "[]"}}}}).json()),
            std::vector<std::string>{"shape.not_object"});
  EXPECT_EQ(check({{"files", {{"../x.json", "{}"}}}}).status, 400);
  EXPECT_EQ(check({{"files", {{"x.txt", "{}"}}}}).status, 400);
  EXPECT_EQ(check({{"also", 1}}).status, 400);
  EXPECT_EQ(get(at("files/x.json"), {.token = content_}).json()["text"], R"({"broken": )");
  EXPECT_FALSE(std::filesystem::exists(session / "artifacts/a/y.json"));
  EXPECT_EQ(post(at("validate"), {.token = token("read"), .body = "{}"}).status, 403);
}

TEST_F(WebArtifacts, OtherKindsAreCheckedAsFarAsTheirTextsShow) {
  auto const session = site_.session("s1");
  auto const of = [&](std::string const& signal, json const& files) {
    return post("/api/v1/sessions/" + id("s1") + "/signals/" + signal + "/validate",
                {.token = content_, .body = json{{"files", files}}.dump()});
  };
  auto const rule = of("r.rule", {{"r.yaml", "name: r\nmatch: [\n"}});
  EXPECT_EQ(rule.json()["valid"], false) << rule.body;
  auto const extractor = of("r.rule", {{"r.py", "def extract(path):\n  return {}\n"}});
  EXPECT_EQ(extractor.json()["checked"], json::array()) << extractor.body << " nothing is run unasked";
  EXPECT_EQ(of("e.edit", {{"e.json", "{"}}).json()["valid"], false);
  EXPECT_EQ(of("e.edit", {{"e.json", "{}"}}).json()["checked"], json({"syntax"}));
  auto const state = of("state", {{"state.json", "{}"}});
  EXPECT_EQ(state.json()["valid"], false) << state.body;
}

class WebChecks : public WebArtifacts {
protected:
  WebChecks()
      : WebArtifacts("[[agent]]\nkinds = [\"kg\"]\n"
                     "assert = [{that = \".a == 1\", message = \"a has to be 1\"}]\n") {}
};

TEST_F(WebChecks, ProgramsRunOnlyWhenAsked) {
  auto const session = site_.session("s1");
  json const files{{"x.json", R"({"a": 2})"}};
  auto const unasked = check({{"files", files}});
  EXPECT_EQ(unasked.json()["valid"], true) << unasked.body;
  EXPECT_EQ(unasked.json()["checked"], json({"syntax", "schema"}));
  auto const asked = check({{"files", files}, {"programs", true}});
  EXPECT_EQ(codes(asked.json()), std::vector<std::string>{"assert.failed"}) << asked.body;
}

TEST_F(WebArtifacts, AFileIsFixedInPlaceAndSubmittedAgain) {
  auto const session = refused_session();
  auto const body = json{{"files", {{"x.json", R"({"of": "a"})"}}}}.dump();
  EXPECT_EQ(post(at("files"), {.token = all_, .body = body}).status, 428);
  auto const etag = get(at("files/x.json"), {.token = all_}).headers["etag"];
  auto written = post(at("files"), {.token = all_, .headers = {{"If-Match", etag}}, .body = body});
  ASSERT_EQ(written.status, 200) << written.body;
  EXPECT_EQ(written.headers["etag"], get(at("files"), {.token = all_}).headers["etag"]);
  EXPECT_TRUE(session.refused("a")) << "writing submits nothing";
  EXPECT_EQ(post(at("files"), {.token = all_, .headers = {{"If-Match", etag}}, .body = body}).status, 412);
  EXPECT_EQ(post(at("files"), {.token = content_, .headers = {{"If-Match", etag}}, .body = body}).status,
            403);
  EXPECT_EQ(post(at("retry"), {.token = all_}).status, 200);
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
}

TEST_F(WebArtifacts, AnAgentWritesAndChecksItsOwnFilesOnly) {
  auto const session = refused_session();
  auto const own = token("agent", {"--session", session.path().string(), "--agent", "b"});
  auto const body = json{{"files", {{"x.json", "{}"}}}}.dump();
  for (auto const* action : {"files", "validate"})
    EXPECT_EQ(post(at(action), {.token = own, .headers = {{"If-Match", "*"}}, .body = body}).status, 403);
  auto const mine = "/api/v1/sessions/" + id("s1") + "/signals/b/";
  EXPECT_EQ(post(mine + "validate", {.token = own, .body = body}).json()["valid"], true);
  auto const none = get(mine + "files", {.token = own}).headers["etag"];
  EXPECT_EQ(post(mine + "files", {.token = own, .headers = {{"If-Match", none}}, .body = body}).status, 200);
  EXPECT_TRUE(std::filesystem::exists(session / "artifacts/b/x.json"));
}

} // namespace
} // namespace artifactd::test
