#include "daemon/api/submitted_files.hpp"

#include <fmt/core.h>

namespace artifactd {

Result<std::vector<PlacedFile>> submitted_files(SignalName const& signal, Json const& body) {
  auto const files = body.find("files");
  if (files == body.end() || !files->is_object())
    return fail(Fault::invalid, R"("files" has to be an object: {"claims.json": "TEXT", …})");
  std::vector<PlacedFile> placed;
  for (auto const& [name, text] : files->items()) {
    if (!text.is_string())
      return fail(Fault::invalid, fmt::format("the text of {} has to be a string", printable(name)));
    placed.push_back({TRY(place_for(signal, name)), text.get<std::string>()});
  }
  TRY(no_place_twice(placed));
  return placed;
}

} // namespace artifactd
