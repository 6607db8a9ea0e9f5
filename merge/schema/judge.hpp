// Judges one JSON text by a schema that valijson has compiled: a visitor over its constraints that knows
// where in the text it is. Work and nesting are bounded; running out of either is trouble, not a verdict.
#pragma once

#include "merge/schema/flat.hpp"
#include "state/json/tree.hpp"

#include <valijson/constraints/concrete_constraints.hpp>
#include <valijson/constraints/constraint_visitor.hpp>
#include <valijson/subschema.hpp>

namespace artifactd {

/// An `enum` or `const`, as valijson's custom constraint: the values are in FlatSchema::allowed.
struct AllowedConstraint final : valijson::constraints::PolyConstraint {
  explicit AllowedConstraint(std::size_t list) : number(list) {}
  bool validate(valijson::adapters::Adapter const&, std::vector<std::string> const&,
                valijson::ValidationResults*) const override {
    return false; // nobody asks: Judge visits it
  }
  [[nodiscard]] valijson::constraints::Constraint* cloneInto(void* place) const override {
    return new (place) AllowedConstraint(number);
  }
  [[nodiscard]] std::size_t sizeOf() const override { return sizeof(AllowedConstraint); }

  std::size_t number;
};

struct Violation {
  JsonNode at;
  std::string_view keyword;
  std::string message;
  std::string expected;
  std::string found;
  std::string hint;
};

class Judge final : public valijson::constraints::ConstraintVisitor {
public:
  using Subschema = valijson::Subschema;
  static constexpr std::size_t most_violations = 100;

  explicit Judge(FlatSchema const& flat) : flat_(flat) {}

  /// Whether the value is as the schema has it; why not goes to `into`, unless that is null.
  bool judge(Subschema const& schema, JsonNode const& node, std::vector<Violation>* into);
  /// Nothing, or what kept it from coming to an end.
  [[nodiscard]] std::string_view trouble() const noexcept { return trouble_; }

  bool visit(AllOfConstraint const& constraint) override;
  bool visit(AnyOfConstraint const& constraint) override;
  bool visit(ConditionalConstraint const& constraint) override;
  bool visit(ConstConstraint const& constraint) override;
  bool visit(ContainsConstraint const& constraint) override;
  bool visit(DependenciesConstraint const& constraint) override;
  bool visit(EnumConstraint const& constraint) override;
  bool visit(FormatConstraint const& constraint) override;
  bool visit(LinearItemsConstraint const& constraint) override;
  bool visit(MaximumConstraint const& constraint) override;
  bool visit(MaxItemsConstraint const& constraint) override;
  bool visit(MaxLengthConstraint const& constraint) override;
  bool visit(MaxPropertiesConstraint const& constraint) override;
  bool visit(MinimumConstraint const& constraint) override;
  bool visit(MinItemsConstraint const& constraint) override;
  bool visit(MinLengthConstraint const& constraint) override;
  bool visit(MinPropertiesConstraint const& constraint) override;
  bool visit(MultipleOfDoubleConstraint const& constraint) override;
  bool visit(MultipleOfIntConstraint const& constraint) override;
  bool visit(NotConstraint const& constraint) override;
  bool visit(OneOfConstraint const& constraint) override;
  bool visit(PatternConstraint const& constraint) override;
  bool visit(PolyConstraint const& constraint) override;
  bool visit(PropertiesConstraint const& constraint) override;
  bool visit(PropertyNamesConstraint const& constraint) override;
  bool visit(RequiredConstraint const& constraint) override;
  bool visit(SingularItemsConstraint const& constraint) override;
  bool visit(TypeConstraint const& constraint) override;
  bool visit(UniqueItemsConstraint const& constraint) override;

private:
  using Violations = std::vector<Violation>;

  bool spend(std::size_t bytes);
  [[nodiscard]] bool is(json::Type type) const noexcept { return node_->type() == type; }
  bool refuse(Violation violation);
  bool refuse(std::string_view keyword, std::string message, std::string expected, std::string found = {},
              std::string hint = {});
  bool within_schema_in_place(Subschema const& schema) { return judge(schema, *node_, into_); }
  bool refuse_branches(std::string_view keyword, std::vector<Violations> branches);
  bool unknown_member(JsonNode const& member, std::vector<std::string> const& known);
  bool count_in_range(std::string_view keyword, bool sound, std::size_t count, std::uint64_t limit,
                      std::string_view unit);

  FlatSchema const& flat_;
  JsonNode const* node_ = nullptr;
  Violations* into_ = nullptr;
  std::size_t steps_ = 0;
  unsigned nesting_ = 0;
  std::string_view trouble_;
};

/// A value as a message shows it: short, never more than one line.
[[nodiscard]] std::string described(JsonNode const& node);

} // namespace artifactd
