// What a reply has to be, and whether one is: strict JSON, or a text from which it follows in one way alone
// (state/json/mend), then the schema of its shape, then whatever else the asker demands. A reply is data:
// nothing in it is followed, and what is said of it is safe to print.
#pragma once

#include "agents/model/model.hpp"
#include "agents/model/strict_json.hpp"
#include "merge/schema/schema.hpp"

#include <functional>
#include <memory>

namespace artifactd::model {

struct Contract {
  ReplyShape shape;
  /// What is wrong with a value that is as the schema has it, one sentence each, beginning with its pointer;
  /// empty: nothing. May be absent. Should it throw, that counts as one more fault.
  std::function<std::vector<std::string>(nlohmann::ordered_json const&)> check = {};
};

/// A reply that keeps its contract.
struct Judged {
  nlohmann::ordered_json value;
  std::string text;                  ///< the strict JSON it was read from: numbers as they were written
  std::vector<std::string> mendings; ///< what had to be done to make it strict JSON, printable
};

/// A contract ready to judge by; any thread.
class ReplyJudge {
public:
  /// Fault::invalid for a schema that does not compile. `contract` is borrowed.
  static Result<ReplyJudge> over(Contract const& contract, JsonBounds const& bounds = {});

  /// The reply's value, or what is wrong with the first part of the contract it breaks: lines in the order of
  /// the text, printable, never none.
  [[nodiscard]] std::expected<Judged, std::vector<std::string>> judge(std::string_view reply) const;

private:
  ReplyJudge(Contract const& contract, std::shared_ptr<CompiledSchema const> schema, JsonBounds const& bounds)
      : contract_(&contract), schema_(std::move(schema)), bounds_(bounds) {}

  Contract const* contract_;
  std::shared_ptr<CompiledSchema const> schema_;
  JsonBounds bounds_;
};

} // namespace artifactd::model
