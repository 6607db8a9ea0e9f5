#include "merge/artifacts/log_reader.hpp"

#include "state/platform/fd.hpp"
#include "state/session/atomic_file.hpp"

#include <fcntl.h>

namespace artifactd {

namespace {

/// A write changes the times a moment before the size.
bool may_have_grown(Stamp const& now, Stamp const& before) {
  return same_file(now, before) && now.size >= before.size && now.mode == before.mode &&
         now.links == before.links;
}

} // namespace

Result<std::string> read_log(int directory, std::string const& name, Stamp const& listed) {
  auto file = TRY(open_beneath(directory, name, O_RDONLY | O_NONBLOCK));
  auto bytes = TRY(read_start(file.get(), name, listed.size));
  // see read_steadily: mapped writes leave no trace
  if (!TRY(begins_with(file.get(), name, bytes)) || !may_have_grown(TRY(stamp_at(directory, name)), listed))
    return fail(Fault::changed, name + " changed while it was read");
  return bytes;
}

Result<bool> only_grew(int directory, std::string const& name, Stamp const& listed, std::string_view read) {
  if (!may_have_grown(TRY(stamp_at(directory, name)), listed)) return false;
  auto file = TRY(open_beneath(directory, name, O_RDONLY | O_NONBLOCK));
  return begins_with(file.get(), name, read);
}

} // namespace artifactd
