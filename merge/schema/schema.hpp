// JSON Schema of the draft that `$schema` names (7, 2019-09 or 2020-12; 7 if it names none), compiled once
// and applied to many texts. A compiled schema never changes and may be used from any thread. Patterns are
// matched in linear time, and work is bounded. `format` is checked for date, time and date-time; other
// formats judge nothing.
#pragma once

#include "merge/schema/documents.hpp"
#include "merge/schema/flat.hpp"
#include "state/vocabulary/finding.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

class CompiledSchema {
public:
  /// Fault::invalid, with file, line and column, if the schema is wrong: its author has to repair it.
  static Result<CompiledSchema> compile(SchemaOrigin const& origin);

  /// `schema.violation` for each mismatch in `text`, which is valid JSON: in order, each fault once, the most
  /// specific of several equivalent ones, at most a hundred. An Error if judging takes more work than
  /// allowed.
  Result<std::vector<Finding>> findings(std::string_view file, std::string_view text) const;

  /// Parts of the schema that are no errors but probably mistakes: an unknown `$schema`, a misspelt keyword,
  /// one that judges nothing in its draft. Each with file, line and column; at most twenty.
  [[nodiscard]] std::vector<std::string> const& remarks() const noexcept { return flat_.remarks; }

  /// The files it was read from, as they were then.
  [[nodiscard]] std::vector<SchemaDocuments::Read> const& read() const noexcept { return read_; }

private:
  CompiledSchema(std::string name, FlatSchema flat, std::vector<SchemaDocuments::Read> read)
      : name_(std::move(name)), flat_(std::move(flat)), read_(std::move(read)) {}

  std::string name_;
  FlatSchema flat_;
  std::vector<SchemaDocuments::Read> read_;
};

} // namespace artifactd
