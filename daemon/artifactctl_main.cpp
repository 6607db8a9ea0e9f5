#include "daemon/cli.hpp"

#include <exception>
#include <fmt/core.h>

int main(int argc, char** argv) {
  try {
    return static_cast<int>(artifactd::run_artifactctl(argc, argv));
  } catch (std::exception const& error) {
    fmt::print(stderr, "artifactctl: {}\n", error.what());
    return static_cast<int>(artifactd::Exit::io);
  }
}
