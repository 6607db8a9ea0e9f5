// Any bytes as the manifest of a backup: what is taken for one names nothing outside of its folders, and is
// read back as it is written.
#include "daemon/backup/manifest.hpp"
#include "tests/fuzz/demand.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace artifactd::backup;
  using artifactd::fuzz::demand;
  std::string_view const text(reinterpret_cast<char const*>(data), size);
  auto const read = read_manifest(text);
  if (!read) return 0;
  for (auto const& entry : read->entries)
    demand(is_path_below(entry.path), "an entry outside of its folder");
  for (auto const& session : read->sessions)
    demand(is_path_below(session.folder()), "a session outside of its root");
  auto const again = read_manifest(to_text(*read));
  demand(again && to_text(*again) == to_text(*read), "it is read back as written");
  return 0;
}
