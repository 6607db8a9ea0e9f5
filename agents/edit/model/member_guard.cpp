#include "agents/edit/model/member_guard.hpp"

#include "agents/edit/model/pointed_members.hpp"
#include "merge/game/checks/validation.hpp"
#include "merge/game/fragment.hpp"
#include "state/json/edit.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd::editor {

namespace {

using Form = game::FragmentAddress::Form;

constexpr std::size_t most_stays_told = 5;
/// A fault found only by playing may come from anything in the game; playing also ensures that its repair
/// loses nothing.
constexpr std::string_view play_codes = "game.P";

/// The path to a fragment from the object that errors about it refer to.
std::vector<std::string> base_of(game::FragmentAddress const& address) {
  switch (address.form) {
  case Form::precondition:
    return {"preconditions", address.inner};
  case Form::player_action:
    return {"playerActions", address.inner};
  case Form::phase_list:
  case Form::metadata_list:
    return {address.name};
  case Form::phase:
    return {std::string(game::phases_member), address.name};
  case Form::phase_metadata:
    return {std::string(game::metadata_member), address.name};
  default:
    return {};
  }
}

/// The pointer in its file, as findings have it.
std::string pointer_of(game::Part const& part) {
  Finding finding;
  part.text->locate(finding, *part.node);
  return finding.pointer.value_or("");
}

/// The path from the fragment to what the finding points at; std::nullopt if that is outside.
std::optional<std::vector<std::string>> inside_of(std::string const& fragment, Finding const& finding) {
  auto const pointer = finding.pointer.value_or("/");
  if (pointer != fragment && !pointer.starts_with(fragment + "/")) return std::nullopt;
  auto steps = json::pointer_steps(pointer.substr(fragment.size()));
  return steps ? std::optional(*std::move(steps)) : std::nullopt;
}

bool has_id(Json const& value) {
  return value.is_object() && value.contains("id") && value["id"].is_string();
}

std::string shown_place(std::vector<std::string> const& path, std::size_t from) {
  return printable(
             fmt::format("/{}", fmt::join(path.begin() + static_cast<std::ptrdiff_t>(from), path.end(), "/")))
      .substr(0, 200);
}

} // namespace

MemberGuard::MemberGuard(game::Game const& game, game::FragmentAddress const& address,
                         std::span<std::string const> errors, std::span<Finding const> known)
    : base_(base_of(address)) {
  auto const part = game::find_fragment(game, address);
  if (!part) return;
  auto const pointer = pointer_of(*part);
  auto const now = game::validate(game);
  for (auto const& error : errors) {
    if (auto const found = std::ranges::find(now, error, &Finding::message); found != now.end())
      point(*found, found->file == part->text->path() ? inside_of(pointer, *found) : std::nullopt);
    else if (auto const gone = std::ranges::find(known, error, &Finding::message);
             gone != known.end() && !gone->code.starts_with(play_codes))
      point(*gone, std::nullopt);
    else
      all_free_ = true;
  }
}

MemberGuard::MemberGuard(std::span<Finding const> found, std::string_view file) {
  for (auto const& each : found) {
    auto steps = json::pointer_steps(each.pointer.value_or("no place"));
    if (each.file.empty() || !steps)
      all_free_ = true;
    else if (each.file == file)
      pointed_.push_back({*std::move(steps), {}});
  }
}

/// A finding deep inside a member frees the list element it is in, or else the member.
void MemberGuard::point(Finding const& finding, std::optional<Path> const& inside) {
  auto const names = members_pointed_at(finding);
  auto place = base_;
  if (inside) place.insert(place.end(), inside->begin(), inside->end());
  auto const at_declaration =
      is_about_phases(finding) && !place.empty() && place.front() == game::phases_member;
  if (!inside || at_declaration) {
    if (!names.empty()) pointed_.push_back({{}, names});
    return;
  }
  auto const named =
      std::ranges::find_if(place, [&](std::string const& each) { return names.contains(each); });
  if (named == place.end()) {
    pointed_.push_back({std::move(place), names});
    return;
  }
  place.resize(std::min(static_cast<std::size_t>(named - place.begin()) + 2, place.size()));
  pointed_.push_back({std::move(place), {}});
  if (names.contains("checkedFields")) pointed_.push_back({base_, {"checkedFields", "condition"}});
}

bool MemberGuard::is_free(Path const& path) const {
  auto const frees = [&](Pointed const& each) {
    if (path.size() < each.place.size() || !std::equal(each.place.begin(), each.place.end(), path.begin()))
      return false;
    auto const below = path.begin() + std::ssize(each.place);
    return each.names.empty() ||
           std::any_of(below, path.end(), [&](std::string const& step) { return each.names.contains(step); });
  };
  return all_free_ || std::ranges::any_of(pointed_, frees);
}

void MemberGuard::compare(Json const& before, Json const& after, Path& path,
                          std::vector<std::string>& faults) const {
  if (faults.size() >= most_stays_told || before == after || is_free(path)) return;
  if (before.is_object() && after.is_object()) return compare_members(before, after, path, faults);
  if (before.is_array() && after.is_array()) return compare_elements(before, after, path, faults);
  faults.push_back(
      fmt::format("{} has to stay as it is: no error points at it", shown_place(path, base_.size())));
}

void MemberGuard::compare_members(Json const& before, Json const& after, Path& path,
                                  std::vector<std::string>& faults) const {
  for (auto const& [key, value] : before.items()) {
    path.push_back(key);
    if (after.contains(key))
      compare(value, after[key], path, faults);
    else if (!is_free(path))
      faults.push_back(
          fmt::format("{} must not be removed: no error points at it", shown_place(path, base_.size())));
    path.pop_back();
  }
}

/// Elements with an id are matched by it; the others by content, in order.
void MemberGuard::compare_elements(Json const& before, Json const& after, Path& path,
                                   std::vector<std::string>& faults) const {
  std::size_t next = 0;
  for (std::size_t i = 0; i < before.size() && faults.size() < most_stays_told; ++i) {
    path.push_back(std::to_string(i));
    auto const& element = before[i];
    std::vector<std::string> own;
    auto is_same = [&](Json const& other) {
      own.clear();
      if (has_id(element)) return has_id(other) && other["id"] == element["id"];
      compare(element, other, path, own);
      return own.empty();
    };
    auto const begin = after.begin() + static_cast<std::ptrdiff_t>(has_id(element) ? 0 : next);
    auto const found = std::find_if(begin, after.end(), is_same);
    if (found != after.end() && has_id(element)) compare(element, *found, path, faults);
    if (found != after.end() && !has_id(element) && !is_free(path))
      next = static_cast<std::size_t>(found - after.begin()) + 1;
    if (found == after.end() && !is_free(path))
      faults.push_back(fmt::format("{} must not be removed or changed: no error points at it",
                                   shown_place(path, base_.size())));
    path.pop_back();
  }
}

std::vector<std::string> MemberGuard::faults(Json const& before, Json const& after) const {
  std::vector<std::string> found;
  auto path = base_;
  compare(before, after, path, found);
  return found;
}

} // namespace artifactd::editor
