#include "agents/model/budget.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace artifactd::model {

namespace {

constexpr std::uint64_t bytes_per_token = 3;

Spending priced(Price const* price, Usage const& usage) noexcept {
  Spending spending{.tokens = usage.input};
  spending += {.tokens = usage.output};
  if (price == nullptr)
    spending.unpriced = spending.tokens;
  else
    spending.money = cost(*price, usage);
  return spending;
}

/// The highest input price, whether the input is read from the cache, written to it, or neither.
Price dearest(Price price) noexcept {
  price.input = std::max({price.input, price.cached, price.cache_write});
  return price;
}

bool limits_money(Budget const& budget) noexcept {
  return budget.call.money || budget.run.money || budget.session.money || budget.day.money;
}

/// Whether the model worked on an answer, as opposed to a call that was rejected.
bool was_worked_at(std::expected<Reply, Failure> const& outcome) noexcept {
  if (outcome) return true;
  auto const& failure = outcome.error();
  return !failure.attempts.empty() && (failure.why == Failing::truncated || failure.why == Failing::refused ||
                                       failure.why == Failing::empty || failure.why == Failing::malformed ||
                                       failure.why == Failing::cancelled);
}

/// More than any tokenizer could count or any endpoint that honours max_tokens could use.
bool is_absurd(Usage const& told, Usage const& most) noexcept {
  constexpr std::uint64_t times = 16;
  return told.input / times > most.input || told.output / times > most.output;
}

} // namespace

std::string run_account(Spender const& spender) {
  return "the run " + spender.run;
}

std::string session_account(Spender const& spender) {
  return "the session " + spender.session;
}

std::string day_account(Day day) {
  return "the day " + day_text(day);
}

Usage most_usage(Request const& request) {
  std::uint64_t bytes = request.system.size();
  for (auto const& each : request.messages)
    bytes += each.text.size();
  if (request.shape) bytes += request.shape->name.size() + request.shape->text.size();
  return {.input = (bytes + bytes_per_token - 1) / bytes_per_token, .output = request.max_tokens};
}

Spending most_spending(Price const* price, Request const& request) {
  auto const dear = price == nullptr ? Price{} : dearest(*price);
  return priced(price == nullptr ? nullptr : &dear, most_usage(request));
}

Usage booked_usage(std::expected<Reply, Failure> const& outcome, Request const& request) {
  auto const most = most_usage(request);
  auto const& told = outcome ? outcome->usage : outcome.error().usage;
  auto const& attempts = outcome ? outcome->attempts : outcome.error().attempts;
  auto untold = std::ranges::count_if(attempts, &Attempt::unmetered);
  if (untold == 0 && told == Usage{} && was_worked_at(outcome)) untold = 1;
  auto all = is_absurd(told, most) ? most : told;
  for (; untold > 0; --untold)
    all += most;
  return all;
}

Day today_in_utc() {
  return std::chrono::floor<std::chrono::days>(
      std::chrono::sys_time<std::chrono::nanoseconds>(std::chrono::nanoseconds(wall_now_ns())));
}

BudgetedModel::BudgetedModel(Model& model, Budget const& budget, Spender spender, PriceList const& prices,
                             Ledger& ledger, std::function<Day()> today)
    : model_(model), budget_(budget), spender_(std::move(spender)), prices_(prices), ledger_(ledger),
      today_(std::move(today)) {}

std::expected<Reply, Failure> BudgetedModel::ask(Request const& request, CallLimits const& limits) {
  auto const today = today_();
  auto const* price = price_of(prices_, id(), today);
  if (price == nullptr && limits_money(budget_))
    return failed_call(Failing::over_budget,
                       fmt::format("money is limited, but the price of {} is unknown", id()));
  auto const set_aside = most_spending(price, request);
  if (auto why = exceeded(budget_.call, set_aside))
    return failed_call(
        Failing::over_budget,
        fmt::format("the budget of a call would be exceeded: {} ([model] sets the limits)", *why));
  std::array const accounts = {Account{run_account(spender_), budget_.run},
                               Account{session_account(spender_), budget_.session},
                               Account{day_account(today), budget_.day}};
  if (auto why = ledger_.reserve(accounts, set_aside))
    return failed_call(Failing::over_budget, *std::move(why));
  auto outcome = model_.ask(request, limits);
  ledger_.settle(accounts, set_aside, priced(price, booked_usage(outcome, request)));
  return outcome;
}

} // namespace artifactd::model
