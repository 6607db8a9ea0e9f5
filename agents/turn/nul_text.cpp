#include "agents/turn/nul_text.hpp"

#include <algorithm>

namespace artifactd::turn {

namespace {

bool has_nul(Json const& value) {
  if (value.is_string()) return value.get_ref<std::string const&>().contains('\0');
  if (value.is_array()) return std::ranges::any_of(value, has_nul);
  if (!value.is_object()) return false;
  for (auto const& [key, member] : value.items())
    if (key.contains('\0') || has_nul(member)) return true;
  return false;
}

} // namespace

std::vector<std::string> nul_pointers(Json const& value) {
  std::vector<std::string> pointers;
  if (!has_nul(value)) return pointers;
  auto const flat = value.flatten();
  for (auto const& [pointer, member] : flat.items())
    if (pointer.contains('\0') || (member.is_string() && member.get_ref<std::string const&>().contains('\0')))
      pointers.push_back(pointer);
  return pointers;
}

} // namespace artifactd::turn
