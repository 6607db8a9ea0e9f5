#include "agents/edit/run_record.hpp"

#include "agents/edit/run_locks.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/json/scan.hpp"
#include "state/platform/clock.hpp"
#include "state/platform/digest.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/word_table.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd::editor {

namespace {

constexpr std::size_t most_runs_listed = 10'000;
constexpr std::size_t most_files_of_run = 10'000;
constexpr std::size_t longest_run_file = std::size_t{64} << 20;
constexpr unsigned deepest_run_json = 300; // plans quote fragments
constexpr unsigned most_repetitions = 1000;

std::string const inputs_part = "inputs";
std::string const outputs_part = "outputs";
std::string const verdict_file = "verdict.json";
std::string const judgements_file = "judgements.json";

constexpr std::array<std::string_view, 4> edit_end_words = {"published", "unrepaired", "nothing", "changed"};

std::string rendered(Json const& json) {
  return pretty(json) + "\n";
}

/// Not synced to disk: what is lost is computed again.
Result<void> put_file(Session const& session, int directory, std::string const& name, std::string_view text) {
  TRY(remove_name(directory, name));
  auto file = TRY(open_beneath(directory, name, O_WRONLY | O_CREAT | O_EXCL, 0600));
  if (auto written = write_all(file.get(), text); !written)
    return fail(std::move(written).error().within("keeping " + name));
  return adopt(file.get(), session, session.file_mode());
}

std::string id_of(EditOrder const& order, std::string const& inputs_digest) {
  Digest digest;
  digest.add(inputs_digest).add(engine_word(order.engine)).add(order.repairs ? "repairs" : "");
  for (auto const& each : order.reported)
    digest.add(each);
  return fmt::format("{}-{}", order.agent.str(), digest.hex().substr(0, 12));
}

bool is_run_id(std::string_view text) noexcept {
  auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == '_';
  };
  return !text.empty() && text.size() <= 100 && text.front() != '.' && std::ranges::all_of(text, fits);
}

std::string path_of_run(std::string const& id) {
  return layout::runs + "/" + id;
}

Json models_json(EditModelKeys const& models) {
  return {{"coordinator", models.coordinator},
          {"fragments", models.fragments},
          {"complex_fragments", models.complex_fragments}};
}

Json order_json(EditOrder const& order, ArtifactSet const& inputs, std::string const& inputs_digest) {
  auto files = Json::array();
  for (auto const& file : inputs.files)
    files.push_back({{"name", printable(file.name)}, {"digest", Digest().add(file.bytes).hex()}});
  return {{"version", 1},
          {"agent", order.agent.str()},
          {"engine", engine_word(order.engine)},
          {"asked_by", order.asked_by},
          {"at", iso8601_now()},
          {"reported", order.reported},
          {"request", order.request},
          {"repairs", order.repairs},
          {"plays", order.plays},
          {"models", models_json(order.models)},
          {"inputs", inputs_digest},
          {"files", std::move(files)}};
}

/// Its contents, two levels deep; foreign entries stay, and the directory with them.
void remove_parts(int parent, std::string const& name, int levels = 2) {
  auto directory = open_directory(parent, name);
  auto names = directory ? list_directory(directory->get(), most_files_of_run) : fail(directory.error());
  if (!names) return;
  for (auto const& each : *names) {
    if (::unlinkat(directory->get(), each.c_str(), 0) == 0 || errno != EISDIR || levels == 0) continue;
    remove_parts(directory->get(), each, levels - 1);
    ::unlinkat(directory->get(), each.c_str(), AT_REMOVEDIR);
  }
}

/// Unless it is in use.
void remove_run(int runs, std::string const& id) {
  auto directory = open_directory(runs, id);
  if (!directory || !hold_run(directory->get(), id)) return;
  for (auto const& part : {inputs_part, outputs_part, layout::replies}) {
    remove_parts(directory->get(), part);
    ::unlinkat(directory->get(), part.c_str(), AT_REMOVEDIR);
  }
  remove_parts(runs, id, 0);
  ::unlinkat(runs, id.c_str(), AT_REMOVEDIR);
}

} // namespace

std::string_view edit_end_word(EditEnd end) noexcept {
  return edit_end_words[static_cast<std::size_t>(end)];
}

Result<void> RunRecord::begin(Session const& session, EditOrder const& order, EditInputs const& inputs,
                              std::string const& inputs_digest) const {
  auto kept = TRY(session.private_directory(path_of_run(id_) + "/" + inputs_part));
  for (auto const& file : inputs.set.files)
    TRY(put_file(session, kept.get(), file.name, file.bytes));
  if (!inputs.specification.empty())
    TRY(put_file(session, kept.get(), layout::specification, inputs.specification));
  return put_file(session, directory_.get(), "order.json",
                  rendered(order_json(order, inputs.set, inputs_digest)));
}

Result<RunRecord> RunRecord::open(Session const& session, EditOrder const& order, EditInputs const& inputs,
                                  Retrying retrying) {
  auto const digest = digest_of(inputs.set);
  auto const id = id_of(order, digest);
  auto held = order.engine == Engine::model ? TRY(hold_artifacts(session, order.agent)) : UniqueFd();
  auto runs = TRY(session.private_directory(layout::runs));
  for (unsigned number = 1; number < most_repetitions; ++number) {
    auto numbered = number == 1 ? id : fmt::format("{}-{}", id, number);
    RunRecord record(numbered, TRY(session.private_directory(path_of_run(numbered))));
    TRY(hold_run(record.directory_.get(), numbered));
    auto const end = TRY(record.end());
    if (!end) {
      TRY(record.begin(session, order, inputs, digest));
      record.artifacts_ = std::move(held);
      return record;
    }
    if (retrying == Retrying::no && TRY(record.answers(order))) return record;
  }
  return fail(Fault::exhausted, fmt::format("too many runs are kept as {}/{}-…", layout::runs, id));
}

Result<std::optional<RunRecord>> RunRecord::ended(Session const& session, EditOrder const& order,
                                                  EditInputs const& inputs) {
  auto const id = id_of(order, digest_of(inputs.set));
  for (auto const& run : TRY(list_runs(session))) {
    if (run != id && !run.starts_with(id + "-")) continue;
    RunRecord record(run, TRY(open_directory(session.directory(), path_of_run(run))));
    if (TRY(record.answers(order))) return std::optional(std::move(record));
  }
  return std::nullopt;
}

Result<bool> RunRecord::answers(EditOrder const& order) const {
  auto const how = TRY(end());
  if (how != EditEnd::unrepaired && how != EditEnd::nothing) return false;
  return order.engine != Engine::model ||
         TRY(stamp_at(directory_.get(), verdict_file)).modified_ns >= order.asked_ns;
}

Result<UniqueFd> RunRecord::replies(Session const& session) const {
  return session.private_directory(path_of_run(id_) + "/" + layout::replies);
}

Result<std::optional<EditEnd>> RunRecord::end() const {
  auto const text = TRY(unless_missing(read_file(directory_.get(), verdict_file, longest_run_file)));
  if (!text || !json::scan(*text, {.depth = deepest_run_json})) return std::nullopt;
  return by_word<EditEnd>(edit_end_words, text_member(Json::parse(*text, nullptr, false), "end"));
}

Result<void> RunRecord::keep(Session const& session, Repair const& repair, ArtifactSet const& inputs) const {
  for (std::size_t i = 0; i < repair.attempts.size(); ++i)
    TRY(put_file(session, directory_.get(), plan_file(i), plan_text(repair.attempts[i].plan)));
  if (!repair.judgements.empty())
    TRY(put_file(session, directory_.get(), judgements_file, rendered(to_json(repair.judgements))));
  if (repair.changed.empty()) return {};
  auto outputs = TRY(session.private_directory(path_of_run(id_) + "/" + outputs_part));
  for (auto const& file : repair.changed)
    TRY(put_file(session, outputs.get(), file.name, file.bytes));
  return put_file(session, directory_.get(), "patch.diff", diff_of(repair, inputs.files));
}

Result<void> RunRecord::conclude(Session const& session, Json const& verdict) const {
  return replace_file(session, path_of_run(id_) + "/" + verdict_file, rendered(verdict));
}

Result<std::vector<std::string>> list_runs(Session const& session) {
  auto const directory = TRY(unless_missing(open_directory(session.directory(), layout::runs)));
  if (!directory) return std::vector<std::string>();
  std::vector<std::pair<std::int64_t, std::string>> found;
  for (auto& name : TRY(list_directory(directory->get(), most_runs_listed))) {
    auto stamp = stamp_at(directory->get(), name);
    if (!is_run_id(name) || !stamp || !S_ISDIR(stamp->mode)) continue;
    auto order = stamp_at(directory->get(), name + "/order.json");
    found.emplace_back(order ? order->modified_ns : 0, std::move(name));
  }
  std::ranges::sort(found);
  std::vector<std::string> ids;
  for (auto& [when, id] : found)
    ids.push_back(std::move(id));
  return ids;
}

Result<std::optional<std::string>> published_run(Session const& session, EditOrder const& order,
                                                 ArtifactSet const& inputs) {
  auto const digest = digest_of(inputs);
  for (auto const& id : TRY(list_runs(session))) {
    auto const asked = read_run_json(session, id, "order.json");
    auto const verdict = read_run_json(session, id, verdict_file);
    if (asked && verdict && text_member(*asked, "request") == order.request &&
        text_member(*verdict, "outputs") == digest)
      return id;
  }
  return std::nullopt;
}

Result<std::string> read_run_file(Session const& session, std::string const& id, std::string const& file) {
  if (!is_run_id(id)) return fail(Fault::invalid, printable(id) + " is not a valid run id");
  return read_file(session.directory(), path_of_run(id) + "/" + file, longest_run_file);
}

Result<Json> read_run_json(Session const& session, std::string const& id, std::string const& file) {
  auto text = TRY(read_run_file(session, id, file));
  auto damaged = fmt::format("{}/{} is damaged", path_of_run(id), file);
  if (!json::scan(text, {.depth = deepest_run_json})) return fail(Fault::invalid, damaged);
  auto json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return fail(Fault::invalid, damaged);
  return json;
}

Result<std::optional<std::vector<Judgement>>> read_judgements(Session const& session, std::string const& id) {
  auto const json = TRY(unless_missing(read_run_json(session, id, judgements_file)));
  if (!json) return std::nullopt;
  return std::optional(TRY(judgements_from_json(*json)));
}

std::string plan_file(std::size_t attempt) {
  return fmt::format("plan-{}.json", attempt + 1);
}

std::string plan_text(ChangePlan const& plan) {
  return rendered(to_json(plan));
}

Result<void> reopen_run(Session const& session, std::string const& id) {
  auto const directory = TRY(open_directory(session.directory(), path_of_run(id)));
  if (::unlinkat(directory.get(), verdict_file.c_str(), 0) < 0 && errno != ENOENT)
    return fail(errno_error("unlink", verdict_file));
  return {};
}

Result<void> prune_runs(Session const& session, std::size_t most) {
  auto ids = TRY(list_runs(session));
  if (ids.size() <= most) return {};
  auto runs = TRY(open_directory(session.directory(), layout::runs));
  auto is_open = [&](std::string const& id) { return !stamp_at(runs.get(), id + "/" + verdict_file); };
  auto const open = std::ranges::stable_partition(ids, is_open);
  auto remove_oldest = [&](auto first, auto last) {
    for (; std::cmp_greater(last - first, most); ++first)
      remove_run(runs.get(), *first);
  };
  remove_oldest(ids.begin(), open.begin());
  remove_oldest(open.begin(), ids.end());
  return {};
}

} // namespace artifactd::editor
