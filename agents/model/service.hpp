// What `artifactd model` does: it asks models for others, within budgets that hold over all of them. It has
// the keys, and gets texts; it never gets a session. Keys are read anew for each call and are in nothing that
// it says.
#pragma once

#include "agents/model/catalogue.hpp"
#include "agents/model/day_book.hpp"
#include "agents/model/service_message.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace artifactd::model {

/// From any thread.
class ModelService {
public:
  /// A call that has ended, for the log. Called on the thread that served it.
  using Told = std::function<void(CallWanted const&, Outcome const&, Duration)>;

  /// `book` is borrowed.
  ModelService(Catalogue catalogue, DayBook& book, Told told);

  /// Blocks. The call ends when `cancel` becomes readable.
  [[nodiscard]] Outcome call(CallWanted const& wanted, int cancel);
  [[nodiscard]] ServiceReport report() const;

private:
  [[nodiscard]] Outcome asked(CallWanted const& wanted, int cancel);

  Catalogue catalogue_;
  DayBook& book_;
  Told told_;
  std::map<std::string, Gate, std::less<>> gates_; ///< by key
};

/// Serves one connection: reads a question, answers it. An Error says that the peer is not who it should be
/// (this process's user, root or `allowed`), or did not keep to the protocol; one that hangs up without a
/// word is none.
Result<void> serve_model(int connection, unsigned allowed, ModelService& service);

} // namespace artifactd::model
