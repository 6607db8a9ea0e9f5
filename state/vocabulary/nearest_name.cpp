#include "state/vocabulary/nearest_name.hpp"

#include <algorithm>
#include <array>

namespace artifactd {

namespace {

/// Of "lock". Not those that are words themselves: another program may have a "game.turn.clock".
constexpr auto misspellings =
    std::to_array<std::string_view>({"lck", "lok", "lcok", "lokc", "locks", "locked"});

bool may_begin_a_name(char c) {
  return Name::parse({&c, 1}).has_value();
}

bool may_be_in_a_name(char c) {
  return Name::parse(std::string{'a', c}).has_value();
}

std::string with_dashes(std::string_view text) {
  std::string kept;
  for (auto const c : text) {
    if (kept.empty() ? may_begin_a_name(c) : may_be_in_a_name(c))
      kept += c;
    else if (!kept.empty() && kept.back() != '-')
      kept += '-';
  }
  return kept.substr(0, Name::longest);
}

bool ends_in_a_kind(Name const& name, Kinds const& kinds) {
  auto const& text = name.str();
  auto const dot = text.rfind('.');
  return dot != text.npos && kinds.find(std::string_view(text).substr(dot + 1));
}

} // namespace

std::optional<Name> nearest_name(std::string_view text, Kinds const& kinds) {
  auto kept = with_dashes(text);
  for (;;) {
    while (!kept.empty() && !may_begin_a_name(kept.back())) // "a-" is a name, but nobody's intention
      kept.pop_back();
    auto name = Name::parse(kept);
    if (name && !ends_in_a_kind(*name, kinds)) return name;
    auto const dot = kept.rfind('.');
    if (dot == kept.npos) return Name::parse(kept.empty() ? kept : kept + "-1"); // "state" is reserved
    kept.resize(dot);
  }
}

std::optional<SignalName> nearest_signal(std::string_view file_name, Kinds const& kinds) {
  auto const end = file_name.rfind(".lock");
  if (end == file_name.npos) return std::nullopt;
  auto const dot = file_name.rfind('.', end - 1);
  if (end == 0 || dot == file_name.npos) return std::nullopt;
  auto const kind = kinds.find(file_name.substr(dot + 1, end - dot - 1));
  auto name = nearest_name(file_name.substr(0, dot), kinds);
  if (!kind || !name) return std::nullopt;
  return SignalName{*std::move(name), *kind};
}

std::optional<SignalName> misspelt_signal(std::string_view file_name, Kinds const& kinds) {
  auto const lock = file_name.rfind('.');
  auto const kind = lock == 0 || lock == file_name.npos ? file_name.npos : file_name.rfind('.', lock - 1);
  if (kind == file_name.npos || parse_signal_file(file_name, kinds).form != SignalForm::none)
    return std::nullopt;
  auto const ending = in_lower_case(file_name.substr(lock + 1));
  if (ending != "lock" && std::ranges::find(misspellings, ending) == misspellings.end()) return std::nullopt;
  auto const meant =
      std::string(file_name.substr(0, kind)) + in_lower_case(file_name.substr(kind, lock - kind)) + ".lock";
  auto const parsed = parse_signal_file(meant, kinds);
  return parsed.form == SignalForm::pending ? parsed.signal : std::nullopt;
}

} // namespace artifactd
