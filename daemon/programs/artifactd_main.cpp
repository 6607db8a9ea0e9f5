#include "daemon/process/standard_streams.hpp"
#include "daemon/process/version.hpp"
#include "daemon/programs/kind_list.hpp"
#include "daemon/service/app.hpp"

#include <cstdio>
#include <exception>

int main(int argc, char** argv) {
  artifactd::occupy_standard_streams();
  try {
    auto options = artifactd::parse_artifactd(argc, argv, artifactd::commit_text);
    if (options) options->source.served = artifactd::kind_list();
    auto exit = options ? artifactd::run_artifactd(*options) : options.error();
    return static_cast<int>(exit);
  } catch (std::exception const& error) {
    std::fprintf(stderr, "artifactd: %s\n", error.what()); // fmt::print throws if stderr is closed
    return static_cast<int>(artifactd::Exit::io);
  }
}
