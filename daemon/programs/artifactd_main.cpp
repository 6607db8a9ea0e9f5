#include "daemon/process/version.hpp"
#include "daemon/programs/kind_list.hpp"
#include "daemon/service/app.hpp"

#include <exception>
#include <fmt/core.h>

int main(int argc, char** argv) {
  try {
    auto options = artifactd::parse_artifactd(argc, argv, artifactd::commit_text);
    if (options) options->source.served = artifactd::kind_list();
    auto exit = options ? artifactd::run_artifactd(*options) : options.error();
    return static_cast<int>(exit);
  } catch (std::exception const& error) {
    fmt::print(stderr, "artifactd: {}\n", error.what());
    return static_cast<int>(artifactd::Exit::io);
  }
}
