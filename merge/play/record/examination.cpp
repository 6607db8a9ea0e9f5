#include "merge/play/record/examination.hpp"

#include "state/platform/digest.hpp"
#include "state/session/file_parts.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::play {

namespace {

constexpr std::size_t rows_kept = 256;      // restarts that go back further read the log again
constexpr unsigned most_long_restarts = 16; // at most this often
constexpr std::size_t chunk = 4 * longest_line;

/// The digest of the previous chain and these lines.
std::string chained(std::string chain, std::string_view lines) {
  while (!lines.empty()) {
    auto const end = std::min(lines.find('\n'), lines.size() - 1) + 1;
    chain.append(lines.substr(0, end));
    chain = hex(sha256(chain));
    lines.remove_prefix(end);
  }
  return chain;
}

bool are_digests_of(Value const& digests, std::vector<game::GameFile> const& files) {
  auto const found = digests_of(files);
  return digests.is_object() && digests.size() == found.size() &&
         std::ranges::all_of(
             found, [&](auto const& each) { return digests.value(each.first, Value()) == each.second; });
}

/// The complete lines at the start of a text; a line that is too long counts as several.
std::string_view whole_lines(std::string_view text) {
  auto const end = text.rfind('\n');
  if (end != text.npos) return text.substr(0, end + 1);
  return text.size() >= chunk ? text : text.substr(0, 0);
}

/// Calls `take` with complete lines from the log's beginning up to `end`.
template <class Take>
Result<void> each_part(int log, std::uint64_t end, Take take) {
  for (std::uint64_t at = 0; at < end;) {
    auto const text = TRY(read_part(log, log_name, at, std::min<std::uint64_t>(chunk, end - at)));
    auto const lines = at + text.size() == end ? std::string_view(text) : whole_lines(text);
    if (lines.empty()) return fail(Fault::changed, "the log is shorter than it was");
    if (!take(lines)) return {};
    at += lines.size();
  }
  return {};
}

} // namespace

Value to_json(Checkpoint const& checkpoint) {
  return {{"offset", checkpoint.offset},       {"chain", checkpoint.chain},
          {"step", checkpoint.step},           {"actions", checkpoint.actions},
          {"next_look", checkpoint.next_look}, {"departed", checkpoint.departed},
          {"broken", checkpoint.broken},       {"state", checkpoint.point.state},
          {"begun", checkpoint.point.begun}};
}

std::optional<Checkpoint> checkpoint_from(Value const& json) {
  if (!json.is_object()) return std::nullopt;
  auto const number = [&json](char const* name) -> std::uint64_t {
    auto const found = json.find(name);
    return found != json.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
  };
  auto const chain = json.find("chain");
  auto const begun = json.find("begun");
  if (chain == json.end() || !chain->is_string() || begun == json.end() || !begun->is_boolean())
    return std::nullopt;
  return Checkpoint{number("offset"),    chain->get<std::string>(),
                    number("step"),      number("actions"),
                    number("next_look"), number("departed"),
                    number("broken"),    {json.value("state", Value()), begun->get<bool>()}};
}

Examination::Examination(std::vector<game::GameFile> files, std::vector<std::string> players,
                         std::set<std::string> known)
    : files_(std::move(files)), players_(std::move(players)), game_(files_) {
  begin_again({.known = std::move(known)});
}

void Examination::begin_again(DetectorMemory memory) {
  walk_.emplace(game_, players_, rows_kept);
  detector_.emplace(game_, players_, std::move(memory));
  reader_ = LogReader();
  offset_ = 0;
  chain_.clear();
  reported_ = 0;
  broken_ = edited_ = 0;
}

Result<void> Examination::resume(int log, Checkpoint const& checkpoint) {
  std::string chain;
  auto const read = each_part(log, checkpoint.offset, [&](std::string_view lines) {
    chain = chained(std::move(chain), lines);
    return true;
  });
  if (!read && read.error().fault != Fault::changed) return read;
  rewritten_ = !read || chain != checkpoint.chain;
  if (rewritten_ || !walk_->resume(checkpoint.point)) return {};
  auto memory = detector_->memory();
  memory.actions = checkpoint.actions;
  memory.next_look = checkpoint.next_look;
  memory.step = checkpoint.step;
  memory.departed = checkpoint.departed;
  detector_.emplace(game_, players_, std::move(memory));
  reader_ = LogReader(checkpoint.step);
  broken_ = checkpoint.broken;
  offset_ = checkpoint.offset;
  chain_ = std::move(chain);
  return {};
}

Result<bool> Examination::go_on(int log) {
  auto const text = TRY(read_part(log, log_name, offset_, chunk));
  auto const lines = whole_lines(text);
  if (lines.empty()) return false;
  std::vector<RecordLine> taken;
  static_cast<void>(reader_.read(lines, taken));
  offset_ += lines.size();
  chain_ = chained(std::move(chain_), lines);
  for (auto const& line : taken) {
    if (line.adopts_artifacts() && !are_digests_of(line.more["artifacts"], files_))
      return fail(Fault::changed, fmt::format("step {}: its artifacts are not in place yet", line.step));
    if (line.kind == RecordLine::Kind::restart) TRY(find_origin(log, line));
    take(line);
  }
  return text.size() == chunk;
}

/// Finds the state that a restart goes back to, even if it is no longer kept.
Result<void> Examination::find_origin(int log, RecordLine const& restart) {
  auto const from = restart.adopts_artifacts() ? 0 : restart.origin();
  if (from == 0 || from >= restart.step || walk_->knows(from)) return {};
  if (++long_restarts_ > most_long_restarts)
    return fail(Fault::too_large, fmt::format("step {}: the play goes back too far too often", restart.step));
  RecordWalk walk(game_, players_);
  LogReader reader;
  return each_part(log, offset_, [&](std::string_view lines) {
    std::vector<RecordLine> taken;
    static_cast<void>(reader.read(lines, taken));
    for (auto const& line : taken) {
      if (line.step == from) walk_->know(from, walk.point());
      if (line.step >= from) return false;
      static_cast<void>(walk.take(line));
    }
    return true;
  });
}

void Examination::take(RecordLine const& line) {
  using Kind = RecordLine::Kind;
  auto const walked = walk_->take(line);
  if (walked.unseen_since) unseen_.push_back({line.step, *walked.unseen_since});
  note_digests(walked);
  if (line.kind == Kind::correction || line.kind == Kind::restart) forget_issues();
  detector_->take(walked, *walk_);
}

void Examination::note_digests(WalkedLine const& walked) {
  if (walked.line->adopts_artifacts() || walked.undoes(broken_)) broken_ = edited_ = 0;
  if (broken_ != 0 || walked.is_intact()) return;
  broken_ = walked.line->step;
  if (!walked.unseen_since) edited_ = broken_;
}

/// Somebody repaired the play, so later problems are new.
void Examination::forget_issues() {
  auto memory = detector_->memory();
  memory.known.clear();
  detector_.emplace(game_, players_, std::move(memory));
  reported_ = 0;
  corrected_ = true;
}

void Examination::pause(Value const& state) {
  detector_->end(*walk_, state);
}

std::vector<DetectedIssue> Examination::take_issues() {
  auto const& all = detector_->issues();
  std::vector<DetectedIssue> fresh(all.begin() + static_cast<std::ptrdiff_t>(reported_), all.end());
  reported_ = all.size();
  return fresh;
}

std::vector<UnseenLines> Examination::take_unseen() {
  return std::exchange(unseen_, {});
}

Checkpoint Examination::checkpoint() const {
  auto const& memory = detector_->memory();
  return {.offset = offset_,
          .chain = chain_,
          .step = reader_.last_step(),
          .actions = memory.actions,
          .next_look = memory.next_look,
          .departed = memory.departed,
          .broken = broken_,
          .point = walk_->point()};
}

} // namespace artifactd::play
