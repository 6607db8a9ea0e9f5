#include "agents/turn/turn_files.hpp"

#include "agents/model/strict_json.hpp"
#include "agents/turn/turn_kind.hpp"
#include "agents/turn/turn_request.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/attempts.hpp"

#include <algorithm>
#include <fcntl.h>
#include <fmt/core.h>
#include <set>

namespace artifactd::turn {

namespace {

constexpr std::size_t most_files = 200'000; // in one directory
constexpr std::size_t most_left_told = 20;

/// None if the directory is missing.
Result<std::vector<std::string>> files_in(Session const& session, std::string const& path) {
  auto const directory = open_beneath(session.directory(), path, O_RDONLY | O_DIRECTORY);
  if (!directory && directory.error().fault == Fault::missing) return std::vector<std::string>();
  if (!directory) return fail(directory.error());
  auto files = TRY(list_directory(directory->get(), most_files));
  std::ranges::sort(files);
  return files;
}

std::optional<Name> name_before(std::string_view file, std::string_view ending) {
  if (!file.ends_with(ending)) return std::nullopt;
  return Name::parse(file.substr(0, file.size() - ending.size()));
}

/// The turn whose request or result this is, in `turns`.
std::optional<Name> name_of(std::string_view file) {
  auto const name = name_before(file, ".result.json");
  return name ? name : name_before(file, ".json");
}

/// The turn in a name like `<name>.turn.…`.
std::optional<SignalName> turn_in(std::string_view file) {
  auto const name = Name::parse(file.substr(0, std::min(file.rfind(".turn."), file.size())));
  return name ? std::optional(SignalName{*name, turn_kind}) : std::nullopt;
}

bool is_refusal_of(SignalName const& turn, std::string const& file) {
  return file == layout::refused(turn) || file == layout::instructions(turn);
}

/// What a command wrote that was run for it; the number of the attempt is in the file's name.
bool is_run_of(SignalName const& turn, std::string const& file) {
  auto const number = file.find_last_of("0123456789");
  auto const begin = file.rfind('.', number) + 1;
  return number != file.npos && file == layout::run_log(turn, file.substr(begin, number + 1 - begin));
}

class TurnFiles {
public:
  TurnFiles(Session const& session, std::optional<Name> const& asking) : session_(session), asking_(asking) {}

  Result<std::vector<std::string>> remove() {
    TRY(find());
    for (auto const& name : turns_)
      if (!stays(name)) TRY(remove(name));
    for (auto const& file : TRY(files_in(session_, layout::runs)))
      if (auto const turn = turn_in(file); turn && is_run_of(*turn, file) && !stays(turn->name))
        TRY(remove_name(session_.directory(), layout::runs + "/" + file));
    return left();
  }

private:
  /// The names of the turns that left something here.
  Result<void> find() {
    for (auto const& file : TRY(files_in(session_, ".")))
      if (auto const turn = turn_in(file); turn && is_refusal_of(*turn, file)) add(turn->name);
    for (auto const& file : TRY(files_in(session_, layout::attempts)))
      if (auto const turn = turn_in(file);
          turn && layout::attempts_of(*turn) == layout::attempts + "/" + file)
        add(turn->name);
    for (auto const& file : TRY(files_in(session_, layout::turns))) {
      add(name_before(file, ".result.json"));
      if (auto const name = name_before(file, ".json"); name && is_request(*name)) add(name);
    }
    return {};
  }

  void add(std::optional<Name> const& name) {
    if (name) turns_.insert(*name);
  }

  /// Whether its content is a request, even one that is refused. Without it, and without a trace of its
  /// signal, a file may be anybody's.
  [[nodiscard]] bool is_request(Name const& name) const {
    auto const text = read_file(session_.directory(), layout::turn_of(name), longest_request);
    if (!text) return false;
    auto const json = model::read_json(*text, {.bytes = longest_request});
    return json && json->is_object() && json->contains("user_action_id");
  }

  [[nodiscard]] bool stays(Name const& name) const {
    return name != asking_ && stamp_at(session_.directory(), layout::signal({name, turn_kind})).has_value();
  }

  /// `.error` last: what is interrupted is found again.
  Result<void> remove(Name const& name) const {
    auto const directory = session_.directory();
    TRY(remove_name(directory, layout::turn_result_of(name)));
    if (name == asking_) return {};
    SignalName const signal{name, turn_kind};
    TRY(remove_name(directory, layout::turn_of(name)));
    TRY(forget_attempts(session_, signal));
    TRY(remove_name(directory, layout::instructions(signal)));
    return remove_name(directory, layout::refused(signal));
  }

  Result<std::vector<std::string>> left() const {
    std::vector<std::string> left;
    for (auto const& file : TRY(files_in(session_, layout::turns))) {
      auto const name = name_of(file);
      if (name && name == asking_) continue;
      auto const path = printable(layout::turns + "/" + file);
      left.push_back(name && stays(*name)
                         ? fmt::format("{}: {} is pending", path, layout::signal({*name, turn_kind}))
                         : path + ": neither a request nor a result of a turn");
    }
    if (left.size() <= most_left_told) return left;
    auto const more = left.size() - most_left_told;
    left.resize(most_left_told);
    left.push_back(fmt::format("{} more in {}", more, layout::turns));
    return left;
  }

  Session const& session_;
  std::optional<Name> const& asking_;
  std::set<Name> turns_;
};

} // namespace

Result<std::vector<std::string>> remove_turn_files(Session const& session,
                                                   std::optional<Name> const& asking) {
  return TurnFiles(session, asking).remove();
}

} // namespace artifactd::turn
