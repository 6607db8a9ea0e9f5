// A ruleset's scene_state_schema, compiled once: what it says of a member of the state, and whether a whole
// state is as it wants. Judging follows every keyword; the questions about a member follow `properties`,
// `$ref` and `allOf` alone, which is where members are declared.
#pragma once

#include "agents/turn/state_path.hpp"
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

  [[nodiscard]] bool takes(JsonType type) const noexcept; ///< a number's type takes integers
  /// Whether it can hold whole numbers only.
  [[nodiscard]] bool whole() const noexcept;
};

class SceneSchema {
public:
  /// Fault::invalid for a schema that does not compile.
  static Result<SceneSchema> of(Json const& schema);

  /// What the schema says of the member; nothing where it does not declare it.
  [[nodiscard]] std::optional<DeclaredMember> declared(StatePath const& path) const;
  /// The names it declares in the object at the path; empty path: in the state itself.
  [[nodiscard]] std::vector<std::string> names_at(StatePath const& path) const;
  /// What is wrong with a value of the whole schema.
  [[nodiscard]] Result<std::vector<Finding>> findings(Json const& state) const;

private:
  SceneSchema(std::shared_ptr<FlatSchema const> flat, std::shared_ptr<CompiledSchema const> compiled)
      : flat_(std::move(flat)), compiled_(std::move(compiled)) {}
  [[nodiscard]] std::vector<Schema const*> at(StatePath const& path) const;

  std::shared_ptr<FlatSchema const> flat_;
  std::shared_ptr<CompiledSchema const> compiled_;
};

} // namespace artifactd::turn
