#include "agents/rule/python/python_check.hpp"

#include "agents/rule/python/python_answer.hpp"
#include "agents/rule/python/python_scripts.hpp"
#include "state/json/diagnose.hpp"
#include "state/json/encoding.hpp"
#include "state/vocabulary/utf8.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace artifactd::extraction {

namespace {

std::optional<Finding> encoding_fault(PythonSource const& source) {
  auto const code = source.code.of(source.raw);
  // A sequence cut off by the end is recognised only if something follows.
  auto at = first_malformed(std::string(code) + '\n');
  auto const wide = json::wide_encoding(code);
  if (!wide.empty()) at = 0;
  if (at == std::string::npos) return std::nullopt;
  at += source.code.begin;
  auto finding = python_finding(source, "ENCODING_ERROR", Tier::syntax,
                                fmt::format("invalid UTF-8 sequence at position {}", at));
  json::locate(finding, source.raw, at);
  finding.expected = "UTF-8";
  if (!wide.empty()) finding.found = wide;
  finding.hint = "Write the file again as UTF-8 text.";
  return finding;
}

void place(Finding& finding, PythonSource const& source, nlohmann::json const& fault) {
  finding.line = fault.at("line").get<std::size_t>();
  finding.column = fault.at("column").get<std::size_t>();
  finding.byte = byte_in_raw(source, fault.at("byte").get<std::size_t>());
  finding.excerpt = json::excerpt(source.raw, *finding.byte);
}

Finding syntax_fault(PythonSource const& source, nlohmann::json const& fault,
                     std::string const& interpreter) {
  auto finding = python_finding(source, "PYTHON_SYNTAX_ERROR", Tier::syntax,
                                fmt::format("line {}: {} ({})", fault.at("line").get<std::size_t>(),
                                            fault.at("message").get<std::string>(), interpreter));
  finding.expected = interpreter + " source";
  place(finding, source, fault);
  return finding;
}

Finding rule_fault(PythonSource const& source, nlohmann::json const& fault) {
  auto finding = python_finding(
      source, "SCHEMA_VIOLATION", Tier::schema,
      fmt::format("{}: {}", fault.at("word").get<std::string>(), fault.at("message").get<std::string>()));
  finding.found = fault.at("name").get<std::string>();
  finding.hint = fault.at("hint").get<std::string>();
  place(finding, source, fault);
  return finding;
}

/// The checker did not answer: the source crashed the interpreter.
Finding undigested(PythonSource const& source, Ran const& ran, Duration time) {
  auto finding =
      python_finding(source, "PYTHON_SYNTAX_ERROR", Tier::syntax,
                     fmt::format("the interpreter could not compile it: {}", words_for(ran, time)));
  finding.hint = "Simplify it: no deep nesting, no huge constants or expressions.";
  return finding;
}

} // namespace

Result<PythonCheck> check_python(PythonSource const& source, SandboxSettings const& settings) {
  PythonCheck check;
  if (auto fault = encoding_fault(source)) {
    check.findings.push_back(*std::move(fault));
    return check;
  }
  auto const ran = TRY(run_python(settings, checker_script, text_for_python(source)));
  auto const answer = TRY(answer_of(ran));
  if (!answer) {
    check.findings.push_back(undigested(source, ran, settings.time));
    return check;
  }
  // The checker does not run the agent's code, so its answer has the right form.
  auto const reply = nlohmann::json::parse(answer->text);
  check.interpreter = "Python " + reply.at("python").get<std::string>();
  if (!reply.at("syntax").is_null())
    check.findings.push_back(syntax_fault(source, reply.at("syntax"), check.interpreter));
  for (auto const& fault : reply.at("faults"))
    check.findings.push_back(rule_fault(source, fault));
  return check;
}

} // namespace artifactd::extraction
