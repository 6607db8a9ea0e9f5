#include "daemon/commands/turn/turn_import.hpp"

#include "agents/turn/import.hpp"
#include "agents/turn/limits.hpp"
#include "agents/turn/turn_preparation.hpp"
#include "state/json/json_text.hpp"
#include "state/json/scan.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/core.h>
#include <unistd.h>

namespace artifactd {

namespace {

namespace fs = std::filesystem;

constexpr std::array endings = {".json", ".yaml", ".yml", ".toml", ".png", ".charx"};

/// The files in and below a directory that may be documents, by name.
Result<std::vector<std::string>> files_below(std::string const& path) {
  std::error_code failed;
  std::vector<std::string> files;
  for (auto const& entry : fs::recursive_directory_iterator(path, failed))
    if (entry.symlink_status(failed).type() == fs::file_type::regular &&
        std::ranges::find(endings, entry.path().extension().string()) != endings.end())
      files.push_back(entry.path().string());
  if (failed) return fail(errno_error("list", path, failed.value()));
  if (files.empty()) return fail(Fault::missing, printable(path) + ": there is no document in it");
  std::ranges::sort(files);
  return files;
}

Result<std::vector<turn::ImportFile>> read_all(std::vector<std::string> const& paths) {
  std::vector<turn::ImportFile> files;
  std::error_code failed;
  for (auto const& path : paths)
    if (!fs::is_directory(path, failed))
      files.push_back({path, TRY(read_named(path, largest_import))});
    else
      for (auto const& file : TRY(files_below(path)))
        files.push_back({file, TRY(read_named(file, largest_import)), true});
  return files;
}

/// What the files hold, and what became of it.
struct Imported {
  struct Row {
    std::string_view kind;
    std::string id;
    std::string_view outcome; ///< empty: it was only checked
  };
  std::vector<Row> documents;
  DryRun dry_run;
  std::vector<Finding> findings;
};

Json to_json(Imported const& imported) {
  auto rows = Json::array();
  for (auto const& [kind, id, outcome] : imported.documents) {
    rows.push_back({{"kind", kind}, {"id", id}});
    if (!outcome.empty()) rows.back()["outcome"] = outcome;
  }
  return {{"version", 1},
          {"documents", std::move(rows)},
          {"dry_run", imported.dry_run == DryRun::yes},
          {"findings", to_json(imported.findings)}};
}

constexpr std::array put_words = {"imported", "unchanged", "a new version", "of another user"};

Result<turn::ImportRules> rules_of(TurnContentOptions const& options) {
  turn::ImportRules rules{.ruleset_id = options.ruleset, .as = options.as};
  if (options.stats.empty()) return rules;
  auto const text = TRY(read_named(options.stats, turn::largest_document));
  if (json::scan(text)) rules.stat_block = Json::parse(text, nullptr, false);
  if (!rules.stat_block.is_object())
    return fail(Fault::invalid, printable(options.stats) + ": a stat block is a JSON object");
  return rules;
}

} // namespace

Result<Exit> bring_in(Cli const& cli, turn::Store const& store, TurnContentOptions const& options) {
  auto const files = TRY(read_all(options.files));
  auto progress = std::make_optional<ProgressPrinter>(cli.progress, cli.talk_colour);
  auto gathered = TRY(turn::gather(store, files, TRY(rules_of(options)), progress->listener()));
  auto const sound = !has_error(gathered.findings);
  if (gathered.contents.empty() && sound)
    return fail(Fault::missing, "none of the files is a document of a story");
  std::vector<turn::PutResult> results;
  if (sound && options.what == TurnContentOptions::What::import)
    results = TRY(turn::put_content(store, gathered.contents,
                                    {.importer = ::getuid(),
                                     .replace = options.replace,
                                     .dry_run = options.dry_run == DryRun::yes,
                                     .at = turn::now(),
                                     .on_progress = progress->listener()}));
  progress.reset();
  auto const others = std::ranges::find(results, turn::Put::others, &turn::PutResult::put) != results.end();
  Imported imported{{}, options.dry_run, std::move(gathered.findings)};
  for (std::size_t i = 0; i < gathered.contents.size(); ++i)
    imported.documents.push_back(
        {turn::document_word(turn::kind_of(gathered.contents[i])), turn::id_of(gathered.contents[i]),
         i < results.size() ? put_words.at(static_cast<std::size_t>(results[i].put)) : ""});
  if (cli.output == Output::json)
    print_json(to_json(imported));
  else if (sound)
    for (auto const& [kind, id, outcome] : imported.documents) {
      auto const would =
          options.dry_run == DryRun::yes && (outcome == put_words[0] || outcome == put_words[2]);
      fmt::print("{:<11} {}{}{}{}\n", kind, printable(id), outcome.empty() ? "" : "  ",
                 would ? "would be " : "", outcome);
    }
  for (auto const& finding : imported.findings)
    tell(cli, to_terminal(finding, cli.talk_colour));
  if (others) tell(cli, "nothing was imported: some are another user's. --replace takes them over");
  return !sound ? Exit::judged_bad : others ? Exit::conflict : Exit::ok;
}

} // namespace artifactd
