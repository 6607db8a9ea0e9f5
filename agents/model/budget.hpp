// A model that sends nothing its budget does not cover. Before a call is sent, its maximum usage is
// estimated: one input token for every three bytes, and every token the reply may have, each at the highest
// price that could apply. Afterwards the actual usage is booked, however the call ended. A cassette wraps
// this model, not the other way round: an answer from a record costs nothing.
#pragma once

#include "agents/model/ledger.hpp"

#include <functional>

namespace artifactd::model {

struct Budget {
  Allowance call{};
  Allowance run{};
  Allowance session{};
  Allowance day{};
};

/// Whose accounts calls are charged to.
struct Spender {
  std::string session;
  std::string run; ///< unique among all sessions
};

/// The names of their accounts in the ledger.
[[nodiscard]] std::string run_account(Spender const& spender);
[[nodiscard]] std::string session_account(Spender const& spender);
[[nodiscard]] std::string day_account(Day day);

/// An upper bound in tokens, unless nearly every character is a token of its own.
[[nodiscard]] Usage most_usage(Request const& request);

/// The same with its cost at the highest price that could apply; `price` is null if unknown.
[[nodiscard]] Spending most_spending(Price const* price, Request const& request);

/// What is booked for a call: its reported usage, plus the maximum for each attempt that was worked on but
/// did not report its usage.
[[nodiscard]] Usage booked_usage(std::expected<Reply, Failure> const& outcome, Request const& request);

[[nodiscard]] Day today_in_utc();

class BudgetedModel final : public Model {
public:
  /// Borrows all but `spender` and `today`.
  BudgetedModel(Model& model, Budget const& budget, Spender spender, PriceList const& prices, Ledger& ledger,
                std::function<Day()> today = today_in_utc);

  [[nodiscard]] std::string const& id() const noexcept override { return model_.id(); }

  /// Failing::over_budget, and nothing was sent, if an allowance would be exceeded, or if money is limited
  /// and the model has no price. An answer that does not report its usage is booked as estimated.
  [[nodiscard]] std::expected<Reply, Failure> ask(Request const& request, CallLimits const& limits) override;

private:
  Model& model_;
  Budget budget_;
  Spender spender_;
  PriceList const& prices_;
  Ledger& ledger_;
  std::function<Day()> today_;
};

} // namespace artifactd::model
