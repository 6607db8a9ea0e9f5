// JSON Schema, of the draft that `$schema` names (7, 2019-09 or 2020-12; 7 if it names none), compiled once
// and applied to many texts. A compiled schema never changes: any thread may judge with it. Patterns are
// matched in linear time, and work is bounded. `format` is checked for date, time and date-time; other
// formats judge nothing.
#pragma once

#include "merge/schema/documents.hpp"
#include "state/finding.hpp"

#include <memory>
#include <string_view>
#include <vector>

namespace artifactd {

class CompiledSchema {
public:
  /// Fault::invalid, with file, line and column, for what is wrong in the schema: its author's to mend.
  static Result<CompiledSchema> compile(SchemaOrigin const& origin);
  CompiledSchema(CompiledSchema&&) noexcept;
  CompiledSchema& operator=(CompiledSchema&&) noexcept;
  ~CompiledSchema();

  /// `schema.violation` for what in `text`, sound JSON, is not as the schema has it: in order, each fault
  /// once, the most specific one of several that say the same, the first hundred. An Error when the schema
  /// asks for more work than it is worth.
  Result<std::vector<Finding>> findings(std::string_view file, std::string_view text) const;

  /// What is no error in the schema, but probably not meant: an unknown `$schema`, a misspelt keyword, one
  /// that judges nothing in its draft. Each with file, line and column; at most twenty.
  [[nodiscard]] std::vector<std::string> const& remarks() const noexcept;

  /// The files it was read from, as they were.
  [[nodiscard]] std::vector<SchemaDocuments::Read> const& read() const noexcept { return read_; }

private:
  struct Body;
  CompiledSchema(std::unique_ptr<Body const> body, std::vector<SchemaDocuments::Read> read);

  std::unique_ptr<Body const> body_;
  std::vector<SchemaDocuments::Read> read_;
};

} // namespace artifactd
