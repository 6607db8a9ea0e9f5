// What model calls have used, by account (a run, a session, a day), and the most that calls in flight may
// use. A call is admitted only if it fits into all of its accounts even if all calls in flight use their
// maximum, so that concurrent callers never exceed an allowance. Thread-safe.
#pragma once

#include "agents/model/price.hpp"

#include <mutex>
#include <span>

namespace artifactd::model {

struct Spending {
  std::uint64_t tokens = 0; ///< input and output
  MicroDollars money = 0;
  std::uint64_t unpriced = 0; ///< tokens of unknown cost, which `money` lacks

  /// Saturates at the largest number.
  Spending& operator+=(Spending const& other) noexcept;
  bool operator==(Spending const&) const = default;
};

/// An absent limit means unlimited.
struct Allowance {
  std::optional<std::uint64_t> tokens{};
  std::optional<MicroDollars> money{};
};

/// The limit that is exceeded, "within 2000 tokens" or "within $1.50"; std::nullopt if none is.
[[nodiscard]] std::optional<std::string> exceeded(Allowance const& allowance, Spending const& spending);

struct Account {
  std::string name; ///< as used in messages: "the day 2026-11-21"
  Allowance allowance{};
};

class Ledger {
public:
  /// Reserves `most` on every account, or on none: then returns the reason, with the account's name. settle()
  /// must follow once the call has ended, however it did.
  [[nodiscard]] std::optional<std::string> reserve(std::span<Account const> accounts, Spending const& most);
  /// Replaces the reservation with what was spent.
  void settle(std::span<Account const> accounts, Spending const& most, Spending const& spent);

  /// Adds what was spent elsewhere: before a restart.
  void book(std::string const& account, Spending const& spent);
  [[nodiscard]] Spending spent(std::string const& account) const;
  /// The most that will have been spent once all calls in flight have ended.
  [[nodiscard]] Spending committed(std::string const& account) const;
  /// Whether a call in flight has something reserved on it.
  [[nodiscard]] bool has_reserved(std::string const& account) const;
  /// Forgets all spending and reservations.
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
