// JSON Schema of the draft that `$schema` names (7, 2019-09 or 2020-12; 7 if it names none), compiled once
// and applied to many texts. A compiled schema never changes and may be used from any thread. Patterns are
// matched in linear time, and work is bounded. `format` is checked for date, time and date-time; other
// formats judge nothing.
#pragma once

#include "merge/schema/documents.hpp"
#include "state/vocabulary/finding.hpp"

#include <memory>
#include <string_view>
#include <vector>

namespace artifactd {

class CompiledSchema {
public:
  /// Fault::invalid, with file, line and column, if the schema is wrong: its author has to repair it.
  static Result<CompiledSchema> compile(SchemaOrigin const& origin);
  CompiledSchema(CompiledSchema&&) noexcept;
  CompiledSchema& operator=(CompiledSchema&&) noexcept;
  ~CompiledSchema();

  /// `schema.violation` for each mismatch in `text`, which is valid JSON: in order, each fault once, the most
  /// specific of several equivalent ones, at most a hundred. An Error if judging takes more work than
  /// allowed.
  Result<std::vector<Finding>> findings(std::string_view file, std::string_view text) const;

  /// Parts of the schema that are no errors but probably mistakes: an unknown `$schema`, a misspelt keyword,
  /// one that judges nothing in its draft. Each with file, line and column; at most twenty.
  [[nodiscard]] std::vector<std::string> const& remarks() const noexcept;

  /// The files it was read from, as they were then.
  [[nodiscard]] std::vector<SchemaDocuments::Read> const& read() const noexcept { return read_; }

private:
  struct Body;
  CompiledSchema(std::unique_ptr<Body const> body, std::vector<SchemaDocuments::Read> read);

  std::unique_ptr<Body const> body_;
  std::vector<SchemaDocuments::Read> read_;
};

} // namespace artifactd
