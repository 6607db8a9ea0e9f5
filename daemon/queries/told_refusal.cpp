#include "daemon/queries/told_refusal.hpp"

#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/instructions.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::size_t shown_lines = 4; ///< the summary and the first findings

std::vector<std::string> first_lines(Json const& document) {
  auto lines = texts_of(document, "instructions");
  lines.resize(std::min(lines.size(), shown_lines));
  for (auto& line : lines)
    line = printable_lines(line);
  return lines;
}

std::vector<Finding> findings_in(Json const& document) {
  std::vector<Finding> findings;
  auto const list = document.find("findings");
  if (list == document.end() || !list->is_array()) return findings;
  for (auto const& each : *list)
    if (auto finding = finding_from_json(each)) findings.push_back(*std::move(finding));
  return findings;
}

std::string unusable_folder(Finding const* error, SignalName const& signal) {
  auto const found = error != nullptr && layout::inputs_of(signal).starts_with(error->file + "/");
  return found ? printable(error->file) : "";
}

} // namespace

std::string first_failure(std::vector<Finding> const& findings) {
  auto const* error = first_error(findings);
  if (error == nullptr) return {};
  auto const line = error->line ? fmt::format(":{}", *error->line) : std::string();
  auto const text =
      error->file.empty() ? error->message : fmt::format("{}{}: {}", error->file, line, error->message);
  auto const more = std::ranges::count(findings, Severity::error, &Finding::severity) - 1;
  return printable(text) + (more > 0 ? fmt::format(" (and {} more)", more) : "");
}

std::string without_location(std::string failure, SignalName const& signal) {
  auto const inputs = layout::inputs_of(signal);
  auto const of_directory = failure.starts_with(inputs + ": "); // all of it is the location
  if (inputs.ends_with('/') && failure.starts_with(inputs) && !of_directory) failure.erase(0, inputs.size());
  return failure;
}

ToldRefusal told_refusal(int session, SignalName const& signal) {
  auto const document = read_instructions(session, signal).value_or(Json::object());
  auto const budget = document.value("budget", Json());
  auto const findings = findings_in(document);
  auto const* error = first_error(findings);
  return {.lines = first_lines(document),
          .failure = first_failure(findings),
          .code = error == nullptr ? "" : printable(error->code),
          .unusable_folder = unusable_folder(error, signal),
          .blames_inputs = findings.empty() || blames_inputs(signal, findings),
          .spent = budget.is_object() && budget.value("left", Json()) == 0,
          .edited = text_member(document, "next") == next_word(Next::edit),
          .rerun = text_member(document, "next") == next_word(Next::reinvoke),
          .in_place = about_document_in_place(document),
          .unasked = text_member(document, "unasked")};
}

} // namespace artifactd
