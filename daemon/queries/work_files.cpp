#include "daemon/queries/work_files.hpp"

#include "merge/artifacts/gzip.hpp"
#include "state/platform/digest.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/utf8.hpp"
#include "watchers/scan.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::size_t longest_text = std::size_t{4} << 20; ///< what an editor in a page still opens

std::string fingerprint(WorkFile const& file) {
  auto const& it = file.stamp;
  return fmt::format("{} {} {} {} {} {} {}", file.path, it.device, it.inode, it.birth_ns, it.modified_ns,
                     it.changed_ns, it.size);
}

} // namespace

Result<std::vector<std::string>> work_files(Session const& session, SignalName const& signal) {
  auto const& traits = signal.kind.traits();
  auto location = layout::inputs_of(signal);
  if (!location.ends_with('/')) return std::vector{std::move(location)};
  auto const own = traits.inputs.contains("{0}");
  auto const is_input = [&](std::string const& file) {
    return std::ranges::any_of(traits.endings, [&](std::string_view ending) {
      if (ending.empty() || file.starts_with('.')) return false;
      return own ? file.ends_with(ending) : file == signal.name.str() + std::string(ending);
    });
  };
  auto const directory = open_directory(session.directory(), location.substr(0, location.size() - 1));
  if (!directory && directory.error().fault == Fault::missing) return std::vector<std::string>();
  if (!directory) return fail(directory.error());
  std::vector<std::string> files;
  for (auto const& file : TRY(list_directory(directory->get(), most_names)))
    if (is_input(file)) files.push_back(location + file);
  std::ranges::sort(files);
  return files;
}

std::string WorkFile::name() const {
  return path.substr(path.rfind('/') + 1);
}

Result<std::vector<WorkFile>> list_work(Session const& session, SignalName const& signal) {
  std::vector<WorkFile> files;
  for (auto& path : TRY(work_files(session, signal)))
    if (auto const stamp = TRY(unless_missing(stamp_at(session.directory(), path))))
      files.push_back({std::move(path), *stamp});
  return files;
}

std::string version_of(std::vector<WorkFile> const& files) {
  Digest digest;
  for (auto const& each : files)
    digest.add(fingerprint(each));
  return digest.hex();
}

std::string version_of(WorkFile const& file) {
  return Digest().add(fingerprint(file)).hex();
}

Result<WorkText> work_text(Session const& session, SignalName const& signal, std::string const& name) {
  for (auto& file : TRY(list_work(session, signal))) {
    if (file.name() != name) continue;
    WorkText found{.file = file, .text = TRY(read_file(session.directory(), file.path, longest_text))};
    found.is_packed = layout::artifact_form(name) == layout::ArtifactForm::packed;
    if (found.is_packed) {
      auto unpacked = TRY(unpack_gzip(found.text, file.path, longest_text));
      if (unpacked.fault) return fail(Fault::invalid, unpacked.fault->message);
      found.text = std::move(unpacked.text);
    }
    // A sequence that the end cuts short is malformed, too.
    found.is_text = is_utf8(found.text);
    if (!found.is_text) found.text = printable_lines(found.text);
    return found;
  }
  return fail(Fault::missing, fmt::format("{} has no file {}", signal_word(signal), printable(name)));
}

std::vector<Finding> findings_about(AttemptLog const& log, std::string const& path) {
  std::vector<Finding> about;
  if (log.attempts.empty()) return about;
  std::ranges::copy_if(log.attempts.back().findings, std::back_inserter(about),
                       [&](Finding const& each) { return each.file == path; });
  return about;
}

} // namespace artifactd
