#include "daemon/interventions/placed_files.hpp"

#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/kind_inputs.hpp"
#include "state/vocabulary/nearest.hpp"

#include <algorithm>
#include <climits>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

namespace artifactd {

namespace {

constexpr std::size_t most_files = 100'000; // of one agent

Result<std::string> in_own_directory(SignalName const& signal, std::string const& file_name) {
  auto const endings = input_endings(signal.kind);
  auto const fits = std::ranges::any_of(endings, [&](auto ending) { return file_name.ends_with(ending); });
  if (file_name.starts_with('.') || !fits)
    return fail(Fault::invalid,
                fmt::format("{} is not the name of an input of {}: it has to end in {}, and must not begin "
                            "with a dot",
                            printable(file_name), signal_word(signal), fmt::join(endings, ", ")));
  return layout::inputs_of(signal) + file_name;
}

/// "; rename it to x.yaml", if the ending is nearly one that would do.
std::string better_name(std::string const& file_name, std::vector<std::string_view> const& endings) {
  auto const dot = file_name.rfind('.');
  std::vector<std::string> const known(endings.begin(), endings.end());
  auto const ending = dot == file_name.npos ? "" : nearest(file_name.substr(dot), known);
  return ending.empty() ? ""
                        : fmt::format("; rename it to {}{}", printable(file_name.substr(0, dot)), ending);
}

/// A directory of all signals of the kind has files such as `<name>.yaml` and `<name>.samples.json`.
Result<std::string> in_shared_directory(SignalName const& signal, std::string const& file_name) {
  auto const endings = input_endings(signal.kind);
  auto const own = signal.name.str() + ".";
  auto const rest = file_name.starts_with(own) ? file_name.substr(own.size() - 1) : "";
  auto const fits = std::ranges::find(endings, rest) != endings.end();
  if (fits || rest.find('.', 1) != rest.npos) return layout::inputs_of(signal) + file_name;
  for (auto const ending : endings)
    if (file_name.ends_with(ending))
      return layout::inputs_of(signal) + signal.name.str() + std::string(ending);
  return fail(Fault::invalid, fmt::format("{} is not the name of an input of {}: it has to end in {}, or to "
                                          "be called like {}samples.json{}",
                                          printable(file_name), signal_word(signal), fmt::join(endings, ", "),
                                          own, better_name(file_name, endings)));
}

} // namespace

Result<std::string> place_for(SignalName const& signal, std::string const& file_name) {
  auto const form = inputs_form(signal.kind);
  if (form == InputsForm::document) return layout::signal(signal);
  if (file_name.empty() || file_name.contains('/') || file_name.contains('\0'))
    return fail(Fault::invalid, printable(file_name) + " is not a file name");
  if (file_name.size() > NAME_MAX)
    return fail(Fault::invalid, fmt::format("the file name {}… has {} bytes; at most {} are possible",
                                            printable(file_name.substr(0, 20)), file_name.size(), NAME_MAX));
  if (form == InputsForm::own_directory) return in_own_directory(signal, file_name);
  if (form == InputsForm::shared_directory) return in_shared_directory(signal, file_name);
  if (form == InputsForm::one_file) return layout::inputs_of(signal);
  return fail(Fault::invalid,
              fmt::format("a {} signal has no files: drop it without any", signal.kind.word()));
}

Result<void> no_place_twice(std::vector<PlacedFile> const& files) {
  for (auto each = files.begin(); each != files.end(); ++each)
    if (std::ranges::find(files.begin(), each, each->path, &PlacedFile::path) != each)
      return fail(Fault::invalid, "two files are given for " + printable(each->path));
  return {};
}

Result<std::vector<std::string>> former_files(Session const& session, SignalName const& signal,
                                              std::vector<PlacedFile> const& files) {
  std::vector<std::string> former;
  if (inputs_form(signal.kind) != InputsForm::own_directory) return former;
  auto const inputs = layout::inputs_of(signal);
  auto const directory = TRY(unless_missing(open_directory(session.directory(), inputs)));
  if (!directory) return former;
  for (auto const& name : TRY(list_directory(directory->get(), most_files))) {
    auto const given = std::ranges::find(files, inputs + name, &PlacedFile::path) != files.end();
    auto const stamp = TRY(unless_missing(stamp_at(directory->get(), name)));
    // A directory cannot be removed like a file; the verdict names it.
    if (!given && stamp && !S_ISDIR(stamp->mode) && place_for(signal, name)) former.push_back(inputs + name);
  }
  std::ranges::sort(former);
  return former;
}

Result<void> place_files(Claim const& /*claim*/, Session const& session,
                         std::vector<PlacedFile> const& files) {
  for (auto const& each : files) {
    TRY(session.private_directory(each.path.substr(0, each.path.rfind('/'))));
    TRY(replace_file(session, each.path, each.bytes));
  }
  return {};
}

} // namespace artifactd
