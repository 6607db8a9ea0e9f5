#include "agents/turn/rules/bands.hpp"

#include "agents/turn/limits.hpp"
#include "state/dice/expression.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr std::size_t longest_label = 256;

/// Higher bands first; the one without at_least last.
bool is_higher(Band const& left, Band const& right) {
  return left.at_least && (!right.at_least || *left.at_least > *right.at_least);
}

Band read_band(MemberReader& reader, BandsOf whose) {
  Band band;
  band.at_least = reader.whole("at_least", -dice::largest_total, dice::largest_total);
  band.label = reader.needed_text("label", longest_label);
  if (whose == BandsOf::ruleset)
    if (auto const* ops = reader.list("ops", most_ops)) band.ops = *ops;
  return band;
}

} // namespace

std::vector<Band> read_bands(MemberReader& reader, BandsOf whose, std::vector<std::string>& warnings) {
  static std::vector<std::string> const known = {"at_least", "label", "ops"};
  std::vector<Band> bands;
  auto const* list = reader.list("bands", most_bands);
  if (list == nullptr) return bands;
  for (std::size_t i = 0; i < list->size(); ++i) {
    MemberReader each = reader.element("bands", i, (*list)[i]);
    if (!each.is_object()) continue;
    if (whose == BandsOf::ruleset) each.tell_unknown(known, warnings);
    bands.push_back(read_band(each, whose));
  }
  std::ranges::stable_sort(bands, is_higher);
  for (std::size_t i = 1; i < bands.size(); ++i)
    if (bands[i].at_least == bands[i - 1].at_least)
      reader.fault("bands", bands[i].at_least ? fmt::format("two bands begin at {}", *bands[i].at_least)
                                              : "two bands have no at_least: only the lowest has none");
  if (whose == BandsOf::ruleset && (bands.empty() || bands.back().at_least))
    reader.fault("bands", "the lowest band has no at_least, so that every total is in a band");
  return bands;
}

} // namespace artifactd::turn
