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

using Json = nlohmann::ordered_json;

/// Every part but code, tier and severity, with its name in JSON, in that order.
template <class AnyFinding, class Visit>
void each_part(AnyFinding& finding, Visit const& visit) {
  visit("file", finding.file);
  visit("line", finding.line);
  visit("column", finding.column);
  visit("byte", finding.byte);
  visit("pointer", finding.pointer);
  visit("message", finding.message);
  visit("expected", finding.expected);
  visit("found", finding.found);
  visit("hint", finding.hint);
  visit("excerpt", finding.excerpt);
}

void write_part(Json& json, char const* name, std::string const& text) {
  if (!text.empty()) json[name] = printable_lines(text);
}

void write_part(Json& json, char const* name, std::optional<std::size_t> const& number) {
  if (number) json[name] = *number;
}

void write_part(Json& json, char const* name, std::optional<std::string> const& pointer) {
  if (pointer) json[name] = printable(*pointer);
}

/// False if the member has another type.
bool read_part(Json const& member, std::string& text) {
  if (!member.is_string()) return false;
  text = member.get<std::string>();
  return true;
}

bool read_part(Json const& member, std::optional<std::size_t>& number) {
  if (!member.is_number_unsigned()) return false;
  number = member.get<std::size_t>();
  return true;
}

bool read_part(Json const& member, std::optional<std::string>& pointer) {
  return read_part(member, pointer.emplace());
}

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
  Json json;
  json["code"] = finding.code;
  json["tier"] = tier_word(finding.tier);
  json["severity"] = severity_word(finding.severity);
  each_part(finding, [&json](char const* name, auto const& part) { write_part(json, name, part); });
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
  auto const text = [&json](char const* name) {
    auto const member = json.find(name);
    return member != json.end() && member->is_string() ? member->get<std::string>() : std::string();
  };
  auto const tier = by_word<Tier>(tier_words, text("tier"));
  auto const severity = by_word<Severity>(severity_words, text("severity"));
  auto const code = text("code");
  if (!tier || !severity || !is_code(code)) return std::nullopt;
  Finding finding{.code = code, .tier = *tier, .severity = *severity};
  bool sound = true;
  each_part(finding, [&](char const* name, auto& part) {
    auto const member = json.find(name);
    sound = sound && (member == json.end() || read_part(*member, part));
  });
  return sound ? std::optional(std::move(finding)) : std::nullopt;
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
