#include "state/dice/dice_error.hpp"

#include <array>
#include <nlohmann/json.hpp>

namespace artifactd::dice {

namespace {

/// In the order of Code.
constexpr std::array<std::string_view, 15> code_words = {
    "empty",   "too_long",         "unexpected",     "ended",         "dialect",  "number_too_large",
    "no_dice", "no_sides",         "too_many_sides", "too_many_dice", "too_deep", "modifier_twice",
    "endless", "division_by_zero", "total_too_large"};
static_assert(code_words.size() == static_cast<std::size_t>(Code::total_too_large) + 1);

} // namespace

std::string_view code_word(Code code) noexcept {
  return code_words[static_cast<std::size_t>(code)];
}

nlohmann::ordered_json to_json(DiceError const& error) {
  nlohmann::ordered_json json{
      {"code", code_word(error.code)}, {"byte", error.byte}, {"message", error.message}};
  if (!error.hint.empty()) json["hint"] = error.hint;
  return json;
}

} // namespace artifactd::dice
