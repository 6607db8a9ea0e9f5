// What a reply must be, and whether it is: strict JSON, or a text that can be repaired into it in exactly one
// way (state/json/repair), then valid by its shape's schema, then by whatever else the caller demands. A
// reply is data: no instruction in it is followed, and all that is reported about it is safe to print.
#pragma once

#include "agents/model/model.hpp"
#include "agents/model/strict_json.hpp"
#include "merge/schema/schema.hpp"

#include <functional>
#include <memory>

namespace artifactd::model {

struct Contract {
  ReplyShape shape;
  /// Checks a value that is valid by the schema: one sentence for each fault, beginning with its pointer;
  /// empty if there are none. Optional. If it throws, that counts as a fault.
  std::function<std::vector<std::string>(nlohmann::ordered_json const&)> check = {};
};

/// A reply that keeps its contract.
struct Judged {
  nlohmann::ordered_json value;
  std::string text;                 ///< the strict JSON it was read from: numbers keep their spelling
  std::vector<std::string> repairs; ///< the repairs that made it strict JSON, printable
};

/// A compiled contract; may be used from any thread.
class ReplyJudge {
public:
  /// Fault::invalid if the schema does not compile. `contract` is borrowed.
  static Result<ReplyJudge> over(Contract const& contract, JsonBounds const& bounds = {});

  /// The reply's value, or the faults in the first part of the contract it breaks: lines in the order of the
  /// text, printable, never empty.
  [[nodiscard]] std::expected<Judged, std::vector<std::string>> judge(std::string_view reply) const;

private:
  ReplyJudge(Contract const& contract, std::shared_ptr<CompiledSchema const> schema, JsonBounds const& bounds)
      : contract_(&contract), schema_(std::move(schema)), bounds_(bounds) {}

  Contract const* contract_;
  std::shared_ptr<CompiledSchema const> schema_;
  JsonBounds bounds_;
};

} // namespace artifactd::model
