#include "state/dice/dice_error.hpp"

#include <nlohmann/json.hpp>

namespace artifactd::dice {

std::string_view code_word(Code code) noexcept {
  switch (code) {
  case Code::empty:
    return "empty";
  case Code::too_long:
    return "too_long";
  case Code::unexpected:
    return "unexpected";
  case Code::ended:
    return "ended";
  case Code::dialect:
    return "dialect";
  case Code::number_too_large:
    return "number_too_large";
  case Code::no_dice:
    return "no_dice";
  case Code::no_sides:
    return "no_sides";
  case Code::too_many_sides:
    return "too_many_sides";
  case Code::too_many_dice:
    return "too_many_dice";
  case Code::too_deep:
    return "too_deep";
  case Code::modifier_twice:
    return "modifier_twice";
  case Code::endless:
    return "endless";
  case Code::division_by_zero:
    return "division_by_zero";
  case Code::total_too_large:
    return "total_too_large";
  }
  return "";
}

nlohmann::ordered_json to_json(DiceError const& error) {
  nlohmann::ordered_json json{
      {"code", code_word(error.code)}, {"byte", error.byte}, {"message", error.message}};
  if (!error.hint.empty()) json["hint"] = error.hint;
  return json;
}

} // namespace artifactd::dice
