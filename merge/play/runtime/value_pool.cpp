#include "merge/play/runtime/value_pool.hpp"

#include "merge/game/values/js_value.hpp"

#include <cmath>
#include <functional>
#include <string>

namespace artifactd::play {

namespace {

std::size_t mixed(std::size_t seed, std::size_t more) {
  return (seed ^ (more + 0x9E3779B97F4A7C15U + (seed << 6U) + (seed >> 2U))) * 0xFF51AFD7ED558CCDU;
}

/// Equal for equal values: numbers by their value, not by their representation.
std::size_t hash_of_value(Value const& value) {
  switch (value.type()) {
  case Value::value_t::number_integer:
  case Value::value_t::number_unsigned:
  case Value::value_t::number_float:
    return mixed(1, std::hash<double>()(value.get<double>() + 0.0));
  case Value::value_t::string:
    return mixed(2, std::hash<std::string>()(value.get_ref<std::string const&>()));
  case Value::value_t::boolean:
    return value.get<bool>() ? 3 : 4;
  case Value::value_t::array: {
    std::size_t hash = 5;
    for (auto const& element : value)
      hash = mixed(hash, hash_of_value(element));
    return hash;
  }
  case Value::value_t::object: {
    std::size_t hash = 6;
    for (auto const& [name, member] : value.items())
      hash = mixed(mixed(hash, std::hash<std::string>()(name)), hash_of_value(member));
    return hash;
  }
  default:
    return 7;
  }
}

} // namespace

std::size_t ValuePool::Hash::operator()(Value const& value) const {
  return hash_of_value(value);
}

ValuePool::ValuePool() : ids_(64, Hash{this}, Equal{this}) {
  values_.push_back(game::undefined());
  truthy_.push_back(false);
}

ValueId ValuePool::id_of(Value value) {
  if (game::is_undefined(value)) return absent;
  if (value.is_number_float() && std::isnan(value.get<double>())) value = nullptr;
  if (auto const known = ids_.find(value); known != ids_.end()) return *known;
  auto const id = static_cast<ValueId>(values_.size());
  truthy_.push_back(game::js_truthy(value));
  values_.push_back(std::move(value));
  ids_.insert(id);
  return id;
}

} // namespace artifactd::play
