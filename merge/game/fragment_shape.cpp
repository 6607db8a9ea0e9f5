#include "merge/game/fragment_shape.hpp"

#include "merge/game/text.hpp"
#include "state/json/diagnose.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>

namespace artifactd::game {

namespace {

using Form = FragmentAddress::Form;

}

std::optional<json::Type> type_of_fragment(FragmentAddress const& address) noexcept {
  switch (address.form) {
  case Form::whole:
  case Form::field:
    return std::nullopt;
  case Form::phase:
    return json::Type::string;
  case Form::phase_list:
  case Form::metadata_list:
    return json::Type::array;
  default:
    return json::Type::object;
  }
}

std::string_view type_in_words(json::Type type) noexcept {
  if (type == json::Type::string) return "a string";
  return type == json::Type::array ? "a list" : "an object";
}

Result<void> check_fragment(FragmentAddress const& address, std::string_view fragment) {
  auto const findings = json::syntax_findings(address.text(), fragment, {.depth = deepest});
  if (!findings.empty())
    return fail(Fault::invalid, fmt::format("the fragment for {} is not valid JSON: {}", address.text(),
                                            findings.front().message));
  auto const value = JsonNode(fragment);
  auto const type = type_of_fragment(address);
  if (!type || is(&value, *type)) return {};
  return fail(Fault::invalid,
              fmt::format("the fragment for {} is not {}", address.text(), type_in_words(*type)));
}

Result<void> check_own_name(FragmentAddress const& address, JsonNode const& fragment) {
  auto const refuse = [&](std::string_view what, std::string const& own) {
    return fail(Fault::invalid,
                fmt::format("the fragment for {} says {}\"{}\"", address.text(), what, printable(own)));
  };
  auto const expect = [&](std::string_view member, std::string const& name) -> Result<void> {
    auto const own = string_at(fragment, member);
    if (own == name) return {};
    return refuse(std::string(member) + " ", own.value_or(""));
  };
  switch (address.form) {
  case Form::transition:
    return expect("id", address.name);
  case Form::precondition:
  case Form::player_action:
    return expect("id", address.inner);
  case Form::phase_metadata:
    return expect("phase", address.name);
  case Form::phase:
    if (fragment.string() != address.name) return refuse("", fragment.string());
    return {};
  default:
    return {};
  }
}

} // namespace artifactd::game
