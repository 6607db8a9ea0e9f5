// Good and bad model replies to each of the four steps that ask a model (replies_*.json), and what the step
// makes of them, with retries. The story is that of state_ops.json.
//
// An entry is {name, …, expect}. The reply is `reply` (written as JSON), `text` or `hex` (verbatim), or
// `failing`: the model returns none. `fill` {at, with, times} repeats an element or a text before the reply
// is sent. `rules` names members of `rulesets` that are added to the story's mechanics. `expect` is one of:
//   accepted, with `dropped` (members) and `repaired` (it was not strict JSON)
//   code, `at` (the place of a fault: a pointer, or line and column if it is not JSON), `says` (words of a
//   fault without a place), and `calls` (3)
#include "agents/turn/prompts/model_step.hpp"
#include "agents/turn/prompts/reply_contracts.hpp"
#include "tests/agents/turn/engine_corpus.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <set>

namespace artifactd::turn {
namespace {

using Outcome = std::expected<model::Reply, model::Failure>;

std::string bytes_of_hex(std::string const& hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

Json filled(Json reply, Json const& fill) {
  auto& place = reply[Json::json_pointer(fill["at"].get<std::string>())];
  auto const times = fill["times"].get<std::size_t>();
  if (auto const* text = fill["with"].get_ptr<std::string const*>()) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i)
      all += *text;
    place = std::move(all);
  } else {
    place = Json::array_t(times, fill["with"]);
  }
  return reply;
}

Outcome outcome_of_entry(Json const& entry) {
  if (auto const found = entry.find("failing"); found != entry.end()) {
    for (auto const why :
         {model::Failing::truncated, model::Failing::refused, model::Failing::empty,
          model::Failing::malformed, model::Failing::transient, model::Failing::wait, model::Failing::quota,
          model::Failing::auth, model::Failing::bad_request, model::Failing::over_budget})
      if (model::failing_word(why) == found->get_ref<std::string const&>())
        return std::unexpected(model::Failure{.why = why, .message = "the endpoint says so"});
    throw std::runtime_error("unknown failing " + found->dump());
  }
  std::string text;
  if (entry.contains("text")) text = entry["text"];
  if (entry.contains("hex")) text = bytes_of_hex(entry["hex"]);
  if (entry.contains("reply"))
    text = compact(entry.contains("fill") ? filled(entry["reply"], entry["fill"]) : entry["reply"]);
  return model::Reply{std::move(text), "m", {}, {}};
}

/// Gives the replies in order, then repeats the last one.
class GivenReplies final : public model::Model {
public:
  GivenReplies(std::vector<Outcome> const& replies, std::vector<model::Request>& asked)
      : replies_(replies), asked_(asked) {}
  [[nodiscard]] std::string const& id() const noexcept override { return id_; }
  [[nodiscard]] Outcome ask(model::Request const& request, model::CallLimits const&) override {
    asked_.push_back(request);
    return replies_[std::min(asked_.size(), replies_.size()) - 1];
  }

private:
  std::string id_ = "m";
  std::vector<Outcome> const& replies_;
  std::vector<model::Request>& asked_;
};

class ReplyCorpus : public testing::TestWithParam<char const*> {
protected:
  Json corpus = engine_corpus(std::string("replies_") + GetParam() + ".json");
  std::vector<model::Request> asked;

  static std::vector<Character> characters() {
    std::vector<Character> all;
    for (auto const* id : {"lena", "marc", "user-persona"})
      all.push_back({.id = id, .name = id, .base_profile = {}, .ruleset_id = "r", .stat_block = {}});
    for (auto& each : all)
      each.stat_block = {{"warmth", 3}, {"nerve", 7}, {"wit", 6}, {"motto", "wait"}};
    return all;
  }

  [[nodiscard]] StateRules rules_for(Json const& entry) const {
    auto const story = engine_corpus("state_ops.json");
    auto mechanics = story["mechanics"];
    auto const name = entry.value("rules", corpus.value("rules", std::string()));
    if (!name.empty()) mechanics.update(corpus["rulesets"].at(name));
    return rules_of(story["schema"], mechanics);
  }

  [[nodiscard]] static model::Contract contract_of(std::string const& step, Bench const& bench) {
    if (step == "checks") return checks_contract(bench, corpus_state());
    if (step == "outcome") return outcome_contract(bench, corpus_state());
    if (step == "reflection") return reflection_contract();
    return narrator_contract(bench, corpus_state());
  }

  std::expected<StepAnswer, TurnFailure> answered(Json const& entry, std::vector<Outcome> const& replies) {
    auto const rules = rules_for(entry);
    auto const everybody = characters();
    std::vector<Observation> const told = {
        {.id = "o1", .character_id = "lena", .content = "The lamp is lit.", .importance = 2}};
    Bench const bench{rules, everybody, told};
    ReplyBook book({}, [](std::span<RecordedReply const>) -> Result<void> { return {}; });
    asked.clear();
    Stage const stage{.open = [&](std::string const&) -> Result<std::unique_ptr<model::Model>> {
                        return std::make_unique<GivenReplies>(replies, asked);
                      },
                      .replies = book,
                      .deadline = Monotonic::now() + std::chrono::minutes(1)};
    std::string const step = corpus["step"];
    return ask({{"narrator", "Reply.", {}, {{"Part", "x"}}}, contract_of(step, bench), step, "", "m"}, stage);
  }

  void expect_accepted(Json const& expect, std::expected<StepAnswer, TurnFailure> const& answer) const {
    ASSERT_TRUE(answer) << answer.error().code << ": " << testing::PrintToString(answer.error().faults);
    EXPECT_EQ(asked.size(), 1U);
    auto const& payload = answer->events.back().payload_json;
    EXPECT_EQ(payload.value("dropped", Json::array()), expect.value("dropped", Json::array()));
    EXPECT_EQ(payload.contains("repairs"), expect.value("repaired", false)) << payload.dump();
    auto const values = expect.value("value", Json::object());
    for (auto const& [pointer, value] : values.items())
      EXPECT_EQ(answer->value.at(Json::json_pointer(pointer)), value) << pointer;
  }

  void expect_refused(Json const& entry, std::expected<StepAnswer, TurnFailure> const& answer) {
    auto const& expect = entry["expect"];
    ASSERT_FALSE(answer) << answer->value.dump().substr(0, 300);
    EXPECT_EQ(answer.error().code, expect["code"].get_ref<std::string const&>());
    EXPECT_EQ(asked.size(), expect.value("calls", std::size_t{3}));
    if (expect["code"] != "turn.contract" || entry.contains("failing")) return;
    auto const at = expect.value("at", std::string());
    auto const says = expect.value("says", std::string());
    EXPECT_TRUE(std::ranges::any_of(answer.error().faults, [&](std::string_view fault) {
      if (fault.starts_with("at ")) fault.remove_prefix(3); // schema faults begin like this
      return fault.starts_with(at) && (at.empty() || fault.substr(at.size()).starts_with(':')) &&
             fault.contains(says);
    })) << testing::PrintToString(answer.error().faults);
    for (auto const& event : answer.error().events)
      EXPECT_EQ(event.payload_json["faults"].size(), answer.error().faults.size());
    expect_repaired(entry, answer.error().faults.front());
  }

  /// A valid reply after it is accepted, and the model was shown the fault.
  void expect_repaired(Json const& entry, std::string const& fault) {
    auto const answer =
        answered(entry, {outcome_of_entry(entry), model::Reply{compact(corpus["sound"]), "m", {}, {}}});
    ASSERT_TRUE(answer) << testing::PrintToString(answer.error().faults);
    ASSERT_EQ(asked.size(), 2U);
    EXPECT_THAT(asked[1].messages.back().text, testing::HasSubstr(fault.substr(0, 80)));
    EXPECT_EQ(answer->value, corpus["sound"]);
    ASSERT_EQ(answer->events.size(), 2U);
    EXPECT_EQ(answer->events[0].payload_json.count("faults"), 1U);
  }
};

TEST_P(ReplyCorpus, EveryReplyIsWhatItsContractSaysOfIt) {
  for (auto const& entry : corpus["entries"]) {
    SCOPED_TRACE(entry["name"].get<std::string>());
    auto const answer = answered(entry, {outcome_of_entry(entry)});
    if (entry["expect"].value("accepted", false))
      expect_accepted(entry["expect"], answer);
    else
      expect_refused(entry, answer);
  }
}

TEST_P(ReplyCorpus, HasManyRepliesAndNoneTwice) {
  std::set<std::string> names;
  std::set<std::string> replies;
  for (auto const& entry : corpus["entries"]) {
    names.insert(entry["name"]);
    auto reply = entry;
    reply.erase("name");
    reply.erase("expect");
    replies.insert(reply.dump());
  }
  EXPECT_GE(corpus["entries"].size(), 80U);
  EXPECT_EQ(names.size(), corpus["entries"].size());
  EXPECT_EQ(replies.size(), corpus["entries"].size());
}

INSTANTIATE_TEST_SUITE_P(Steps, ReplyCorpus, testing::Values("checks", "outcome", "reflection", "narrator"),
                         [](auto const& each) { return std::string(each.param); });

} // namespace
} // namespace artifactd::turn
