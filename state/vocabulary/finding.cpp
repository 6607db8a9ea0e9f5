#include "state/vocabulary/finding.hpp"

#include "state/vocabulary/names.hpp"
#include "state/vocabulary/word_table.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd {

namespace {

constexpr std::size_t longest_code = 64;
constexpr std::array tier_words = {std::string_view("syntax"), std::string_view("schema"),
                                   std::string_view("semantic")};
constexpr std::array severity_words = {std::string_view("warning"), std::string_view("error")};

/// Whether the text has the form of a code: each kind of work has its own codes.
bool is_code(std::string_view text) {
  auto const fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
  };
  return !text.empty() && text.size() <= longest_code && std::ranges::all_of(text, fits);
}

std::string indented(std::string_view lines, std::string_view margin) {
  std::string shown(margin);
  for (char const c : printable_lines(lines)) {
    shown += c;
    if (c == '\n') shown += margin;
  }
  return shown;
}

/// Reads the members of a finding's JSON; a member of the wrong type makes the whole finding invalid.
class FindingReader {
public:
  explicit FindingReader(nlohmann::ordered_json const& json) : json_(json) {}

  std::optional<std::string> text(char const* name) {
    auto const member = json_.find(name);
    if (member == json_.end()) return std::nullopt;
    if (!member->is_string()) {
      sound_ = false;
      return std::nullopt;
    }
    return member->get<std::string>();
  }

  std::optional<std::size_t> number(char const* name) {
    auto const member = json_.find(name);
    if (member == json_.end()) return std::nullopt;
    if (!member->is_number_unsigned()) {
      sound_ = false;
      return std::nullopt;
    }
    return member->get<std::size_t>();
  }

  [[nodiscard]] bool sound() const noexcept { return sound_; }

private:
  nlohmann::ordered_json const& json_;
  bool sound_ = true;
};

/// "artifacts/a/x.json, line 3, column 5, at /entities/0"
std::string place(Finding const& finding) {
  std::string where = printable(finding.file);
  auto const add = [&](std::string_view part) {
    if (!where.empty()) where += ", ";
    where += part;
  };
  if (finding.line) add(fmt::format("line {}", *finding.line));
  if (finding.column) add(fmt::format("column {}", *finding.column));
  if (finding.pointer && !finding.pointer->empty()) add("at " + printable(*finding.pointer));
  return where;
}

std::string sentence(std::string text) {
  if (!text.empty() && text.back() != '.' && text.back() != '!' && text.back() != '?') text += '.';
  return text;
}

} // namespace

std::string_view tier_word(Tier tier) noexcept {
  return tier_words[static_cast<std::size_t>(tier)];
}

std::string_view severity_word(Severity severity) noexcept {
  return severity_words[static_cast<std::size_t>(severity)];
}

nlohmann::ordered_json to_json(Finding const& finding) {
  nlohmann::ordered_json json;
  auto const text = [&](char const* name, std::string_view value) {
    if (!value.empty()) json[name] = printable_lines(value);
  };
  auto const number = [&](char const* name, std::optional<std::size_t> value) {
    if (value) json[name] = *value;
  };
  json["code"] = finding.code;
  json["tier"] = tier_word(finding.tier);
  json["severity"] = severity_word(finding.severity);
  text("file", finding.file);
  number("line", finding.line);
  number("column", finding.column);
  number("byte", finding.byte);
  if (finding.pointer) json["pointer"] = printable(*finding.pointer);
  text("message", finding.message);
  text("expected", finding.expected);
  text("found", finding.found);
  text("hint", finding.hint);
  text("excerpt", finding.excerpt);
  return json;
}

nlohmann::ordered_json to_json(std::vector<Finding> const& findings) {
  auto rows = nlohmann::ordered_json::array();
  for (auto const& finding : findings)
    rows.push_back(to_json(finding));
  return rows;
}

std::optional<Finding> finding_from_json(nlohmann::ordered_json const& json) {
  if (!json.is_object()) return std::nullopt;
  FindingReader reader(json);
  auto const tier = by_word<Tier>(tier_words, reader.text("tier").value_or(""));
  auto const severity = by_word<Severity>(severity_words, reader.text("severity").value_or(""));
  Finding finding;
  finding.code = reader.text("code").value_or("");
  finding.file = reader.text("file").value_or("");
  finding.line = reader.number("line");
  finding.column = reader.number("column");
  finding.byte = reader.number("byte");
  finding.pointer = reader.text("pointer");
  finding.message = reader.text("message").value_or("");
  finding.expected = reader.text("expected").value_or("");
  finding.found = reader.text("found").value_or("");
  finding.hint = reader.text("hint").value_or("");
  finding.excerpt = reader.text("excerpt").value_or("");
  if (!reader.sound() || !is_code(finding.code) || !tier || !severity) return std::nullopt;
  finding.tier = *tier;
  finding.severity = *severity;
  return finding;
}

void put_errors_first(std::vector<Finding>& findings) {
  std::ranges::stable_partition(findings, [](auto const& each) { return each.severity == Severity::error; });
}

Finding const* first_error(std::vector<Finding> const& findings) noexcept {
  auto error = std::ranges::find(findings, Severity::error, &Finding::severity);
  return error == findings.end() ? nullptr : &*error;
}

bool has_error(std::vector<Finding> const& findings) noexcept {
  return first_error(findings) != nullptr;
}

Tier tier_of(std::vector<Finding> const& findings) noexcept {
  auto const* error = first_error(findings);
  return error == nullptr ? Tier::semantic : error->tier;
}

std::string to_terminal(Finding const& finding, Colour colour) {
  auto const paint = [&](std::string_view code, std::string_view text) {
    bool const plain = colour == Colour::off || text.empty();
    return plain ? std::string(text) : fmt::format("\x1b[{}m{}\x1b[0m", code, text);
  };
  std::string where = printable(finding.file);
  if (finding.line) where += fmt::format(":{}", *finding.line);
  if (finding.line && finding.column) where += fmt::format(":{}", *finding.column);
  if (!where.empty()) where += ": ";
  std::string_view const shade = finding.severity == Severity::error ? "1;31" : "1;35";
  std::string shown =
      fmt::format("{}{}: {} {}\n", paint("1", where), paint(shade, severity_word(finding.severity)),
                  printable(finding.message), paint("2", fmt::format("[{}]", printable(finding.code))));
  if (!finding.excerpt.empty()) shown += fmt::format("{}\n", indented(finding.excerpt, "    "));
  auto const add = [&](std::string_view label, std::string const& text) {
    if (!text.empty()) shown += fmt::format("  {}: {}\n", paint("1;36", label), text);
  };
  auto const expected = printable(finding.expected);
  auto const found = printable(finding.found);
  if (expected.empty())
    add("found", found);
  else
    add("expected", found.empty() ? expected : fmt::format("{}, found {}", expected, found));
  if (!finding.hint.empty())
    shown +=
        fmt::format("{}: {}\n", paint("1;36", "  hint"), indented(trimmed(finding.hint), "    ").substr(4));
  return shown;
}

std::string place_and_message(Finding const& finding) {
  auto const where = place(finding);
  return where + (where.empty() ? "" : ": ") + printable(finding.message);
}

std::string to_instruction(Finding const& finding) {
  auto text = sentence(place_and_message(finding));
  std::string const expected = printable(finding.expected);
  std::string const found = printable(finding.found);
  if (!expected.empty()) {
    text += sentence(found.empty() ? fmt::format(" Expected {}", expected)
                                   : fmt::format(" Expected {}, found {}", expected, found));
  }
  if (!finding.hint.empty()) text += fmt::format(" {}", sentence(printable_lines(trimmed(finding.hint))));
  return text;
}

} // namespace artifactd
