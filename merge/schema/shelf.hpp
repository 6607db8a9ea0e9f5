// Compiled schemas, each compiled once per process and again when one of its files changes. May be used from
// any thread.
#pragma once

#include "merge/schema/schema.hpp"

#include <memory>

namespace artifactd {

/// The schema as its files are now. Shared, so that callers may go on using an older version.
Result<std::shared_ptr<CompiledSchema const>> compiled_schema(SchemaOrigin const& origin);

} // namespace artifactd
