// Judges one JSON text by a flat schema and reports positions in the text. Work and nesting are bounded;
// exceeding a bound is trouble, not a verdict.
#pragma once

#include "merge/schema/flat.hpp"
#include "state/json/tree.hpp"

namespace artifactd {

struct Violation {
  JsonNode at;
  std::string_view keyword;
  std::string message;
  std::string expected;
  std::string found;
  std::string hint;
};

class Judge {
public:
  using Violations = std::vector<Violation>;
  static constexpr std::size_t most_violations = 100;

  explicit Judge(FlatSchema const& flat) : flat_(flat) {}

  /// Whether the value is valid; violations go to `into`, unless that is null.
  bool judge(SchemaId id, JsonNode const& node, Violations* into);
  /// Empty, or what prevented it from finishing.
  [[nodiscard]] std::string_view trouble() const noexcept { return trouble_; }

private:
  /// One schema applied to one value.
  struct Frame {
    JsonNode const* node;
    Violations* into;
    Schema const* schema;
    std::vector<bool> evaluated{}; ///< children, by index; empty unless needed
  };

  bool judge_as_well(SchemaId id);
  bool judge_branch(SchemaId id, Violations* into);
  void add_evaluated(Frame const& inner);
  bool run(Frame& frame);
  bool apply();

  bool references();
  bool dynamic_reference();
  bool all_of();
  bool any_of();
  bool one_of();
  bool not_of();
  bool conditional();
  bool type();
  bool allowed();
  bool number();
  bool text();
  bool pattern(std::string const& content);
  bool format(std::string const& content);
  bool array();
  bool items();
  bool contains();
  bool unique_items();
  bool unevaluated_items();
  bool object();
  bool required();
  bool dependencies();
  bool properties();
  bool property_names();
  bool unevaluated_properties();

  bool spend(std::size_t bytes);
  [[nodiscard]] JsonNode const& node() const noexcept { return *frame_->node; }
  [[nodiscard]] Schema const& schema() const noexcept { return *frame_->schema; }
  [[nodiscard]] bool telling() const noexcept { return frame_->into != nullptr; }
  /// Whether further checks can matter: not after trouble, nor after a failure that is not reported.
  [[nodiscard]] bool go_on(bool sound) const noexcept { return trouble_.empty() && (sound || telling()); }
  [[nodiscard]] bool is_evaluated(std::size_t child) const;
  void evaluated(std::size_t child);

  bool refuse(Violation violation);
  bool refuse(std::string_view keyword, std::string message, std::string expected, std::string found = {},
              std::string hint = {});
  bool refuse_branches(std::string_view keyword, std::vector<Violations> branches);
  bool refuse_member(JsonNode const& member, std::string_view keyword, std::vector<std::string> const& known);
  bool count_in_range(std::string_view least, std::optional<std::uint64_t> const& min, std::string_view most,
                      std::optional<std::uint64_t> const& max, std::size_t count, std::string_view unit);
  bool refuse_count(std::string_view keyword, std::size_t count, std::uint64_t limit, std::string_view unit);

  FlatSchema const& flat_;
  Frame* frame_ = nullptr;
  std::vector<std::size_t> entered_{}; ///< the resources being applied, outermost first
  std::size_t steps_ = 0;
  unsigned nesting_ = 0;
  std::string_view trouble_;
};

/// A value as shown in a message: short, never more than one line.
[[nodiscard]] std::string described(JsonNode const& node);

} // namespace artifactd
