#include "daemon/commandline/cli.hpp"
#include "daemon/process/version.hpp"
#include "daemon/programs/kind_list.hpp"

#include <exception>
#include <fmt/core.h>

int main(int argc, char** argv) {
  try {
    return static_cast<int>(
        artifactd::run_artifactctl(argc, argv, artifactd::kind_list(), artifactd::commit_text));
  } catch (std::exception const& error) {
    fmt::print(stderr, "artifactctl: {}\n", error.what());
    return static_cast<int>(artifactd::Exit::io);
  }
}
