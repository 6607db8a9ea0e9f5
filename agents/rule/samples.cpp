#include "agents/rule/samples.hpp"

#include "state/json/diagnose.hpp"
#include "state/json/raw_text.hpp"
#include "state/json/walk.hpp"
#include "state/vocabulary/names.hpp"
#include "state/vocabulary/nearest.hpp"

#include <array>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <ranges>

namespace artifactd::extraction {

namespace {

constexpr unsigned deepest = 8;
constexpr std::size_t most_sample_findings = 20;
constexpr std::size_t shown_samples = 3;
constexpr std::string_view form = R"({"root": "/data", "paths": ["/data/a/b.csv"]})";

/// Reads the members of the outermost object; its findings go to the samples.
class SamplesReader {
public:
  SamplesReader(Samples& samples, std::string_view text, SampleLimits const& limits)
      : samples_(samples), text_(text), limits_(limits) {}

  void read(json::Document const& document) {
    if (document.type != json::Type::object)
      return wrong(document.root, "", "the samples are not an object", "");
    for (auto const& member : document.members)
      if (json::decodes_to(member.key.of(text_), "root")) read_root(member.value);
    bool seen = false;
    for (auto const& member : document.members) {
      auto const name = json::decode(member.key.of(text_));
      if (name == "paths")
        read_paths(member.value);
      else if (name != "root")
        unknown(member, name);
      seen = seen || name == "paths";
    }
    if (!seen) wrong(document.root, "", "there are no paths", "Add \"paths\", a list of file paths.");
  }

private:
  void wrong(json::Range where, std::string pointer, std::string message, std::string hint) {
    if (samples_.findings.size() >= most_sample_findings) return;
    auto& finding = samples_.findings.emplace_back(
        Finding{.code = "samples.invalid",
                .tier = Tier::schema,
                .pointer = std::move(pointer),
                .message = std::move(message),
                .expected = std::string(form),
                .found = shown(where.of(text_)),
                .hint = hint.empty() ? "Write the paths as they are, in one list." : std::move(hint)});
    locate(finding, {samples_.file, text_}, where.begin);
  }

  void unknown(json::Member const& member, std::string const& name) {
    static std::array<std::string, 2> const known{"root", "paths"};
    auto const meant = nearest(name, known);
    wrong(member.key, "", fmt::format("samples have no key {}", shown(name)),
          meant.empty() ? "Leave it out." : fmt::format("Did you mean \"{}\"?", meant));
  }

  void read_root(json::Range value) {
    auto const root = value.of(text_);
    if (json::type_of(root) == json::Type::null) return;
    if (json::type_of(root) != json::Type::string)
      return wrong(value, "/root", "the root is not a string",
                   "Write the folder that contains all paths, or leave it out.");
    samples_.root = json::decode(root);
    if (samples_.root.size() > limits_.path || samples_.root.contains('\0'))
      wrong(value, "/root", "the root is not a valid path",
            "Write the folder that contains all paths, or leave it out.");
  }

  void read_paths(json::Range value) {
    if (json::type_of(value.of(text_)) != json::Type::array)
      return wrong(value, "/paths", "the paths are not a list", "Write a list of strings.");
    auto const elements = json::elements(value.of(text_));
    if (elements.empty())
      return wrong(value, "/paths", "the list of paths is empty", "Give at least one path.");
    if (elements.size() > limits_.paths)
      return wrong(value, "/paths",
                   fmt::format("there are {} paths, at most {} are allowed", elements.size(), limits_.paths),
                   "A few dozen different paths are enough.");
    for (std::size_t i = 0; i < elements.size(); ++i)
      read_path({value.begin + elements[i].begin, value.begin + elements[i].end},
                fmt::format("/paths/{}", i));
  }

  void read_path(json::Range value, std::string pointer) {
    if (json::type_of(value.of(text_)) != json::Type::string)
      return wrong(value, std::move(pointer), "a path is not a string", "Write it in double quotes.");
    auto const given = json::decode(value.of(text_));
    if (given.size() > limits_.path || given.contains('\0'))
      return wrong(value, std::move(pointer),
                   fmt::format("a path must have no NUL and at most {} bytes", limits_.path),
                   "Leave it out.");
    auto path = sample_path(given, samples_.root);
    if (path) return samples_.paths.push_back(*std::move(path));
    bool const below = samples_.root.empty() || !sample_path(given, "");
    wrong(value, std::move(pointer),
          below ? "a path does not name a file"
                : fmt::format("the path is not below the root {}", shown(samples_.root)),
          below ? "Leave it out." : "Leave it out, or leave the root out.");
  }

  Samples& samples_;
  std::string_view text_;
  SampleLimits limits_;
};

} // namespace

Samples read_samples(std::string_view file, std::string_view text, SampleLimits const& limits) {
  Samples samples{.file = std::string(file)};
  if (text.size() > limits.bytes) {
    samples.findings.push_back(
        {.code = "file.too_large",
         .file = samples.file,
         .message = fmt::format("the file has {} bytes, more than the {} allowed", text.size(), limits.bytes),
         .expected = fmt::format("at most {} bytes", limits.bytes),
         .found = fmt::format("{} bytes", text.size()),
         .hint = "Give fewer paths; a few dozen different ones are enough."});
    return samples;
  }
  samples.findings = json::syntax_findings(file, text, {.depth = deepest});
  if (!samples.findings.empty()) return samples;
  SamplesReader(samples, text, limits).read(*json::scan(text, {.depth = deepest}));
  if (!samples.findings.empty()) samples.paths.clear();
  return samples;
}

std::string first_paths(Samples const& samples) {
  std::vector<std::string> first;
  for (auto const& path : samples.paths | std::views::take(shown_samples))
    first.push_back(shown(path.given));
  auto const more = samples.paths.size() - first.size();
  return fmt::format("{}{}", fmt::join(first, ", "), more == 0 ? "" : fmt::format(" and {} more", more));
}

Samples no_samples(std::string_view file) {
  Finding missing{.code = "samples.missing",
                  .tier = Tier::semantic,
                  .file = std::string(file),
                  .message = "there are no sample paths to try it on",
                  .expected = fmt::format("{} with {}", printable(file), form),
                  .found = "no such file",
                  .hint = "Write a few paths it is meant for into that file, and submit it again."};
  return {.file = std::string(file), .findings = {std::move(missing)}};
}

} // namespace artifactd::extraction
