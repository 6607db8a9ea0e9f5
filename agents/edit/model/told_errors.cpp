#include "agents/edit/model/told_errors.hpp"

#include "state/json/json_member.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace artifactd::editor {

namespace {

/// The index of the error a reply refers to: by its number, counted from 1, or by its text.
std::optional<std::size_t> error_meant(std::string const& text, std::span<std::string const> errors) {
  std::size_t number = 0;
  auto const* end = text.data() + text.size();
  if (auto [stop, fault] = std::from_chars(text.data(), end, number);
      fault == std::errc() && stop == end && number >= 1 && number <= errors.size())
    return number - 1;
  auto const found = std::ranges::find(errors, text);
  if (found == errors.end()) return std::nullopt;
  return static_cast<std::size_t>(found - errors.begin());
}

} // namespace

std::vector<std::string> addressing_faults(nlohmann::ordered_json const& change, std::string const& at,
                                           std::span<std::string const> errors) {
  std::vector<std::string> faults;
  auto const addressed = texts_of(change, "errorsAddressed");
  if (addressed.empty()) faults.push_back(at + "/errorsAddressed: name at least one error by its number");
  for (auto const& each : addressed)
    if (!error_meant(each, errors))
      faults.push_back(fmt::format("{}/errorsAddressed: there is no error {}; they are numbered 1 to {}", at,
                                   printable(each).substr(0, 80), errors.size()));
  return faults;
}

std::vector<std::string> errors_addressed(nlohmann::ordered_json const& change,
                                          std::span<std::string const> errors) {
  std::vector<std::string> addressed;
  for (auto const& text : texts_of(change, "errorsAddressed"))
    if (auto const number = error_meant(text, errors)) addressed.push_back(errors[*number]);
  return addressed;
}

} // namespace artifactd::editor
