// Compiled schemas, each compiled once for the whole process and again when one of its files changed. Safe
// from any thread.
#pragma once

#include "merge/schema/schema.hpp"

#include <memory>

namespace artifactd {

/// The schema as its files are now. Owned together with whoever judges by an older version meanwhile.
Result<std::shared_ptr<CompiledSchema const>> compiled_schema(SchemaOrigin const& origin);

} // namespace artifactd
