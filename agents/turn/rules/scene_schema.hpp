// A ruleset's scene_state_schema, compiled once: what it declares about a member of the state, and whether a
// whole state is valid. Validation applies every keyword; questions about a member follow only `properties`,
// `$ref` and `allOf`, where members are declared.
#pragma once

#include "agents/turn/rules/state_path.hpp"
#include "merge/schema/flat.hpp"
#include "merge/schema/schema.hpp"

#include <memory>
#include <optional>

namespace artifactd::turn {

struct DeclaredMember {
  std::vector<JsonType> types; ///< empty: any
  std::optional<double> minimum;
  std::optional<double> maximum;
  std::optional<double> exclusive_minimum;
  std::optional<double> exclusive_maximum;
  bool required = false;

  [[nodiscard]] bool takes(JsonType type) const noexcept; ///< the type `number` also takes integers
  /// Whether it can hold only whole numbers.
  [[nodiscard]] bool whole() const noexcept;
  /// Whether a number is out of its bounds.
  [[nodiscard]] bool too_low(double number) const noexcept;
  [[nodiscard]] bool too_high(double number) const noexcept;
};

class SceneSchema {
public:
  /// Fault::invalid for a schema that does not compile.
  static Result<SceneSchema> of(Json const& schema);

  /// What the schema says about the member; std::nullopt if it does not declare it.
  [[nodiscard]] std::optional<DeclaredMember> declared(StatePath const& path) const;
  /// The names it declares in the object at the path; empty path: in the state itself.
  [[nodiscard]] std::vector<std::string> names_at(StatePath const& path) const;
  /// Validates a value against the whole schema.
  [[nodiscard]] Result<std::vector<Finding>> findings(Json const& state) const;

private:
  SceneSchema(std::shared_ptr<FlatSchema const> flat, std::shared_ptr<CompiledSchema const> compiled)
      : flat_(std::move(flat)), compiled_(std::move(compiled)) {}
  [[nodiscard]] std::vector<Schema const*> at(StatePath const& path) const;

  std::shared_ptr<FlatSchema const> flat_;
  std::shared_ptr<CompiledSchema const> compiled_;
};

} // namespace artifactd::turn
