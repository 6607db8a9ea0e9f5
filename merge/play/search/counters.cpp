#include "merge/play/search/counters.hpp"

#include "merge/play/runtime/operation_text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace artifactd::play {

namespace {

/// What is known of one field's writers.
struct Counting {
  bool counts = true;
  bool rises = false;
  bool falls = false;
  double least = 0;
  double largest = 0;

  void see(double value) {
    least = std::min(least, value);
    largest = std::max(largest, value);
  }
};

class CounterSearch {
public:
  explicit CounterSearch(Program const& program) : program_(program) {}

  std::vector<std::optional<std::pair<double, double>>> bounds() {
    for (auto const& transition : program_.transitions())
      if (transition.instruction) look_at(*transition.instruction);
    for (auto const& phase : program_.phases())
      for (auto const& action : phase.actions)
        look_at(action.instruction);
    std::vector<std::optional<std::pair<double, double>>> result(program_.layout().size());
    for (Slot slot = 0; slot < result.size(); ++slot)
      if (auto const path = program_.layout().schema_path(slot)) result[slot] = bounds_of(*path);
    return result;
  }

private:
  void look_at(PlayInstruction const& instruction) {
    for (auto const& name : instruction.names)
      for (auto const slot : name.matters ? name.read.reads : std::vector<Slot>())
        if (auto const path = program_.layout().schema_path(slot)) fields_[*path].counts = false;
    for (auto const& operation : instruction.operations)
      look_at(operation.op);
  }

  void look_at(Value const& op) {
    auto const kind = operation_text(op, "op");
    for (auto const* member : path_members)
      if (auto const path = operation_text(op, member); !path.empty()) write(kind, path, op);
    if (kind == "setForAllPlayers") write("set", "players.*." + operation_text(op, "field"), op);
  }

  void write(std::string const& kind, std::string const& path, Value const& op) {
    auto const field = written_field(path);
    if (!field) { // a template for a field, or a whole part of the state: it may mean any field
      any_field_written_ = true;
      return;
    }
    auto& counting = fields_[field->name];
    auto const value = op.find("value");
    auto const is_number = value != op.end() && value->is_number() && std::isfinite(value->get<double>());
    auto const is_null = value != op.end() && value->is_null();
    if (field->nested || (kind != "set" && kind != "increment") ||
        (!is_number && !(is_null && kind == "set"))) {
      counting.counts = false;
      return;
    }
    if (is_null) return;
    auto const number = value->get<double>();
    if (kind == "set")
      counting.see(number);
    else
      (number > 0 ? counting.rises : counting.falls) = true;
  }

  std::optional<std::pair<double, double>> bounds_of(std::string const& path) const {
    auto const found = fields_.find(path);
    if (any_field_written_ || found == fields_.end() || !found->second.counts) return std::nullopt;
    auto counting = found->second;
    if (counting.rises == counting.falls || program_.use().free.contains(path)) return std::nullopt;
    auto const constants = program_.use().constants.find(path);
    if (constants != program_.use().constants.end()) {
      for (auto const& value : constants->second)
        if (value.is_number())
          counting.see(value.get<double>());
        else if (value.is_string() && value != Value(""))
          return std::nullopt; // a number compared with a text may count as one
    }
    constexpr auto endless = std::numeric_limits<double>::infinity();
    return std::pair(counting.falls ? counting.least - 1 : -endless,
                     counting.rises ? counting.largest + 1 : endless);
  }

  Program const& program_;
  std::map<std::string, Counting> fields_;
  bool any_field_written_ = false;
};

} // namespace

std::vector<std::optional<std::pair<double, double>>> counter_bounds(Program const& program) {
  return CounterSearch(program).bounds();
}

} // namespace artifactd::play
