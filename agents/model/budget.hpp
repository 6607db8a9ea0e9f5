// A model that sends nothing its budget does not cover. What a call may take at most is estimated before it
// is sent: a token for every three bytes, and every token the reply may have, each at the dearest price it
// could have. Afterwards what it did take is booked, however it ended. A cassette wraps this one, not the
// other way round: what is answered from a record costs nothing.
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

/// On whose accounts calls are.
struct Spender {
  std::string session;
  std::string run; ///< unique among all sessions
};

/// How the ledger calls their accounts.
[[nodiscard]] std::string run_account(Spender const& spender);
[[nodiscard]] std::string session_account(Spender const& spender);
[[nodiscard]] std::string day_account(Day day);

/// Tokens; more than there will be, unless nearly every character is a token of its own.
[[nodiscard]] Usage most_usage(Request const& request);

/// The same with what it costs at the dearest price its tokens could have; null: that is not known.
[[nodiscard]] Spending most_spending(Price const* price, Request const& request);

/// What is booked for a call: what it says that it took, and the most for each attempt that does not say,
/// though it was worked at.
[[nodiscard]] Usage booked_usage(std::expected<Reply, Failure> const& outcome, Request const& request);

[[nodiscard]] Day today_in_utc();

class BudgetedModel final : public Model {
public:
  /// All borrowed but the words.
  BudgetedModel(Model& model, Budget const& budget, Spender spender, PriceList const& prices, Ledger& ledger,
                std::function<Day()> today = today_in_utc);

  [[nodiscard]] std::string const& id() const noexcept override { return model_.id(); }

  /// Failing::over_budget, and nothing was sent, where an allowance would be exceeded, or where money is
  /// limited and the model has no price. An answer that does not say what it took is booked as estimated.
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
