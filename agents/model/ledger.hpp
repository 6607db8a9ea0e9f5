// What calls of models have taken, by account (a run, a session, a day), and what those under way may take at
// most. A call is let in only if it fits into every account it is on, whatever the others under way come to,
// so that no number of callers at once spends more than is allowed. Any thread.
#pragma once

#include "agents/model/price.hpp"

#include <mutex>
#include <span>

namespace artifactd::model {

struct Spending {
  std::uint64_t tokens = 0; ///< read and written
  MicroDollars money = 0;
  std::uint64_t unpriced = 0; ///< of the tokens: nobody knows what they cost, and `money` lacks them

  /// Stays at the largest number instead of growing beyond it.
  Spending& operator+=(Spending const& other) noexcept;
  bool operator==(Spending const&) const = default;
};

/// Of what is absent, there is no end.
struct Allowance {
  std::optional<std::uint64_t> tokens{};
  std::optional<MicroDollars> money{};
};

/// "within 2000 tokens" and "within $1.50", whichever is exceeded; nothing when it is enough.
[[nodiscard]] std::optional<std::string> exceeded(Allowance const& allowance, Spending const& spending);

struct Account {
  std::string name; ///< as messages call it: "the day 2026-11-21"
  Allowance allowance{};
};

class Ledger {
public:
  /// Sets `most` aside on every account, or on none: then, why not, with the account's name. To be settled
  /// once the call has ended, however it did.
  [[nodiscard]] std::optional<std::string> reserve(std::span<Account const> accounts, Spending const& most);
  /// Books what was spent in place of what had been set aside.
  void settle(std::span<Account const> accounts, Spending const& most, Spending const& spent);

  /// What was spent elsewhere: before a restart.
  void book(std::string const& account, Spending const& spent);
  [[nodiscard]] Spending spent(std::string const& account) const;
  /// What it will have spent at most once everything under way has ended.
  [[nodiscard]] Spending committed(std::string const& account) const;
  /// Forgets what was spent and set aside.
  void close_all();

private:
  struct Balance {
    Spending spent;
    Spending reserved;
  };

  mutable std::mutex mutex_;
  std::map<std::string, Balance> balances_;
};

} // namespace artifactd::model
