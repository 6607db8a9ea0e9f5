#include "daemon/commands/backup/opened_backup.hpp"

#include "state/json/json_text.hpp"
#include "state/vocabulary/names.hpp"

#include <array>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>

namespace artifactd {

namespace {

Json rows_of(std::vector<backup::LeftOut> const& left) {
  auto rows = Json::array();
  for (auto const& each : left)
    rows.push_back({{"path", printable(each.path)}, {"why", each.why}});
  return rows;
}

struct Sum {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
};

Sum sum_of(backup::Manifest const& manifest) {
  Sum sum;
  for (auto const& entry : manifest.entries) {
    if (entry.what != backup::Entry::What::file) continue;
    ++sum.files;
    sum.bytes += entry.size;
  }
  return sum;
}

} // namespace

Result<OpenedBackup> open_backup(Cli const& cli, std::string const& path) {
  UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file) return fail(errno_error("open", printable(path)));
  struct stat status{};
  if (::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
    return fail(Fault::invalid, printable(path) + " is not a file");
  auto const config = whatever_configuration(cli);
  BackupFeed feed(cli);
  auto verified =
      backup::verify_backup(file.get(), {config.kg.graph.bytes, config.kg.graph.depth}, feed.go_on());
  if (!verified) return fail(std::move(verified).error().within(printable(path)));
  return OpenedBackup{std::move(file), *std::move(verified)};
}

Json contents_of(backup::Manifest const& manifest) {
  auto const sum = sum_of(manifest);
  auto roots = Json::array();
  for (auto const& root : manifest.roots)
    roots.push_back({{"name", printable(root.name)}, {"path", printable(root.path)}});
  return {{"made_at", manifest.made_at},
          {"artifactd", manifest.version},
          {"journal_layout", manifest.journal_layout},
          {"roots", std::move(roots)},
          {"sessions", manifest.sessions.size()},
          {"files", sum.files},
          {"bytes", sum.bytes},
          {"left_out", rows_of(manifest.left_out)},
          {"missing", rows_of(manifest.missing)}};
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::array units = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  auto amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; amount >= 1024 && unit + 1 < units.size(); ++unit)
    amount /= 1024;
  return unit == 0 ? fmt::format("{} bytes", bytes) : fmt::format("{:.1f} {}", amount, units[unit]);
}

std::string size_of(backup::Manifest const& manifest) {
  auto const sum = sum_of(manifest);
  return fmt::format("{}, {}, {}", how_many(manifest.sessions.size(), "session"), how_many(sum.files, "file"),
                     bytes_text(sum.bytes));
}

void print_left(std::string_view title, std::vector<backup::LeftOut> const& left) {
  constexpr std::size_t most = 20;
  for (std::size_t i = 0; i < std::min(left.size(), most); ++i)
    fmt::print("{}: {}: {}\n", title, printable(left[i].path), printable(left[i].why));
  if (left.size() > most) fmt::print("{}: {} more (--json shows them)\n", title, left.size() - most);
}

} // namespace artifactd
