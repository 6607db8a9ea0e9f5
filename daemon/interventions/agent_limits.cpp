#include "daemon/interventions/agent_limits.hpp"

#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>

namespace artifactd {

namespace {

/// Longer than a request may be: a file of more bytes is refused.
constexpr std::size_t most_of_a_request = 1 << 20;

/// Empty if there will be none, or one that cannot be judged.
Result<std::string> request_after(Session const& session, std::string const& path,
                                  std::vector<PlacedFile> const& files) {
  auto const given = std::ranges::find(files, path, &PlacedFile::path);
  if (given != files.end()) return given->bytes;
  auto text = read_file(session.directory(), path, most_of_a_request);
  if (text || text.error().fault == Fault::io || text.error().fault == Fault::denied) return text;
  return std::string();
}

} // namespace

Result<void> within_agent(Session const& session, SignalName const& signal,
                          std::vector<PlacedFile> const& files) {
  auto const beyond = signal.kind.traits().beyond_agent;
  if (beyond == nullptr) return {};
  auto const request = TRY(request_after(session, layout::inputs_of(signal), files));
  auto why = beyond(request, signal.name.str());
  return why.empty() ? Result<void>() : fail(Fault::denied, std::move(why));
}

} // namespace artifactd
