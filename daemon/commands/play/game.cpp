#include "daemon/commands/diff_text.hpp"
#include "daemon/commands/edit/repair_text.hpp"
#include "daemon/commands/play/game_files.hpp"
#include "daemon/commands/play/game_plays.hpp"
#include "daemon/queries/game_answers.hpp"
#include "merge/game/delta/state_delta.hpp"
#include "merge/game/logic/logic_context.hpp"
#include "merge/game/logic/logic_whitelist.hpp"
#include "merge/game/logic/templates.hpp"
#include "merge/game/values/value_of.hpp"
#include "state/json/diagnose.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/core.h>
#include <random>
#include <unistd.h>

namespace artifactd {

namespace {

using game::Game;
using game::Value;

constexpr std::size_t largest_file = std::size_t{64} << 20;

Result<std::string> standard_input() {
  std::string text;
  std::array<char, 65536> part;
  for (;;) {
    auto const count = ::read(STDIN_FILENO, part.data(), part.size());
    if (count < 0) return fail(errno_error("read", "standard input"));
    if (count == 0) return text;
    text.append(part.data(), static_cast<std::size_t>(count));
    if (text.size() > largest_file) return fail(Fault::too_large, "standard input is too long");
  }
}

/// JSON as given, or from a file; "-" is standard input.
Result<Value> value_argument(std::string const& argument) {
  std::error_code ignored;
  auto const may_be_json =
      !argument.empty() && std::string_view("{[\"-0123456789").contains(argument.front());
  auto const is_word = argument == "true" || argument == "false" || argument == "null";
  auto const is_json = is_word || (may_be_json && !std::filesystem::exists(argument, ignored));
  auto const text = argument == "-" ? TRY(standard_input())
                    : is_json       ? argument
                                    : TRY(read_named(argument, largest_file));
  auto const name = argument == "-" ? "standard input" : is_json ? "the JSON given" : printable(argument);
  auto const findings = json::syntax_findings(name, text, {.depth = game::deepest});
  if (!findings.empty())
    return fail(Fault::invalid,
                fmt::format("{}, line {}, column {}: {}", name, findings.front().line.value_or(1),
                            findings.front().column.value_or(1), findings.front().message));
  return game::value_of(JsonNode(text));
}

Result<Exit> check(Cli const& cli, std::string const& directory) {
  auto const checked = TRY(check_game(Game(TRY(game_files_in(directory)))));
  if (cli.output == Output::json) {
    print_json(to_json(checked));
  } else {
    auto const errors = std::ranges::count(checked.findings, Severity::error, &Finding::severity);
    auto const warnings = std::ssize(checked.findings) - errors;
    fmt::print("{}: {} ({} error{}, {} warning{})\n", printable(directory),
               checked.is_valid() ? "valid" : "refused", errors, errors == 1 ? "" : "s", warnings,
               warnings == 1 ? "" : "s");
    for (auto const& finding : checked.findings)
      fmt::print("{}\n", to_terminal(finding, cli.colour));
  }
  return checked.is_valid() ? Exit::ok : Exit::judged_bad;
}

/// The diff goes to standard output, for patch; messages about it go elsewhere.
Result<Exit> repair(Cli const& cli, std::string const& directory) {
  auto const files = TRY(game_files_in(directory));
  auto const repair = editor::repair_by_rules(Game(files));
  auto const exit = repair.succeeded() ? Exit::ok : Exit::judged_bad;
  if (cli.output == Output::json) {
    print_json(to_json(repair, files));
    return exit;
  }
  tell_repair(cli, repair);
  print_diff(cli, diff_of(repair, files));
  if (repair.errors.empty()) tell(cli, "there is nothing to repair");
  return exit;
}

/// Values that only JavaScript can hold have no JSON form: they print as null, as in JavaScript.
std::string shown_text(Value const& value) {
  return game::is_undefined(value) ? "undefined" : pretty(game::writable(value));
}

Result<Exit> evaluate(Cli const& cli, GameOptions const& options) {
  auto logic = TRY(value_argument(options.first));
  auto data = options.second.empty() ? Value::object() : TRY(value_argument(options.second));
  if (options.data == GameOptions::Data::state) data = game::logic_context(data);
  auto const answer = evaluate_logic(logic, data);
  auto const& result = answer.result;
  if (cli.output == Output::json) {
    print_json(to_json(answer));
  } else {
    if (!answer.unsupported.empty())
      tell(cli, printable(game::unsupported_operations_message(answer.unsupported)));
    if (result)
      fmt::print("{}\n", shown_text(*result));
    else
      tell(cli, printable(result.error().message));
  }
  return result ? Exit::ok : Exit::judged_bad;
}

/// A list of operations, a single one, or those of an instruction.
Result<Value> operations_argument(GameOptions const& options) {
  auto given = TRY(value_argument(options.first));
  auto operations = given.is_object() && given.contains("stateDelta") ? given["stateDelta"] : given;
  if (!operations.is_array()) operations = Value::array({operations});
  if (options.scope.empty()) return operations;
  return game::resolve_templates(operations, TRY(value_argument(options.scope)));
}

Result<Exit> apply(Cli const& cli, GameOptions const& options) {
  auto const operations = TRY(operations_argument(options));
  auto state = options.second.empty() ? Value::object() : TRY(value_argument(options.second));
  std::vector<Value> const list(operations.begin(), operations.end());
  std::mt19937_64 chance(options.seed);
  auto const outcome =
      game::apply_delta(std::move(state), list, {.mapping = {.ids = options.players}, .random = [&chance] {
                                                   return std::uniform_real_distribution<>()(chance);
                                                 }});
  if (cli.output == Output::json) {
    print_json(to_json(outcome));
  } else {
    for (auto const& error : outcome.errors)
      tell(cli, printable(error));
    fmt::print("{}\n", shown_text(outcome.state));
  }
  return outcome.success ? Exit::ok : Exit::judged_bad;
}

Result<Exit> act(Cli const& cli, GameOptions const& options) {
  switch (options.what) {
  case GameOptions::What::check:
    return check(cli, options.first);
  case GameOptions::What::repair:
    return repair(cli, options.first);
  case GameOptions::What::eval:
    return evaluate(cli, options);
  case GameOptions::What::apply:
    return apply(cli, options);
  case GameOptions::What::simulate:
    return simulate_game(cli, options);
  case GameOptions::What::play:
    return play_game(cli, options);
  case GameOptions::What::replay:
    return replay_play(cli, options);
  }
  return Exit::usage;
}

} // namespace

Exit game_command(Cli const& cli, GameOptions const& options) {
  if (auto const wrong = check_participants(options); !wrong)
    return complain(cli, wrong.error()), Exit::usage;
  return ended(cli, act(cli, options));
}

} // namespace artifactd
