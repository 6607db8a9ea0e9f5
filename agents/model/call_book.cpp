#include "agents/model/call_book.hpp"

#include "agents/model/strict_json.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/session/atomic_file.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace artifactd::model {

namespace {

constexpr auto calls_file = "calls.json";
constexpr std::size_t largest_calls = std::size_t{4} << 20;
constexpr std::size_t longest_model_name = 256;
constexpr Duration write_every = std::chrono::seconds(10);

struct CallMember {
  char const* name;
  std::uint64_t CallCount::* value;
};
constexpr std::array call_members = {CallMember{"calls", &CallCount::calls},
                                     CallMember{"failed", &CallCount::failed},
                                     CallMember{"input_tokens", &CallCount::input},
                                     CallMember{"cached_tokens", &CallCount::cached},
                                     CallMember{"cache_written_tokens", &CallCount::cache_written},
                                     CallMember{"output_tokens", &CallCount::output},
                                     CallMember{"micro_dollars", &CallCount::money},
                                     CallMember{"unpriced_tokens", &CallCount::unpriced},
                                     CallMember{"milliseconds", &CallCount::milliseconds},
                                     CallMember{"longest_milliseconds", &CallCount::longest}};

std::uint64_t saturated(std::uint64_t a, std::uint64_t b) noexcept {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

} // namespace

CallCount& CallCount::operator+=(CallCount const& more) noexcept {
  auto const slowest = std::max(longest, more.longest);
  for (auto const& each : call_members)
    this->*each.value = saturated(this->*each.value, more.*each.value);
  longest = slowest;
  return *this;
}

Json to_json(CallDay const& row) {
  Json json{{"day", row.day}, {"model", row.model}};
  for (auto const& each : call_members)
    json[each.name] = row.count.*each.value;
  return json;
}

std::vector<CallDay> call_days_from_json(Json const& list) {
  std::vector<CallDay> days;
  if (!list.is_array()) return days;
  for (auto const& json : list) {
    CallDay row{text_member(json, "day"), text_member(json, "model")};
    auto sound = row.day.size() == day_text(Day{}).size() && row.model.size() <= longest_model_name;
    for (auto const& each : call_members) {
      auto const found = json.is_object() ? json.find(each.name) : json.end();
      sound = sound && found != json.end() && found->is_number_unsigned();
      if (sound) row.count.*each.value = found->get<std::uint64_t>();
    }
    if (sound && days.size() < CallBook::most_rows) days.push_back(std::move(row));
  }
  return days;
}

void CallBook::read() {
  auto const text = read_file(directory_.directory(), calls_file, largest_calls);
  if (!text) return;
  auto const json = read_json(*text, {.bytes = largest_calls, .depth = 4});
  if (!json || !json->is_object() || !json->contains("days")) return;
  std::lock_guard const lock(mutex_);
  for (auto& row : call_days_from_json((*json)["days"]))
    counts_[{std::move(row.day), std::move(row.model)}] += row.count;
}

void CallBook::note(Day day, std::string const& model, CallCount const& call) {
  if (model.size() > longest_model_name) return;
  std::lock_guard const lock(mutex_);
  counts_[{day_text(day), model}] += call;
  while (counts_.size() > most_rows)
    counts_.erase(counts_.begin());
  changed_ = true;
  if (Monotonic::now() - written_at_ >= write_every) write();
}

CallBook::~CallBook() {
  if (changed_) write();
}

void CallBook::write() {
  auto rows = Json::array();
  for (auto const& [key, count] : counts_)
    rows.push_back(to_json(CallDay{key.first, key.second, count}));
  auto const text = compact(Json{{"version", 1}, {"days", std::move(rows)}}) + "\n";
  std::ignore = replace_file(directory_, calls_file, text);
  written_at_ = Monotonic::now();
  changed_ = false;
}

std::vector<CallDay> CallBook::days() const {
  std::lock_guard const lock(mutex_);
  std::vector<CallDay> days;
  for (auto const& [key, count] : counts_)
    days.push_back({key.first, key.second, count});
  return days;
}

} // namespace artifactd::model
