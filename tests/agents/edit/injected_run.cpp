#include "tests/agents/edit/injected_run.hpp"

#include "agents/edit/edit_run.hpp"
#include "agents/edit/model/artifact_config.hpp"
#include "merge/game/artifacts.hpp"
#include "tests/support/game_parts.hpp"

#include <filesystem>

namespace artifactd::test {

namespace {

namespace files = std::filesystem;
using Tree = std::map<std::string, std::string>;

/// Every file of the session by path, plus whatever a path out of the session might have created.
Tree tree_of(GameSession const& dir) {
  Tree tree;
  for (auto const& entry : files::recursive_directory_iterator(dir.path())) {
    auto const path = entry.path().lexically_relative(dir.path()).string();
    tree[path] = entry.is_regular_file() ? dir.read(path) : "";
  }
  for (auto const& outside : {dir.path().parent_path(), files::path("/"), files::path("/etc")})
    for (auto const& entry : files::directory_iterator(outside))
      if (entry.path().filename().string().contains("artifactd-stray")) tree[entry.path()] = "";
  return tree;
}

bool may_differ(std::string const& path, std::string const& end) {
  return path == ".artifactd" || path.starts_with(".artifactd/") || path.starts_with("artifacts/game/") ||
         (end == "published" && path == "game.kg.lock");
}

} // namespace

std::string planned(std::string const& address, InjectedJson const& more) {
  auto const artifact = address.substr(0, address.find('.'));
  InjectedJson change{{"artifact", artifact},
                      {"operation", "patch"},
                      {"fragmentAddress", address},
                      {"description", "Repair it"},
                      {"errorsAddressed", {"1", "2"}}};
  if (!more.is_null()) change.update(more);
  return InjectedJson{
      {"diagnosis", "A fault."}, {"confidence", "high"}, {"changes", InjectedJson::array({change})}}
      .dump();
}

std::string written(InjectedJson const& fragment) {
  return InjectedJson{{"fragment", fragment.is_string() ? fragment : InjectedJson(fragment.dump())}}.dump();
}

Injected edit_injected(GameSession& dir, std::string const& plan, std::string const& fragment,
                       std::vector<std::string> reported) {
  AnsweringModel model([&](model::Request const& request) {
    return request.system == editor::coordinator_prompt() ? plan : fragment;
  });
  editor::EditOrder order{.agent = name("game"),
                          .engine = editor::Engine::model,
                          .reported = std::move(reported),
                          .models = {.coordinator = "answering-1", .fragments = "answering-1"}};
  editor::EditPolicy policy;
  policy.models.open = source_of(model);
  auto const tree = tree_of(dir);
  auto const parts = game_parts(game::game_of(dir.artifacts()));
  auto const outcome = editor::edit_artifacts(dir.session(), order, dir.kg, policy, editor::Publishing::yes,
                                              editor::Retrying::no);
  Injected result;
  result.end = outcome ? std::string(editor::edit_end_word(outcome->end)) : fault(outcome);
  result.parts = differing_parts(parts, game_parts(game::game_of(dir.artifacts())));
  for (auto const& path : differing_parts(tree, tree_of(dir)))
    if (!may_differ(path, result.end)) result.strays.push_back(path);
  result.errors = dir.errors();
  result.guarded = result.end == "published" ? result.errors.empty() : dir.changed().empty();
  result.asked = model.asked();
  return result;
}

} // namespace artifactd::test
