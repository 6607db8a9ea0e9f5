#include "agents/child/plain_run.hpp"

#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr std::size_t kept_words = 400;
constexpr unsigned overflow_id = 65534; // the kernel's id for owners that are not mapped here

} // namespace

Result<std::optional<Identity>> command_identity(Session const& session) {
  if (::geteuid() != 0) return std::nullopt;
  auto identity = TRY(session_identity(session.stamp()));
  if (identity.user == overflow_id)
    return fail(
        Fault::unsupported,
        fmt::format("no command runs for {}: its owner has no user id here, or is nobody; give it to the "
                    "user its agents run as: chown USER DIRECTORY",
                    session.shown()));
  // Owning a directory with root's group does not make the owner a member of that group.
  if (identity.group == 0) identity.group = overflow_id;
  std::erase(identity.groups, gid_t{0});
  return identity;
}

std::string last_words(Ran const& ran) {
  auto const& text = ran.errors.bytes.empty() ? ran.output.bytes : ran.errors.bytes;
  return printable(std::string_view(text).substr(text.size() - std::min(text.size(), kept_words)));
}

} // namespace artifactd
