// What a .json file can hold. Anything other than strict JSON is refused with its code; strict JSON is data.
#include "tests/e2e/hostile_case.hpp"

#include <array>
#include <functional>

namespace artifactd::test {
namespace {

using enum Outcome;

HostileCase json(std::string name, std::string text, Outcome outcome, std::string code = "") {
  return {std::move(name), outcome, std::move(code),
          [text = std::move(text)](auto const& s) { s.artifact("a", "x.json", text); }};
}

/// For a large text, which only the process of its own test should make.
HostileCase json(std::string name, std::function<std::string()> text, Outcome outcome,
                 std::string code = "") {
  return {std::move(name), outcome, std::move(code),
          [text = std::move(text)](auto const& s) { s.artifact("a", "x.json", text()); }};
}

std::string nested(std::size_t depth) {
  return R"({"d": )" + std::string(depth - 1, '[') + std::string(depth - 1, ']') + "}";
}

std::string many_keys(std::size_t bytes) {
  std::string text = "{";
  for (int i = 0; text.size() + 20 < bytes; ++i)
    text += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":0";
  return text + "}";
}

/// Keys that differ only in their last bytes: a weak hash would put them all into one bucket.
std::string like_keys(std::size_t bytes) {
  std::string text = "{";
  std::string const stem(200, 'k');
  for (int i = 100'000; text.size() + 230 < bytes; ++i)
    text += (i == 100'000 ? "\"" : ",\"") + stem + std::to_string(i) + "\":0";
  return text + "}";
}

std::vector<HostileCase> refused_texts() {
  using namespace std::string_literals;
  auto const bom = "\xEF\xBB\xBF"s;
  return {
      json(
          "brackets_beyond_size", [] { return std::string(1'000'000, '['); }, refused, "file.too_large"),
      json(
          "brackets", [] { return std::string(60'000, '['); }, refused, "json.depth"),
      json("one_level_too_deep", nested(65), refused, "json.depth"),
      json("duplicate_keys", R"({"a": 1, "b": 2, "a": 3})", refused, "json.duplicate_key"),
      json("duplicate_after_unescape", R"({"a": 1, "\u0061": 2})", refused, "json.duplicate_key"),
      json("nan", R"({"a": NaN})", refused, "json.unexpected"),
      json("minus_infinity", R"({"a": -Infinity})", refused, "json.number"),
      json("lone_surrogate", R"({"a": "\ud800"})", refused, "json.surrogate"),
      json("overlong_utf8", "{\"a\": \"\xC0\xAF\"}", refused, "json.encoding"),
      json("utf16", "\xFF\xFE{\0}\0"s, refused, "json.encoding"),
      json("byte_order_mark", bom + "{}", refused, "json.bom"),
      json("nul_in_a_string", "{\"a\": \"b\0c\"}"s, refused, "json.control"),
      json("nul_at_the_end", "{}\0"s, refused, "json.trailing"),
      json("trailing_garbage", "{} x", refused, "json.trailing"),
      json("two_values", "{}{}", refused, "json.trailing"),
      json("ndjson", "{\"a\": 1}\n{\"a\": 2}\n", refused, "json.trailing"),
      json("line_comment", "{\"a\": 1} // why\n", refused, "json.trailing"),
      json("leading_comment", "// why\n{\"a\": 1}", refused, "json.unexpected"),
      json("trailing_comma", R"({"a": 1,})", refused, "json.unexpected"),
      json("fenced", "```json\n{\"a\": 1}\n```\n", refused, "json.unexpected"),
      json("gzip", "\x1f\x8b\x08\x00\x01\x02"s + std::string(40, '\xfe'), refused, "json.unexpected"),
      json("null_root", "null", refused, "shape.not_object"),
      json("array_root", "[1]", refused, "shape.not_object"),
      json("blank", " \n\t ", refused, "json.empty"),
  };
}

std::vector<HostileCase> merged_texts() {
  return {
      json("as_deep_as_allowed", nested(64), merged),
      json("prototype_keys", R"({"__proto__": {"x": 1}, "constructor": 2, "": 3})", merged),
      json("path_like_id", R"({"id": "../../x", "file": "/etc/passwd"})", merged),
      json("shell_template_ansi_html", R"({"t": "$(rm -rf /) {{x}} \u001b[31m <script>alert(1)</script>"})",
           merged),
      json(
          "keys_that_fill_the_file", [] { return many_keys(64 * 1024); }, merged),
      json(
          "keys_that_look_alike", [] { return like_keys(64 * 1024); }, merged),
      json("thirty_digits", R"({"n": 123456789012345678901234567890})", merged),
  };
}

class HostileJson : public Hostile {};
TEST_P(HostileJson, IsMet) {
  meet(GetParam());
}
INSTANTIATE_TEST_SUITE_P(refused, HostileJson, ::testing::ValuesIn(refused_texts()), CaseName());
INSTANTIATE_TEST_SUITE_P(merged, HostileJson, ::testing::ValuesIn(merged_texts()), CaseName());

TEST(NumbersOfArtifacts, ReachTheGraphAsWritten) {
  Site site;
  auto session = site.session("s");
  session.write("knowledge-graph.json", R"({"old": [-0, 1.0, 1E400, 12345678901234567890]})");
  RunningDaemon daemon(site);
  session.artifact("a", "x.json", R"({"n": 123456789012345678901234567890, "h": 1e999, "p": 1.10})");
  session.drop("a");
  ASSERT_TRUE(eventually([&] { return session.graph_text().contains("\"a\""); }));
  auto text = session.graph_text();
  EXPECT_TRUE(text.contains(R"({"n": 123456789012345678901234567890, "h": 1e999, "p": 1.10})")) << text;
  EXPECT_TRUE(text.contains(R"("old": [-0, 1.0, 1E400, 12345678901234567890])")) << text;
}

TEST(TextCutShort, IsRefusedAtEveryByte) {
  std::string const whole = R"({"a": [1.5, true, "x\u00e9\n"], "b": {"c": null}})";
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  for (std::size_t cut = 1; cut < whole.size(); ++cut)
    session.artifact("c" + std::to_string(cut), "x.json", whole.substr(0, cut));
  for (std::size_t cut = 1; cut < whole.size(); ++cut)
    session.drop("c" + std::to_string(cut));
  for (std::size_t cut = 1; cut < whole.size(); ++cut) {
    auto agent = "c" + std::to_string(cut);
    EXPECT_TRUE(eventually([&] { return session.refused(agent); })) << whole.substr(0, cut);
    EXPECT_EQ(session.codes(agent).size(), 1U) << whole.substr(0, cut);
  }
  EXPECT_FALSE(std::filesystem::exists(session / "knowledge-graph.json"));
}

TEST(RefusedText, IsQuotedWithoutWhatCouldAct) {
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  session.artifact("a", "x.json", "{\"t\": \"\x1b[2J\x1b]0;owned\x07 \u202e\" oops}");
  session.drop("a");
  ASSERT_TRUE(eventually([&] { return session.refused("a"); }));
  auto told = session.text("a.retry-instructions.json") + daemon.log() +
              site.artifactctl({"validate", session.path().string(), "a"}).err;
  EXPECT_FALSE(told.contains('\x1b'));
  EXPECT_FALSE(told.contains('\x07'));
  EXPECT_FALSE(told.contains("\u202e"));
}

TEST(TakenId, IsRefusedAndNothingIsOverwritten) {
  Site site("[[agent]]\nstrategy = \"append\"\n");
  auto session = site.session("s");
  session.write("knowledge-graph.json", R"({"claims": [{"id": "c1", "statement": "first"}]})");
  RunningDaemon daemon(site);
  session.artifact("a", "x.json", R"({"claims": [{"id": "c2"}, {"id": "c1", "statement": "second"}]})");
  session.drop("a");
  ASSERT_TRUE(eventually([&] { return session.refused("a"); }));
  EXPECT_EQ(session.codes("a"), std::vector<std::string>{"append.conflict"});
  EXPECT_EQ(session.graph_text(), R"({"claims": [{"id": "c1", "statement": "first"}]})");
}

} // namespace
} // namespace artifactd::test
