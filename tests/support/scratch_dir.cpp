#include "tests/support/scratch_dir.hpp"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>

namespace artifactd::test {

namespace fs = std::filesystem;

ScratchDir::ScratchDir() {
  std::string name = (fs::temp_directory_path() / "artifactd-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
  path_ = name;
}

ScratchDir::~ScratchDir() {
  std::error_code ignored; // what a test made unremovable is left for inspection of its failure
  fs::remove_all(path_, ignored);
}

fs::path ScratchDir::write(std::string_view relative, std::string_view text) const {
  fs::path const file = path_ / relative;
  fs::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (!out) throw std::system_error(errno, std::generic_category(), file.string());
  return file;
}

std::string ScratchDir::read(std::string_view relative) const {
  fs::path const file = path_ / relative;
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::system_error(errno, std::generic_category(), file.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace artifactd::test
