#include "agents/rule/python/python_run.hpp"

#include "agents/rule/python/python_answer.hpp"
#include "agents/rule/python/python_scripts.hpp"
#include "state/json/walk.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd::extraction {

namespace {

std::optional<std::size_t> number_of(std::optional<std::string_view> text) {
  std::size_t number = 0;
  if (!text) return std::nullopt;
  auto const [end, failed] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (failed != std::errc() || end != text->data() + text->size() || number == 0) return std::nullopt;
  return number;
}

Finding failure(PythonSource const& source, std::string_view path, std::string const& message) {
  auto finding = python_finding(source, "RUNTIME_ERROR", Tier::semantic, message);
  finding.found = fmt::format("sample {}", path);
  return finding;
}

Finding exception(PythonSource const& source, std::string_view path, Answer const& answer) {
  auto const error = answer.text_of("error");
  auto finding = failure(source, path, error.empty() ? "extract() failed" : error);
  auto const lines = static_cast<std::size_t>(std::ranges::count(source.raw, '\n')) + 1;
  if (auto line = number_of(answer.member("line"))) place_on_line(finding, source, std::min(*line, lines));
  finding.hint = answer.text_of("hint");
  if (error.starts_with("SystemExit")) finding.expected = "a dict returned by extract(), not an exit";
  return finding;
}

/// Samples that fail in the same way share one finding.
void report(std::vector<Finding>& findings, Finding finding) {
  auto const same = std::ranges::find_if(findings, [&](Finding const& other) {
    return other.message == finding.message && other.line == finding.line;
  });
  if (same == findings.end())
    findings.push_back(std::move(finding));
  else
    same->found += fmt::format(", {}", finding.found);
}

} // namespace

Result<PythonRun> run_samples(PythonSource const& source, std::span<std::string const> paths,
                              SandboxSettings const& settings) {
  PythonRun result;
  auto const text = text_for_python(source);
  for (auto const& path : paths.first(std::min(paths.size(), most_samples))) {
    if (path.contains('\0')) return fail(Fault::invalid, "a sample path contains a NUL");
    std::string input = path;
    input.append(1, '\0').append(source.file.substr(0, source.file.find('\0'))).append(1, '\0').append(text);
    auto const ran = TRY(run_python(settings, runner_script, std::move(input)));
    auto const answer = TRY(answer_of(ran));
    auto const record = answer ? answer->member("record") : std::nullopt;
    if (record && !nlohmann::json::accept(*record)) // strict JSON, but rejected by the JSON library
      report(result.findings, failure(source, path, "extract() returned a number larger than any double"));
    else if (record && json::type_of(*record) == json::Type::object)
      result.preview.push_back({path, std::string(*record)});
    else if (answer)
      report(result.findings, exception(source, path, *answer));
    else
      report(result.findings, failure(source, path, words_for(ran, settings.time)));
    if (std::holds_alternative<TimedOut>(ran.ending)) break;
  }
  if (result.findings.empty() && !result.preview.empty() &&
      std::ranges::all_of(result.preview,
                          [](SampleRecord const& each) { return json::members(each.record).empty(); })) {
    auto finding = python_finding(source, "EMPTY_EXTRACTION", Tier::semantic,
                                  "Extractor returns empty dict for all samples");
    finding.expected = "at least one field from one of the samples";
    result.findings.push_back(std::move(finding));
  }
  return result;
}

} // namespace artifactd::extraction
