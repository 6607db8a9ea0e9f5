// The work of `artifactd model`: it asks models on behalf of others, within budgets shared by all of them. It
// has the keys and receives texts, but never a session. Keys are read again for each call and never appear in
// its output.
#pragma once

#include "agents/model/catalogue.hpp"
#include "agents/model/day_book.hpp"
#include "agents/model/service_message.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace artifactd::model {

/// May be used from any thread.
class ModelService {
public:
  /// Reports a call that has ended, for the log. Called on the thread that served it.
  using Told = std::function<void(CallWanted const&, Outcome const&, Duration)>;

  /// `book` is borrowed.
  ModelService(Catalogue catalogue, DayBook& book, Told told);

  /// Blocks. The call ends when `cancel` becomes readable.
  [[nodiscard]] Outcome call(CallWanted const& wanted, int cancel);
  [[nodiscard]] ServiceReport report() const;

private:
  void count(CallWanted const& wanted, Outcome const& outcome, Duration wall);
  [[nodiscard]] Outcome asked(CallWanted const& wanted, int cancel);

  Catalogue catalogue_;
  DayBook& book_;
  Told told_;
  std::map<std::string, Gate, std::less<>> gates_; ///< by key
};

/// Serves one connection: reads a question, answers it. An Error means that the peer is neither this
/// process's user nor root nor `allowed`, or violated the protocol; a peer that hangs up without sending
/// anything is not an error.
Result<void> serve_model(int connection, unsigned allowed, ModelService& service);

} // namespace artifactd::model
