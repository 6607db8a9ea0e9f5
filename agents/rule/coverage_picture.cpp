#include "agents/rule/coverage_picture.hpp"

#include "state/text/markup.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <map>

namespace artifactd::extraction {

namespace {

constexpr std::size_t deepest_drawn = 6;
constexpr double column_width = 180;
constexpr double least_height = 2; ///< a lower bar is not drawn
constexpr double text_height = 12; ///< a lower bar has no name
constexpr double picture_height = 800;
constexpr double legend_line = 20;
constexpr std::size_t longest_name = 26;
/// Distinguishable with red-green colour blindness (Okabe and Ito).
constexpr std::array<std::string_view, 7> colours = {"#0072B2", "#E69F00", "#009E73", "#CC79A7",
                                                     "#56B4E9", "#D55E00", "#F0E442"};
constexpr std::string_view unmatched_colour = "#BBBBBB";
constexpr std::string_view mixed_colour = "#F4F4F4";

struct Folder {
  std::map<std::string, Folder, std::less<>> folders;
  std::map<std::size_t, std::size_t> files; ///< by winner, subfolders included; `none`: unmatched
  std::size_t count = 0;
};
constexpr std::size_t none = static_cast<std::size_t>(-1);

std::string_view colour_of(std::size_t rule) {
  return rule == none ? unmatched_colour : colours[rule % colours.size()];
}

void draw_folder(std::string& bars, std::size_t& deepest_bar, std::string_view name, Folder const& folder,
                 std::size_t depth, double y, double scale) {
  auto const height = static_cast<double>(folder.count) * scale;
  if (height < least_height || depth > deepest_drawn) return;
  deepest_bar = std::max(deepest_bar, depth);
  auto const x = static_cast<double>(depth) * column_width;
  auto const colour = folder.files.size() == 1 ? colour_of(folder.files.begin()->first) : mixed_colour;
  auto words = printable(name);
  bars += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" "
                      "stroke=\"white\"><title>{}: {} files</title></rect>\n",
                      x, y, column_width - 1, height, colour, escaped_markup(words), folder.count);
  if (height >= text_height) {
    if (words.size() > longest_name) words = "…" + words.substr(words.size() - longest_name);
    bars += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", x + 4,
                        y + std::min(height / 2 + 4, 16.0), escaped_markup(printable(words)));
  }
  for (auto const& [child, below] : folder.folders) {
    draw_folder(bars, deepest_bar, child, below, depth + 1, y, scale);
    y += static_cast<double>(below.count) * scale;
  }
}

std::string legend_of(std::span<Rule const> rules, Coverage const& coverage) {
  std::string text;
  auto y = picture_height + legend_line;
  auto const line = [&](std::string_view colour, std::string const& words) {
    text += fmt::format("<rect x=\"4\" y=\"{:.1f}\" width=\"12\" height=\"12\" fill=\"{}\"/><text x=\"22\" "
                        "y=\"{:.1f}\">{}</text>\n",
                        y - 10, colour, y, escaped_markup(words));
    y += legend_line;
  };
  for (std::size_t i = 0; i < rules.size(); ++i)
    line(colour_of(i), fmt::format("{}: {} files", rules[i].name, coverage.shares[i].won));
  line(unmatched_colour, fmt::format("no rule: {} files", coverage.unmatched.size()));
  return text;
}

} // namespace

std::string coverage_picture(std::span<Rule const> rules, std::span<SamplePath const> paths,
                             Coverage const& coverage) {
  Folder top;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    auto* folder = &top;
    auto const count = [&, winner = coverage.winners[i].value_or(none)] {
      ++folder->count;
      ++folder->files[winner];
    };
    count();
    auto const components = components_of(paths[i].parts);
    for (std::size_t depth = 0; depth + 1 < components.size() && depth < deepest_drawn; ++depth) {
      folder = &folder->folders[std::string(components[depth])];
      count();
    }
  }
  std::string bars;
  std::size_t deepest_bar = 0;
  auto const scale = picture_height / static_cast<double>(std::max<std::size_t>(top.count, 1));
  draw_folder(bars, deepest_bar, "all", top, 0, 0, scale);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"white\"/>\n{2}{3}</svg>\n",
      column_width * static_cast<double>(deepest_bar + 1),
      picture_height + legend_line * static_cast<double>(rules.size() + 2), bars, legend_of(rules, coverage));
}

} // namespace artifactd::extraction
