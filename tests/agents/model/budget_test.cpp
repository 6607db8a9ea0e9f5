// Hard budgets: what does not fit is not sent, even with concurrent callers, and all spending is booked.
#include "agents/model/budget.hpp"
#include "tests/agents/model/calls.hpp"
#include "tests/support/scripted_model.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>
#include <thread>

namespace artifactd::model {
namespace {

using test::Outcome;
using test::patient;
using test::question;
using test::ScriptedModel;
using testing::AllOf;
using testing::HasSubstr;

constexpr Day first_day = Day(std::chrono::days(20'000));
Spender const somebody = {"s", "r-1"};

PriceList const& prices() {
  static PriceList const list = {
      {"scripted-1",
       {{first_day,
         {.input = 3'000'000, .cached = 300'000, .cache_write = 4'000'000, .output = 15'000'000}}}}};
  return list;
}

/// 300 bytes, and at most 50 tokens in reply.
Request request_of_150_tokens() {
  auto request = question(std::string(300 - question("").system.size(), 'x'));
  request.max_tokens = 50;
  return request;
}
constexpr MicroDollars its_most_money = 100 * 4 + 50 * 15;

BudgetedModel budgeted(Model& model, Budget const& budget, Ledger& ledger, Day day = first_day) {
  return {model, budget, somebody, prices(), ledger, [day] { return day; }};
}

std::string outcome_of(Model& model) {
  auto outcome = model.ask(request_of_150_tokens(), patient());
  return outcome ? outcome->text : std::string(failing_word(outcome.error().why));
}

TEST(Budget, EstimatesUpwards) {
  auto request = request_of_150_tokens();
  EXPECT_EQ(most_usage(request), (Usage{.input = 100, .cached = 0, .cache_written = 0, .output = 50}));
  request.system += 'x';
  EXPECT_EQ(most_usage(request).input, 101u);
  request.shape = ReplyShape{"shape", {{"type", "object"}}};
  EXPECT_EQ(most_usage(request).input, (301u + 5 + 17 + 2) / 3);
}

TEST(Budget, SendsNothingThatMayCostTooMuch) {
  struct {
    Budget budget;
    char const* whose;
  } const cases[] = {{{.call = {.money = its_most_money - 1}}, "a call"},
                     {{.run = {.money = its_most_money - 1}}, "the run r-1"},
                     {{.session = {.tokens = 149}}, "the session s"},
                     {{.day = {.tokens = 149}}, "the day 2024-10-04"}};
  for (auto const& [budget, whose] : cases) {
    Ledger ledger;
    ScriptedModel model;
    model.says("yes");
    auto const outcome = budgeted(model, budget, ledger).ask(request_of_150_tokens(), patient());
    ASSERT_FALSE(outcome) << whose;
    EXPECT_EQ(outcome.error().why, Failing::over_budget);
    EXPECT_THAT(outcome.error().message, HasSubstr(whose));
    EXPECT_TRUE(model.asked().empty());
    EXPECT_EQ(ledger.spent("the run r-1"), Spending{});
  }
}

TEST(Budget, SendsWhatJustFits) {
  Ledger ledger;
  ScriptedModel model;
  model.says("yes", {.input = 90, .cached = 80, .cache_written = 0, .output = 10});
  Allowance const just = {150, its_most_money};
  EXPECT_EQ(outcome_of(*std::make_unique<BudgetedModel>(budgeted(model, {just, just, just, just}, ledger))),
            "yes");
  Spending const spent = {.tokens = 100, .money = 10 * 3 + 24 + 10 * 15};
  EXPECT_EQ(ledger.spent(run_account(somebody)), spent);
  EXPECT_EQ(ledger.spent(session_account(somebody)), spent);
  EXPECT_EQ(ledger.spent(day_account(first_day)), spent);
}

TEST(Budget, LimitsMoneyOnlyWherePricesAreKnown) {
  Ledger ledger;
  ScriptedModel model("another");
  model.says("yes", {.input = 90, .cached = 0, .cache_written = 0, .output = 10});
  auto limited = budgeted(model, {.day = {.money = 1'000'000'000}}, ledger);
  EXPECT_EQ(outcome_of(limited), "over_budget");
  auto counted = budgeted(model, {.day = {.tokens = 1'000}}, ledger);
  EXPECT_EQ(outcome_of(counted), "yes");
  EXPECT_EQ(ledger.spent(day_account(first_day)), (Spending{.tokens = 100, .money = 0, .unpriced = 100}));
}

TEST(Budget, BooksWhatFailedAndWasCancelled) {
  Ledger ledger;
  ScriptedModel model;
  Usage const some = {.input = 10, .cached = 0, .cache_written = 0, .output = 1};
  model.fails(Failing::transient, "", some)
      .fails(Failing::cancelled, "", some)
      .fails(Failing::truncated, "cut", some);
  auto limited = budgeted(model, {.run = {.tokens = 150 + 32}}, ledger);
  EXPECT_EQ(outcome_of(limited), "transient");
  EXPECT_EQ(outcome_of(limited), "cancelled");
  EXPECT_EQ(outcome_of(limited), "truncated");
  EXPECT_EQ(ledger.spent(run_account(somebody)).tokens, 33u);
  EXPECT_EQ(outcome_of(limited), "over_budget");
}

TEST(Budget, BooksTheEstimateWhereNobodySaysWhatItTook) {
  Ledger ledger;
  ScriptedModel model;
  model.says("yes").fails(Failing::cancelled).fails(Failing::transient);
  auto counted = budgeted(model, {}, ledger);
  outcome_of(counted);
  outcome_of(counted);
  outcome_of(counted); // refused: the endpoint did no work
  EXPECT_EQ(ledger.spent(run_account(somebody)).tokens, 300u);
}

/// Three attempts that were sent and never answered, after one that was refused.
class Lost final : public Model {
public:
  [[nodiscard]] std::string const& id() const noexcept override { return id_; }
  std::expected<Reply, Failure> ask(Request const&, CallLimits const&) override {
    Failure lost{.why = Failing::transient, .message = "timeout"};
    lost.attempts.resize(4);
    for (std::size_t i = 1; i < lost.attempts.size(); ++i)
      lost.attempts[i].unmetered = true;
    return std::unexpected(lost);
  }

private:
  std::string id_ = "lost-1";
};

TEST(Budget, BooksTheMostForEveryAttemptThatNeverCameBack) {
  Ledger ledger;
  Lost model;
  auto counted = budgeted(model, {}, ledger);
  EXPECT_EQ(outcome_of(counted), "transient");
  EXPECT_EQ(ledger.spent(run_account(somebody)).tokens, 450u);
}

TEST(Budget, DoesNotBelieveWhatNobodyCanHaveUsed) {
  Ledger ledger;
  ScriptedModel model;
  model.says("yes", {.input = 100, .output = std::uint64_t{1} << 60});
  auto counted = budgeted(model, {}, ledger);
  outcome_of(counted);
  EXPECT_EQ(ledger.spent(run_account(somebody)).tokens, 150u);
}

TEST(Ledger, LetsInWhatIsFreeWhenNothingIsLeft) {
  Ledger ledger;
  Account const account{"a", {.money = 10}};
  ledger.book("a", {.tokens = 5, .money = 20});
  EXPECT_EQ(ledger.reserve({&account, 1}, {.tokens = 5}), std::nullopt);
  EXPECT_NE(ledger.reserve({&account, 1}, {.tokens = 5, .money = 1}), std::nullopt);
}

TEST(Budget, BeginsAnewEachDay) {
  Ledger ledger;
  ScriptedModel model;
  model.says("one").says("two");
  Budget const one_a_day = {.day = {.tokens = 150}};
  auto today = budgeted(model, one_a_day, ledger);
  auto tomorrow = budgeted(model, one_a_day, ledger, first_day + std::chrono::days(1));
  EXPECT_EQ(outcome_of(today), "one");
  EXPECT_EQ(outcome_of(today), "over_budget");
  EXPECT_EQ(outcome_of(tomorrow), "two");
}

TEST(Budget, KnowsWhatWasSpentBeforeARestart) {
  Ledger ledger;
  ledger.book(session_account(somebody), {.tokens = 1});
  ScriptedModel model;
  model.says("yes");
  auto limited = budgeted(model, {.session = {.tokens = 150}}, ledger);
  EXPECT_EQ(outcome_of(limited), "over_budget");
  ledger.close_all();
  EXPECT_EQ(outcome_of(limited), "yes");
}

/// Uses all that a call may use, and yields so that calls overlap.
class GreedyModel final : public Model {
public:
  std::string const& id() const noexcept override { return id_; }
  Outcome ask(Request const& request, CallLimits const&) override {
    ++sent_;
    std::this_thread::yield();
    return Reply{"yes", id_, most_usage(request), {}};
  }
  unsigned sent() const noexcept { return sent_; }

private:
  std::string id_ = "scripted-1";
  std::atomic<unsigned> sent_ = 0;
};

RC_GTEST_PROP(BudgetProperty, NoCrowdSpendsMoreThanAllowed, ()) {
  auto const allowed = *rc::gen::inRange<std::uint64_t>(0, 3'000);
  auto const callers = *rc::gen::inRange(1, 6);
  Ledger ledger;
  GreedyModel model;
  {
    std::vector<std::jthread> threads;
    for (int caller = 0; caller < callers; ++caller)
      threads.emplace_back([&, caller] {
        // Each caller has a run of its own; they share the session.
        Spender const spender{"s", std::to_string(caller)};
        BudgetedModel mine(model, {.session = {.tokens = allowed}}, spender, prices(), ledger,
                           [] { return first_day; });
        while (outcome_of(mine) == "yes") {
        }
      });
  }
  RC_ASSERT(ledger.spent(session_account(somebody)).tokens <= allowed);
  RC_ASSERT(model.sent() == allowed / 150); // and everything allowed was spent
}

RC_GTEST_PROP(LedgerProperty, NeverLetsInMoreThanIsLeft, ()) {
  Ledger ledger;
  auto const limit = *rc::gen::inRange<std::uint64_t>(0, 1'000);
  std::array const accounts = {Account{"a", {limit, {}}}, Account{"b", {{}, limit * 2}}};
  std::vector<Spending> under_way;
  Spending spent;
  for (auto left = *rc::gen::inRange(0, 40); left > 0; --left) {
    if (!under_way.empty() && *rc::gen::arbitrary<bool>()) {
      auto const most = under_way.back();
      under_way.pop_back();
      Spending const actual{.tokens = *rc::gen::inRange<std::uint64_t>(0, most.tokens + 1),
                            .money = most.money};
      ledger.settle(accounts, most, actual);
      spent += actual;
    } else {
      Spending const most{.tokens = *rc::gen::inRange<std::uint64_t>(0, 300),
                          .money = *rc::gen::inRange<std::uint64_t>(0, 600)};
      if (!ledger.reserve(accounts, most)) under_way.push_back(most);
    }
    auto together = spent;
    for (auto const& each : under_way)
      together += each;
    RC_ASSERT(together.tokens <= limit && together.money <= limit * 2);
    RC_ASSERT(ledger.spent("a") == spent && ledger.spent("b") == spent);
  }
}

TEST(Ledger, StopsAtTheLargestNumber) {
  Ledger ledger;
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  ledger.book("a", {.tokens = most - 1});
  ledger.book("a", {.tokens = 5});
  EXPECT_EQ(ledger.spent("a").tokens, most);
  std::array const accounts = {Account{"a", {.tokens = 10}}};
  EXPECT_THAT(ledger.reserve(accounts, {.tokens = 3}).value_or(""), AllOf(HasSubstr("a"), HasSubstr("10")));
}

} // namespace
} // namespace artifactd::model
