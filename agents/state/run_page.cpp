// The page of a run: a plot of scores and issues, its actions on a timeline, every fix with its diff.
#include "agents/state/run_story.hpp"
#include "state/platform/clock.hpp"
#include "state/text/markup.hpp"
#include "state/tuning/tuning_state.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <limits>

namespace artifactd {

namespace {

constexpr double plot_width = 640;
constexpr double plot_height = 240;
constexpr double margin = 32;
/// Distinguishable with red-green colour blindness (Okabe and Ito).
constexpr std::array<std::string_view, 4> issue_colours = {"#D55E00", "#E69F00", "#56B4E9", "#BBBBBB"};
constexpr std::string_view score_colour = "#0072B2";

constexpr std::string_view style =
    "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "table{border-collapse:collapse}td,th{text-align:left;white-space:nowrap;padding:.2rem .8rem .2rem "
    "0;border-bottom:1px "
    "solid #ddd}"
    "pre{background:#f6f6f6;padding:.8rem;overflow-x:auto}.add{color:#00674f}.del{color:#a03000}"
    ".pass{color:#00674f}.fail,.rolled_back,.failure{color:#a03000}"
    "@media(prefers-color-scheme:dark){body{background:#1b1b1b;color:#ddd}pre{background:#262626}"
    "td,th{border-color:#444}.add,.pass{color:#5fd0b0}.del,.fail,.rolled_back,.failure{color:#ff9d6b}}";

double x_of(std::size_t index, std::size_t count) {
  auto const inner = plot_width - 2 * margin;
  return margin +
         (count < 2 ? inner / 2 : inner * static_cast<double>(index) / static_cast<double>(count - 1));
}

double y_of(double value, double most) {
  return plot_height - margin - (plot_height - 2 * margin) * value / most;
}

/// A line with its points; each shows its value on hover.
std::string line_of(std::vector<RunStory::Point> const& points, std::string_view colour, double most,
                    auto const& value, std::string_view what) {
  std::string path;
  std::string marks;
  for (std::size_t i = 0; i < points.size(); ++i) {
    auto const x = x_of(i, points.size());
    auto const y = y_of(value(points[i]), most);
    path += fmt::format("{}{:.1f},{:.1f}", path.empty() ? "" : " ", x, y);
    marks +=
        fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\"><title>{} {}</title></circle>\n",
                    x, y, colour, what, value(points[i]));
  }
  return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n{}", path,
                     colour, marks);
}

/// Lines at zero, half and full score; the issues' scale is on the right.
std::string scales(double most) {
  std::string svg;
  for (int const score : {0, 50, 100})
    svg += fmt::format("<line x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"currentColor\" "
                       "stroke-opacity=\".15\"/>\n<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\" "
                       "fill=\"{5}\">{6}</text>\n",
                       margin, plot_width - margin, y_of(score, 100), margin - 8, y_of(score, 100) + 4,
                       score_colour, score);
  for (auto const issues : {0.0, most})
    svg += fmt::format("<text x=\"{}\" y=\"{:.1f}\" fill=\"currentColor\">{}</text>\n",
                       plot_width - margin + 8, y_of(issues, most) + 4, issues);
  return svg;
}

std::string plot_of(RunStory const& story) {
  if (story.points.empty()) return "<p>Nothing has been reported yet.</p>\n";
  double most = 1;
  for (auto const& point : story.points)
    for (auto const count : point.issues)
      most = std::max(most, static_cast<double>(count));
  std::string svg = fmt::format("<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
                                "aria-label=\"score and issues\" font-size=\"12\">\n",
                                plot_width, plot_height);
  svg += scales(most);
  for (std::size_t severity = tuning::count_words.size(); severity-- > 0;)
    svg += line_of(
        story.points, issue_colours[severity], most,
        [severity](RunStory::Point const& point) { return static_cast<double>(point.issues[severity]); },
        tuning::count_words[severity]);
  svg += line_of(
      story.points, score_colour, 100, [](RunStory::Point const& point) { return point.score; }, "score");
  for (std::size_t i = 0; i < story.points.size(); ++i)
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\" fill=\"currentColor\">{}</text>\n",
                       x_of(i, story.points.size()), plot_height - 8, story.points[i].iteration);
  auto x = margin;
  auto const legend = [&](std::string_view colour, std::string_view word) {
    svg += fmt::format("<text x=\"{}\" y=\"14\" fill=\"{}\">{}</text>\n", x, colour, word);
    x += 80;
  };
  legend(score_colour, "score");
  for (std::size_t severity = 0; severity < tuning::count_words.size(); ++severity)
    legend(issue_colours[severity], tuning::count_words[severity]);
  return svg + "</svg>\n";
}

/// An action's share of the time from the start of the first to the end of the last.
class Timeline {
public:
  explicit Timeline(std::vector<RunStory::Action> const& actions) {
    for (auto const& each : actions)
      for (auto const& text : {each.from, each.until})
        if (auto const time = tuning::parse_time(text)) {
          from_ = std::min(from_, *time);
          until_ = std::max(until_, *time);
        }
  }
  [[nodiscard]] std::string bar(RunStory::Action const& action) const {
    auto const from = tuning::parse_time(action.from);
    auto const until = tuning::parse_time(action.until);
    if (!from) return {};
    auto const x = x_at(*from);
    return fmt::format("<svg width=\"{0}\" height=\"10\"><rect x=\"{1:.1f}\" width=\"{2:.1f}\" height=\"10\" "
                       "fill=\"{3}\"/></svg>",
                       bar_width + thinnest, x, std::max(x_at(until.value_or(until_)) - x, thinnest),
                       action.result == "failure" ? issue_colours[0] : score_colour);
  }

private:
  static constexpr double bar_width = 240;
  static constexpr double thinnest = 2;

  [[nodiscard]] double x_at(std::int64_t time) const {
    auto const all = std::max<double>(static_cast<double>(until_ - from_), 1);
    return bar_width * std::clamp(static_cast<double>(time - from_) / all, 0.0, 1.0);
  }

  std::int64_t from_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t until_ = 0;
};

std::string time_of(RunStory::Action const& action) {
  auto const from = tuning::parse_time(action.from);
  auto const until = tuning::parse_time(action.until);
  if (!from || !until) return action.until.empty() ? "under way" : "";
  return short_duration(std::chrono::nanoseconds(std::max<std::int64_t>(*until - *from, 0)));
}

std::string actions_of(RunStory const& story) {
  Timeline const timeline(story.actions);
  std::string rows;
  for (auto const& each : story.actions)
    rows += fmt::format("<tr><td>{}</td><td>{}</td><td class=\"{}\">{}</td><td>{}</td><td>{}</td></tr>\n",
                        escaped_markup(each.from), escaped_markup(each.name),
                        each.result == "failure" ? "failure" : "", escaped_markup(each.result), time_of(each),
                        timeline.bar(each));
  return "<table><tr><th>from</th><th>action</th><th>result</th><th>took</th><th>timeline</th></tr>\n" +
         rows + "</table>\n";
}

std::string diff_lines(std::string_view diff) {
  std::string lines;
  while (!diff.empty()) {
    auto const end = std::min(diff.find('\n'), diff.size());
    auto const line = diff.substr(0, end);
    diff.remove_prefix(std::min(end + 1, diff.size()));
    if (line.starts_with('\\')) continue; // most diffs are of parts of a file
    auto const* kind = line.starts_with('+') ? "add" : line.starts_with('-') ? "del" : "";
    lines += fmt::format("<span class=\"{}\">{}</span>\n", kind, escaped_markup(line));
  }
  return lines;
}

std::string fixes_of(RunStory const& story) {
  std::string text;
  for (auto const& fix : story.fixes)
    text += fmt::format("<h3>{}: <span class=\"{}\">{}</span></h3>\n<p>{} (risk {})</p>\n<pre>{}</pre>\n",
                        escaped_markup(fix.id), escaped_markup(fix.verdict), escaped_markup(fix.verdict),
                        escaped_markup(fix.description), escaped_markup(fix.risk), diff_lines(fix.diff));
  return text.empty() ? "<p>No fix was proposed.</p>\n" : text;
}

} // namespace

std::string to_html(RunStory const& story) {
  std::string errors;
  for (auto const& error : story.errors)
    errors += "<li>" + escaped_markup(error) + "</li>\n";
  auto const last = story.points.empty() ? std::string("no score yet")
                                         : fmt::format("score {}, gate {}", story.points.back().score,
                                                       escaped_markup(story.points.back().gate));
  return fmt::format("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta http-equiv=\""
                     "Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
                     "<title>{0}</title>\n<style>{1}</style></head><body>\n<h1>{0}</h1>\n<p>{2}: {3}, "
                     "iteration {4} of {5}.</p>\n<p>{6}</p>\n<h2>Score and issues by iteration</h2>\n{7}"
                     "<h2>Fixes</h2>\n{8}<h2>Actions</h2>\n{9}",
                     escaped_markup(story.skill), style, escaped_markup(story.status), last, story.iteration,
                     story.max_iterations, escaped_markup(story.issue), plot_of(story), fixes_of(story),
                     actions_of(story)) +
         (errors.empty() ? "" : "<h2>Errors</h2>\n<ul>\n" + errors + "</ul>\n") + "</body></html>\n";
}

} // namespace artifactd
