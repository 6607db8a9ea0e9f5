#include "daemon/commandline/cli.hpp"
#include "daemon/process/standard_streams.hpp"
#include "daemon/process/version.hpp"
#include "daemon/programs/kind_list.hpp"

#include <cstdio>
#include <exception>

int main(int argc, char** argv) {
  artifactd::occupy_standard_streams();
  try {
    return static_cast<int>(
        artifactd::run_artifactctl(argc, argv, artifactd::kind_list(), artifactd::commit_text));
  } catch (std::exception const& error) {
    std::fprintf(stderr, "artifactctl: %s\n", error.what()); // fmt::print throws if stderr is closed
    return static_cast<int>(artifactd::Exit::io);
  }
}
