// Writes the manual pages: `artifactd-manual SOURCE OUT` makes OUT/man1/artifactctl.1 and so on from the
// prose in SOURCE/docs/man and from what the programs are built of. Part of the build; not installed.
#include "daemon/commandline/cli.hpp"
#include "daemon/manual/page.hpp"
#include "daemon/process/version.hpp"
#include "daemon/programs/kind_list.hpp"
#include "daemon/service/daemon_options.hpp"

#include <exception>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace {

namespace fs = std::filesystem;

std::string contents(fs::path const& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file.string() + ": cannot be read");
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(fs::path const& file, std::string const& text) {
  fs::create_directories(file.parent_path());
  std::ofstream out(file);
  if (!out.write(text.data(), static_cast<std::streamsize>(text.size())).flush())
    throw std::runtime_error(file.string() + ": cannot be written");
}

void write_pages(fs::path const& source, fs::path const& out, artifactd::PageSources const& sources) {
  auto const prose = source / "docs/man";
  for (auto const& page : artifactd::command_pages(sources))
    if (!fs::exists(prose / (page + ".in"))) throw std::runtime_error(page + " has no prose in docs/man");
  for (auto const& file : fs::directory_iterator(prose)) {
    auto const page = file.path().stem().string();
    write(out / ("man" + page.substr(page.rfind('.') + 1)) / page,
          artifactd::filled_page(page, contents(file.path()), sources));
  }
}

} // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 3) throw std::runtime_error("usage: artifactd-manual SOURCE OUT");
    auto const kinds = artifactd::kind_list();
    artifactd::read_artifactctl(kinds, artifactd::commit_text, [&](CLI::App const& artifactctl) {
      artifactd::read_artifactd(artifactd::commit_text, [&](CLI::App const& artifactd) {
        write_pages(
            argv[1], argv[2],
            {artifactctl, artifactd, kinds.kinds, contents(fs::path(argv[1]) / "systemd/artifactd.toml")});
      });
    });
    return 0;
  } catch (std::exception const& error) {
    fmt::print(stderr, "artifactd-manual: {}\n", error.what());
    return 1;
  }
}
