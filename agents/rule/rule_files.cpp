#include "agents/rule/rule_files.hpp"

#include "state/platform/clock.hpp"
#include "state/platform/digest.hpp"
#include "state/platform/fd.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd::extraction {

namespace {

constexpr std::array<std::string_view, 3> form_endings = {".yaml", ".py", ".txt"}; ///< by Form
constexpr std::size_t samples_place = form_endings.size();                         // in RuleFiles::stamps

std::string path_of(std::string const& name) {
  return layout::rules + "/" + name;
}

/// std::nullopt, with a finding, if `rules` is not a directory.
Result<UniqueFd> open_rules(Session const& session, RuleFiles& files) {
  auto directory = open_directory(session.directory(), layout::rules);
  if (directory) return directory;
  if (directory.error().fault == Fault::missing) {
    files.findings.push_back(file_finding("dir.missing", layout::rules + "/", "there is no such directory",
                                          "Write the rule as rules/<name>.yaml, .py or .txt."));
    return UniqueFd();
  }
  auto finding = blame(directory.error(), layout::rules, "directory");
  if (!finding) return fail(not_entered(std::move(directory).error(), session.directory(), layout::rules));
  files.findings.push_back(*std::move(finding));
  return UniqueFd();
}

/// All files count, though only one of them becomes `text`.
void add_to(Digest& digest, InputFile const& input) {
  digest.add(input.bytes);
  if (input.finding) digest.add(fmt::format("{} {}", input.stamp.size, input.stamp.modified_ns)); // not read
}

Result<std::vector<std::string>> read_forms(int directory, Name const& name, RuleFiles& files,
                                            Digest& digest) {
  std::vector<std::string> there;
  for (std::size_t i = 0; i < form_endings.size(); ++i) {
    auto file = name.str() + std::string(form_endings[i]);
    auto input = TRY(read_input(directory, file, path_of(file), longest_text));
    if (!input) continue;
    files.stamps[i] = input->stamp;
    files.form = static_cast<Form>(i);
    files.path = path_of(file);
    add_to(digest, *input);
    files.text = std::move(input->bytes);
    if (input->finding) files.findings.push_back(*std::move(input->finding));
    there.push_back(file);
  }
  return there;
}

void judge_number(Name const& name, std::vector<std::string> const& there, RuleFiles& files) {
  if (there.empty())
    files.findings.push_back(file_finding(
        "rule.missing", path_of(name.str() + ".yaml"), fmt::format("there is no rule named {}", name.str()),
        fmt::format("Write {}.yaml, .py or .txt into rules/ before dropping the signal.", name.str())));
  if (there.size() > 1) {
    files.findings.push_back(file_finding("rule.ambiguous", layout::rules + "/",
                                          fmt::format("several files match: {}", fmt::join(there, ", ")),
                                          "Keep only one of them."));
    files.text.clear();
  }
}

Result<void> read_sample_file(int directory, Name const& name, RuleFiles& files, Digest& digest) {
  auto file = layout::samples_of(name);
  auto input = TRY(read_input(directory, file, path_of(file), SampleLimits{}.bytes));
  if (!input) {
    files.samples = no_samples(path_of(file));
    return {};
  }
  files.stamps[samples_place] = input->stamp;
  if (input->finding)
    files.findings.push_back(*std::move(input->finding));
  else
    files.samples = read_samples(path_of(file), input->bytes);
  digest.add("\n");
  add_to(digest, *input);
  return {};
}

} // namespace

Result<RuleFiles> read_rule_files(Session const& session, Name const& name) {
  RuleFiles files;
  auto directory = TRY(open_rules(session, files));
  if (!directory) return files;
  Digest digest;
  auto const there = TRY(read_forms(directory.get(), name, files, digest));
  judge_number(name, there, files);
  TRY(read_sample_file(directory.get(), name, files, digest));
  files.digest = digest.hex();
  auto const now = file_clock_ns();
  files.young = std::ranges::any_of(
      files.stamps, [&](std::optional<Stamp> const& stamp) { return stamp && stamp->changed_ns >= now; });
  return files;
}

Result<bool> still_the_same(Session const& session, Name const& name, RuleFiles const& files) {
  auto directory = open_directory(session.directory(), layout::rules);
  if (!directory) {
    if (directory.error().fault != Fault::missing && directory.error().fault != Fault::unsafe)
      return fail(std::move(directory).error());
    return std::ranges::none_of(files.stamps, [](auto const& stamp) { return stamp.has_value(); });
  }
  for (std::size_t i = 0; i < files.stamps.size(); ++i) {
    auto file = i == samples_place ? layout::samples_of(name) : name.str() + std::string(form_endings[i]);
    auto stamp = stamp_at(directory->get(), file);
    if (!stamp && stamp.error().fault != Fault::missing) return fail(std::move(stamp).error());
    if (stamp.has_value() != files.stamps[i].has_value()) return false;
    if (stamp && !untouched(*stamp, *files.stamps[i])) return false;
  }
  return !files.young || TRY(read_rule_files(session, name)).digest == files.digest;
}

std::optional<Form> form_of(std::string_view file) {
  auto const ending = std::ranges::find_if(form_endings, [file](auto each) { return file.ends_with(each); });
  return ending == form_endings.end() ? std::nullopt
                                      : std::optional(static_cast<Form>(ending - form_endings.begin()));
}

} // namespace artifactd::extraction
