// Sends entries to journald. What is logged to this sink is a whole entry: lines `FIELD=value`, MESSAGE and
// PRIORITY among them. If journald cannot be reached, MESSAGE goes to stderr with the `<N>` prefix. Safe from
// any thread.
#pragma once

#include <memory>
#include <spdlog/sinks/sink.h>

namespace artifactd {

[[nodiscard]] std::shared_ptr<spdlog::sinks::sink> journal_sink();

} // namespace artifactd
