#include "daemon/commands/rule/rule_screen.hpp"

#include "agents/rule/trial.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <ranges>

namespace artifactd {

using extraction::RuleOrigin;
using extraction::Wizard;
using extraction::WizardKey;
using extraction::WizardState;

namespace {

constexpr std::size_t most_near_misses = 5;
constexpr std::size_t widest_value = 24;
constexpr std::array<std::string_view, 4> turning = {"◐", "◓", "◑", "◒"};
constexpr std::string_view turning_ascii = "|/-\\";

std::string kind_of(Finding const& finding) {
  if (finding.code == "YAML_SYNTAX_ERROR") return "YAML syntax error";
  if (finding.code == "PYTHON_SYNTAX_ERROR") return "Python syntax error";
  if (finding.code == "SCHEMA_VIOLATION") return "Schema error";
  if (finding.code == "GLOB_MISMATCH") return "Glob mismatch";
  if (finding.code == "EMPTY_EXTRACTION") return "Nothing extracted";
  if (finding.code == "RUNTIME_ERROR") return "Execution error";
  return finding.code;
}

std::string cell(nlohmann::ordered_json const& value) {
  auto text = value.is_string() ? printable(value.get<std::string>()) : compact(value);
  return fitted(text, widest_value, Charset::utf8);
}

std::string padded(std::string const& text, std::size_t width) {
  auto const has = display_width(text);
  return text + std::string(width > has ? width - has : 0, ' ');
}

/// The records of the first samples, one column per field.
std::vector<std::string> preview_table(std::vector<extraction::Preview> const& preview) {
  std::vector<std::vector<std::string>> rows{{"path"}};
  for (auto const& each : preview)
    for (auto const& field : each.extracted.items())
      if (std::ranges::find(rows[0], printable(field.key())) == rows[0].end())
        rows[0].push_back(printable(field.key()));
  for (auto const& each : preview) {
    auto& row = rows.emplace_back();
    row.push_back(printable(std::string(end_of(each.path, 2 * widest_value))));
    for (std::size_t i = 1; i < rows[0].size(); ++i) {
      auto const found = each.extracted.find(rows[0][i]);
      row.push_back(found == each.extracted.end() ? "" : cell(*found));
    }
  }
  std::vector<std::string> lines(rows.size());
  for (std::size_t column = 0; column < rows[0].size(); ++column) {
    std::size_t width = 0;
    for (auto const& row : rows)
      width = std::max(width, display_width(row[column]));
    for (std::size_t i = 0; i < rows.size(); ++i)
      lines[i] += padded(rows[i][column], width) + "  ";
  }
  return lines;
}

std::vector<std::string> fit_lines(extraction::RuleFit const& fit) {
  std::vector<std::string> lines{
      fmt::format("{} of {} paths match, {} with every field", fit.matched, fit.wanted, fit.complete)};
  if (fit.strangers == 0) return lines;
  lines.push_back(fmt::format("near misses: {} other path{} match as well", fit.strangers,
                              fit.strangers == 1 ? "" : "s"));
  for (auto const& path : fit.near_misses | std::views::take(most_near_misses))
    lines.push_back("  " + printable(path));
  return lines;
}

void append(std::vector<std::string>& lines, std::vector<std::string> const& more) {
  lines.insert(lines.end(), more.begin(), more.end());
}

std::vector<std::string> result_lines(RuleWork const& work) {
  std::vector<std::string> lines;
  auto const& wizard = work.wizard();
  auto const& candidate = wizard.candidate();
  for (auto const& line : lines_of(candidate.script()))
    lines.push_back("  " + printable(line));
  lines.emplace_back();
  append(lines, preview_table(candidate.judgement->trial.preview));
  lines.emplace_back();
  if (candidate.fit) append(lines, fit_lines(*candidate.fit));
  if (candidate.origin == RuleOrigin::draft)
    for (auto const& note : work.notes())
      lines.push_back("note: " + printable(note));
  if (!wizard.notice().empty()) lines.push_back(wizard.notice());
  return lines;
}

std::vector<std::string> error_lines(Wizard const& wizard, Charset charset) {
  std::vector<std::string> lines;
  auto const cross = charset == Charset::utf8 ? "✗" : "x";
  if (!wizard.trouble().empty()) {
    lines.push_back(fmt::format("{} {}", cross, wizard.trouble()));
  } else {
    lines.push_back(fmt::format("{} AI couldn't generate valid output after {} attempts", cross,
                                wizard.attempts().size()));
    lines.emplace_back();
    lines.push_back("Last error: " + printable(wizard.attempts().back().message));
  }
  if (!wizard.attempts().empty()) {
    append(lines, {"", "Error Details"});
    append(lines, attempt_lines(wizard));
  }
  lines.emplace_back();
  lines.emplace_back("Options:");
  if (wizard.may(WizardKey::hint)) lines.emplace_back("  [h] Add hint and retry   - Give AI more context");
  if (wizard.may(WizardKey::edit)) lines.emplace_back("  [e] Edit manually        - Open in $EDITOR");
  if (wizard.may(WizardKey::again))
    lines.emplace_back("  [r] Retry fresh          - Start over (resets retry count)");
  if (wizard.may(WizardKey::draft))
    lines.emplace_back("  [d] Keep the draft       - Made of the paths alone, without AI");
  lines.emplace_back("  [Esc] Cancel             - Give up");
  return lines;
}

/// "[Enter] Accept", … for the keys that are allowed now.
std::vector<std::string> offers_of(Wizard const& wizard) {
  switch (wizard.state()) {
  case WizardState::hint_input:
    return {"[Enter] Send", "[Esc] Back"};
  case WizardState::analyzing:
  case WizardState::regenerating:
    return {"[Esc] Cancel"};
  case WizardState::analysis_error:
    return {}; // its options are explained at length
  default:
    break;
  }
  std::vector<std::string> offers{"[Enter] Accept"};
  if (wizard.may(WizardKey::edit)) offers.emplace_back("[e] Edit");
  if (wizard.may(WizardKey::hint)) offers.emplace_back("[h] Hint");
  if (wizard.may(WizardKey::again)) offers.emplace_back("[r] Again");
  offers.emplace_back("[Esc] Cancel");
  return offers;
}

} // namespace

std::vector<std::string> attempt_lines(Wizard const& wizard) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < wizard.attempts().size(); ++i) {
    auto const& finding = wizard.attempts()[i];
    auto const where = finding.line ? fmt::format("line {}: ", *finding.line) : std::string();
    lines.push_back(
        fmt::format("Attempt {}: {} ({}{})", i + 1, kind_of(finding), where, printable(finding.message)));
  }
  return lines;
}

std::optional<WizardKey> RuleScreen::press(Key const& key, Wizard const& wizard) {
  if (key.kind == Key::Kind::leave || key.kind == Key::Kind::escape) {
    typed_.clear();
    return WizardKey::leave;
  }
  if (key.kind == Key::Kind::enter) return WizardKey::accept;
  if (wizard.state() == WizardState::hint_input) {
    if (key.kind == Key::Kind::text) typed_ += key.text;
    if (key.kind == Key::Kind::backspace && !typed_.empty()) {
      while (typed_.size() > 1 && (static_cast<unsigned char>(typed_.back()) & 0xC0) == 0x80)
        typed_.pop_back();
      typed_.pop_back();
    }
    return std::nullopt;
  }
  if (key.kind == Key::Kind::up && scroll_ > 0) --scroll_;
  if (key.kind == Key::Kind::down) ++scroll_;
  if (key.kind != Key::Kind::text) return std::nullopt;
  constexpr std::array<std::pair<char, WizardKey>, 4> keys = {
      {{'h', WizardKey::hint}, {'e', WizardKey::edit}, {'r', WizardKey::again}, {'d', WizardKey::draft}}};
  for (auto const& [letter, meaning] : keys)
    if (key.text == std::string_view(&letter, 1)) return meaning;
  return std::nullopt;
}

std::string RuleScreen::sign(unsigned frame) const {
  return charset_ == Charset::utf8 ? std::string(turning[frame % turning.size()])
                                   : std::string(1, turning_ascii[frame % turning_ascii.size()]);
}

RuleScreen::Lines RuleScreen::body(RuleWork const& work, unsigned frame) const {
  auto const& wizard = work.wizard();
  switch (wizard.state()) {
  case WizardState::analyzing:
  case WizardState::regenerating: {
    auto lines = wizard.spinner();
    lines[0] = sign(frame) + " " + lines[0];
    lines.insert(lines.end(),
                 {"", fmt::format("{} paths go to {}:", work.paths_sent().size(), work.place())});
    for (auto const& path : work.paths_sent())
      lines.push_back("  " + printable(path));
    return lines;
  }
  case WizardState::analysis_error:
    return error_lines(wizard, charset_);
  case WizardState::hint_input:
    return {"What should the AI know?", "", "> " + printable(typed_) + "_"};
  case WizardState::yaml_result:
  case WizardState::python_result:
    return result_lines(work);
  default:
    return {};
  }
}

std::vector<std::string> RuleScreen::render(RuleWork const& work, ScreenSize size, unsigned frame) const {
  auto const painted = [this](char const* code, std::string const& text) {
    return colour_ == Colour::on ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
  };
  auto const cut = [&](std::string const& text) {
    return fitted(in_charset(text, charset_), size.width, charset_);
  };
  Lines lines{painted("1", cut(fmt::format("PATHFINDER  {}  {}", word_of(work.wizard().state()), title_))),
              cut(work.form()), ""};
  std::string footer;
  for (auto const& offer : offers_of(work.wizard()))
    footer += (footer.empty() ? "" : "  ") + offer;
  auto const footers = footer.empty() ? Lines() : wrapped(footer, size.width);
  auto const taken = lines.size() + footers.size() + 1;
  auto const room = size.height > taken ? size.height - taken : 1;
  auto const all = body(work, frame);
  auto const first = std::min(scroll_, all.size() > room ? all.size() - room : 0);
  for (std::size_t i = first; i < std::min(all.size(), first + room); ++i)
    lines.push_back(cut(all[i]));
  lines.emplace_back();
  for (auto const& each : footers)
    lines.push_back(cut(each));
  if (lines.size() > size.height) lines.resize(size.height);
  return lines;
}

} // namespace artifactd
