#include "daemon/commands/rule/path_survey.hpp"

#include "daemon/commands/commands.hpp"
#include "daemon/commands/rule/gathered_paths.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

/// Shapes with fewer paths than this are strays, unless no shape is larger.
constexpr std::size_t fewest_in_a_shape = 2;
constexpr std::size_t most_shapes = 12;

Result<void> add_samples(std::string const& file, PathSurvey& survey) {
  auto samples = extraction::read_samples(file, TRY(read_named(file, extraction::SampleLimits{}.bytes)));
  if (has_error(samples.findings)) {
    auto const& first = *first_error(samples.findings);
    return fail(Fault::invalid, fmt::format("{}: {}; {}", printable(file), first.message, first.hint));
  }
  survey.root = samples.root;
  std::ranges::move(samples.paths, std::back_inserter(survey.paths));
  return {};
}

/// `first` and `last`: the numbers of their shapes.
std::string note_of(std::size_t strays, std::size_t first, std::size_t last) {
  auto const said =
      strays == 1 ? std::string("1 path has a shape of its own: no rule is drafted for it")
                  : fmt::format("{} paths have shapes of their own: no rule is drafted for them", strays);
  auto const numbers =
      first == last ? fmt::format("{}", first) : fmt::format("N, from {} to {},", first, last);
  return fmt::format("{} (--shape {} drafts one)", said, numbers);
}

} // namespace

extraction::Samples PathSurvey::samples(std::size_t shape, std::size_t most) const {
  extraction::Samples samples{.file = "samples", .root = root};
  auto const& members = shapes[shape].members;
  auto const count = std::min(most, members.size());
  for (std::size_t i = 0; i < count; ++i)
    samples.paths.push_back(paths[members[i * members.size() / count]]);
  return samples;
}

Result<PathSurvey> survey_paths(RuleDraftOptions const& options, OnProgress const& on_progress) {
  PathSurvey survey;
  if (!options.samples.empty()) TRY(add_samples(options.samples, survey));
  if (!options.paths.empty()) {
    auto gathered = TRY(gather_paths(options.paths, options.max_files, on_progress, survey.root));
    survey.root = std::move(gathered.root);
    survey.notes = std::move(gathered.notes);
    std::ranges::move(gathered.paths, std::back_inserter(survey.paths));
  }
  if (survey.paths.empty())
    return fail(Fault::missing,
                "there are no paths: name files, a directory that holds some, or --samples FILE");
  survey.shapes = extraction::shapes_of(survey.paths);
  if (options.shape > survey.shapes.size())
    return fail(Fault::missing, fmt::format("--shape {}: the paths have {} shape{}", options.shape,
                                            survey.shapes.size(), survey.shapes.size() == 1 ? "" : "s"));
  if (options.shape > 0) {
    survey.shapes = {survey.shapes[options.shape - 1]};
    return survey;
  }
  auto const all = survey.shapes.size();
  std::size_t strays = 0;
  for (std::size_t i = survey.shapes.size(); i-- > 1;)
    if (survey.shapes[i].members.size() < fewest_in_a_shape || i >= most_shapes) {
      strays += survey.shapes[i].members.size();
      survey.shapes.erase(survey.shapes.begin() + static_cast<std::ptrdiff_t>(i));
    }
  if (strays > 0) survey.notes.push_back(note_of(strays, survey.shapes.size() + 1, all));
  return survey;
}

std::string to_json_text(extraction::Samples const& samples) {
  Json json = Json::object();
  if (!samples.root.empty()) json["root"] = samples.root;
  json["paths"] = Json::array();
  for (auto const& path : samples.paths)
    json["paths"].push_back(path.given);
  return pretty(json) + "\n";
}

} // namespace artifactd
