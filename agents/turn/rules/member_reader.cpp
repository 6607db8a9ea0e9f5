#include "agents/turn/rules/member_reader.hpp"

#include "agents/turn/limits.hpp"
#include "state/json/mistake.hpp"
#include "state/json/place.hpp"
#include "state/vocabulary/names.hpp"
#include "state/vocabulary/nearest.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace artifactd::turn {

std::string fault_at(std::string_view pointer, std::string_view message) {
  return printable(fmt::format("{}: {}", pointer, message));
}

std::string known_names(std::string_view word, std::span<std::string const> known) {
  if (known.empty()) return {};
  if (auto const near = nearest(word, known); !near.empty())
    return fmt::format("; did you mean {}?", json::shown_key(near));
  constexpr std::size_t most_shown = 12;
  std::string names;
  for (auto const& each : known.first(std::min(known.size(), most_shown)))
    names += (names.empty() ? "" : ", ") + json::shown_key(each);
  return fmt::format("; there is {}{}", names, known.size() > most_shown ? ", …" : "");
}

std::string shown(Json const& value) {
  return json::shortened(compact(value));
}

std::optional<std::int64_t> whole_number(Json const& value) noexcept {
  constexpr double limit = 9007199254740992.0; // 2^53
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX))
    return std::nullopt;
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (!value.is_number_float()) return std::nullopt;
  auto const number = value.get<double>();
  if (!(std::abs(number) <= limit) || std::trunc(number) != number) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

MemberReader::MemberReader(Json const& object, std::string pointer, Faults& faults)
    : object_(object.is_object() ? &object : nullptr), pointer_(std::move(pointer)), faults_(faults) {
  if (object_ == nullptr)
    faults_.push_back(fault_at(pointer_, fmt::format("expected an object, found {}", shown(object))));
}

std::string MemberReader::pointer_of(std::string_view name) const {
  return pointer_ + json::pointer_step(name);
}

void MemberReader::fault(std::string_view name, std::string_view message) {
  faults_.push_back(fault_at(pointer_of(name), message));
}

MemberReader MemberReader::element(std::string_view name, std::size_t i, Json const& value) {
  return {value, fmt::format("{}/{}", pointer_of(name), i), faults_};
}

Json const* MemberReader::find(std::string_view name) const {
  if (object_ == nullptr) return nullptr;
  auto const found = object_->find(name);
  return found == object_->end() || found->is_null() ? nullptr : &*found;
}

Json const* MemberReader::need(std::string_view name, std::string_view expected) {
  auto const* value = find(name);
  if (value == nullptr && object_ != nullptr) fault(name, fmt::format("is missing: expected {}", expected));
  return value;
}

std::string MemberReader::text(std::string_view name, std::size_t longest) {
  auto const* value = find(name);
  if (value == nullptr) return {};
  if (!value->is_string()) {
    fault(name, fmt::format("expected a text, found {}", shown(*value)));
    return {};
  }
  auto const& text = value->get_ref<std::string const&>();
  if (text.size() <= longest) return text;
  fault(name, fmt::format("has {} bytes, at most {}", text.size(), longest));
  return {};
}

std::string MemberReader::needed_text(std::string_view name, std::size_t longest) {
  if (need(name, "a text") == nullptr) return {};
  auto const before = faults_.size();
  auto read = text(name, longest);
  if (read.empty() && faults_.size() == before) fault(name, "is empty");
  return read;
}

Json const* MemberReader::list(std::string_view name, std::size_t most) {
  auto const* value = find(name);
  if (value == nullptr) return nullptr;
  if (value->is_array() && value->size() <= most) return value;
  fault(name, value->is_array() ? fmt::format("has {} elements, at most {}", value->size(), most)
                                : fmt::format("expected a list, found {}", shown(*value)));
  return nullptr;
}

std::optional<std::vector<std::string>> MemberReader::texts(std::string_view name, std::size_t most,
                                                            std::size_t longest) {
  auto const* elements = list(name, most);
  if (elements == nullptr) return std::nullopt;
  std::vector<std::string> read;
  for (std::size_t i = 0; i < elements->size(); ++i) {
    auto const& each = (*elements)[i];
    auto const* text = each.get_ptr<std::string const*>();
    if (text != nullptr && !text->empty() && text->size() <= longest)
      read.push_back(*text);
    else
      faults_.push_back(
          fault_at(fmt::format("{}/{}", pointer_of(name), i),
                   fmt::format("expected a text of 1 to {} bytes, found {}", longest, shown(each))));
  }
  return read;
}

std::optional<std::int64_t> MemberReader::whole(std::string_view name, std::int64_t lowest,
                                                std::int64_t highest) {
  auto const* value = find(name);
  if (value == nullptr) return std::nullopt;
  auto const number = whole_number(*value);
  if (number && *number >= lowest && *number <= highest) return number;
  fault(name, fmt::format("expected a whole number from {} to {}, found {}", lowest, highest, shown(*value)));
  return std::nullopt;
}

std::optional<double> MemberReader::number(std::string_view name) {
  auto const* value = find(name);
  if (value == nullptr) return std::nullopt;
  if (value->is_number() && std::isfinite(value->get<double>())) return value->get<double>();
  fault(name, fmt::format("expected a finite number, found {}", shown(*value)));
  return std::nullopt;
}

bool MemberReader::flag(std::string_view name, bool otherwise) {
  auto const* value = find(name);
  if (value == nullptr) return otherwise;
  if (value->is_boolean()) return value->get<bool>();
  fault(name, fmt::format("expected true or false, found {}", shown(*value)));
  return otherwise;
}

void MemberReader::tell_unknown(std::span<std::string const> known,
                                std::vector<std::string>& warnings) const {
  if (object_ == nullptr) return;
  for (auto const& [name, value] : object_->items())
    if (std::ranges::count(known, name) == 0)
      warnings.push_back(
          fault_at(pointer_of(name), fmt::format("{} is unknown here and has no effect{}",
                                                 json::shown_key(name), known_names(name, known))));
}

} // namespace artifactd::turn
