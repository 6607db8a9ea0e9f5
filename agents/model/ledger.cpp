#include "agents/model/ledger.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <limits>

namespace artifactd::model {

namespace {

void add_up(std::uint64_t& sum, std::uint64_t more) noexcept {
  if (__builtin_add_overflow(sum, more, &sum)) sum = std::numeric_limits<std::uint64_t>::max();
}

void take_back(std::uint64_t& sum, std::uint64_t less) noexcept {
  sum -= std::min(sum, less);
}

} // namespace

Spending& Spending::operator+=(Spending const& other) noexcept {
  add_up(tokens, other.tokens);
  add_up(money, other.money);
  add_up(unpriced, other.unpriced);
  return *this;
}

std::optional<std::string> exceeded(Allowance const& allowance, Spending const& spending) {
  if (allowance.money && spending.money > *allowance.money)
    return fmt::format("{} is more than {}", dollars(spending.money), dollars(*allowance.money));
  if (allowance.tokens && spending.tokens > *allowance.tokens)
    return fmt::format("{} tokens are more than {}", spending.tokens, *allowance.tokens);
  return std::nullopt;
}

std::optional<std::string> Ledger::reserve(std::span<Account const> accounts, Spending const& most) {
  std::lock_guard const lock(mutex_);
  for (auto const& account : accounts) {
    auto const& balance = balances_[account.name];
    auto then = balance.spent;
    then += balance.reserved;
    then += most;
    auto allowance = account.allowance;
    if (most.money == 0) allowance.money.reset(); // a free call is allowed even when no money is left
    if (auto why = exceeded(allowance, then))
      return fmt::format("the budget of {} would be exceeded: {} ([model] sets the limits)", account.name,
                         *why);
  }
  for (auto const& account : accounts)
    balances_[account.name].reserved += most;
  return std::nullopt;
}

void Ledger::settle(std::span<Account const> accounts, Spending const& most, Spending const& spent) {
  std::lock_guard const lock(mutex_);
  for (auto const& account : accounts) {
    auto& balance = balances_[account.name];
    take_back(balance.reserved.tokens, most.tokens);
    take_back(balance.reserved.money, most.money);
    take_back(balance.reserved.unpriced, most.unpriced);
    balance.spent += spent;
  }
}

void Ledger::book(std::string const& account, Spending const& spent) {
  std::lock_guard const lock(mutex_);
  balances_[account].spent += spent;
}

Spending Ledger::spent(std::string const& account) const {
  std::lock_guard const lock(mutex_);
  auto found = balances_.find(account);
  return found == balances_.end() ? Spending{} : found->second.spent;
}

Spending Ledger::committed(std::string const& account) const {
  std::lock_guard const lock(mutex_);
  auto found = balances_.find(account);
  if (found == balances_.end()) return {};
  auto all = found->second.spent;
  return all += found->second.reserved;
}

bool Ledger::has_reserved(std::string const& account) const {
  std::lock_guard const lock(mutex_);
  auto found = balances_.find(account);
  return found != balances_.end() && found->second.reserved != Spending{};
}

void Ledger::close_all() {
  std::lock_guard const lock(mutex_);
  balances_.clear();
}

} // namespace artifactd::model
