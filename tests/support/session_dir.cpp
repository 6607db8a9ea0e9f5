#include "tests/support/session_dir.hpp"

#include "merge/kg/kg_kind.hpp"
#include "state/settle/values.hpp"
#include "tests/support/ordinary_user.hpp"

#include <algorithm>

namespace artifactd::test {

namespace fs = std::filesystem;

SessionDir::SessionDir() : session_(must(Session::open(path().string()))) {}

std::string_view fault_word(Fault fault) noexcept {
  switch (fault) {
  case Fault::io:
    return "io";
  case Fault::no_space:
    return "no_space";
  case Fault::exhausted:
    return "exhausted";
  case Fault::denied:
    return "denied";
  case Fault::forbidden:
    return "forbidden";
  case Fault::read_only:
    return "read_only";
  case Fault::missing:
    return "missing";
  case Fault::exists:
    return "exists";
  case Fault::busy:
    return "busy";
  case Fault::changed:
    return "changed";
  case Fault::unsafe:
    return "unsafe";
  case Fault::unsupported:
    return "unsupported";
  case Fault::invalid:
    return "invalid";
  case Fault::too_large:
    return "too_large";
  }
  return "io";
}

Claim SessionDir::claim() const {
  return must(Claim::take(session_));
}

void SessionDir::give_away() {
  test::give_away(path());
  session_ = must(Session::open(path().string()));
}

bool SessionDir::exists(std::string_view relative) const {
  return fs::exists(fs::symlink_status(*this / relative));
}

std::vector<std::string> SessionDir::names(std::string_view relative) const {
  std::vector<std::string> found;
  if (!fs::is_directory(*this / relative)) return found;
  for (auto const& entry : fs::directory_iterator(*this / relative))
    found.push_back(entry.path().filename().string());
  std::ranges::sort(found);
  return found;
}

Stamp SessionDir::stamp(std::string_view relative) const {
  return must(stamp_at(session_.directory(), std::string(relative)));
}

UniqueFd SessionDir::open(std::string_view relative) const {
  return must(open_directory(session_.directory(), std::string(relative)));
}

std::vector<std::pair<std::uint64_t, std::string>> SessionDir::kept_values(std::string_view agent) const {
  std::vector<std::pair<std::uint64_t, std::string>> kept;
  for (auto const& value : must(list_values(session_, name(agent))))
    kept.emplace_back(value.number, must(read_value(session_, name(agent), value, 1 << 20)));
  return kept;
}

Sighting SessionDir::drop(std::string_view agent) const {
  auto file = std::string(agent) + ".kg.lock";
  fs::remove(*this / file);
  write(file, "");
  return must(sight(session_, kg(agent)));
}

Name name(std::string_view text) {
  auto parsed = Name::parse(text);
  if (!parsed) throw std::invalid_argument(std::string(text) + " is no name");
  return *std::move(parsed);
}

SignalName kg(std::string_view text) {
  return {name(text), kg_kind};
}

} // namespace artifactd::test
