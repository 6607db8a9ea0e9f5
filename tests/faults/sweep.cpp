#include "tests/faults/sweep.hpp"

#include "tests/faults/reader.hpp"
#include "tests/faults/witness.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <iterator>
#include <memory>
#include <optional>
#include <sys/syscall.h>

namespace artifactd::faults {

namespace {

struct Reason {
  int code;
  std::string_view name;
};
constexpr std::array reasons = {Reason{EIO, "EIO"},       Reason{ENOSPC, "ENOSPC"}, Reason{EMFILE, "EMFILE"},
                                Reason{ENOMEM, "ENOMEM"}, Reason{EACCES, "EACCES"}, Reason{EROFS, "EROFS"}};

/// Calls that cannot fail in these ways, so that the C library deliberately ends the process if they do.
bool cannot_fail(Call const& call) {
  switch (static_cast<long>(call.number)) {
  case SYS_futex:
  case SYS_exit:
  case SYS_exit_group:
  case SYS_rt_sigreturn:
  case SYS_rt_sigprocmask:
  case SYS_set_robust_list:
  case SYS_rseq:
  case SYS_wait4:
    return true;
  case SYS_fcntl: // unlocking needs no resources, and SQLite keeps the lock forever if it fails
    return call.arguments[1] == F_SETLK && call.text(2) == std::string{F_UNLCK};
  default:
    return false;
  }
}

/// What a point counts: all calls, or those of one class.
enum class Calls : std::uint8_t { all, syncs, sends, writes };
constexpr std::size_t call_classes = 4;

bool belongs(Call const& call, Calls calls) {
  switch (static_cast<long>(call.number)) {
  case SYS_fsync:
  case SYS_fdatasync:
    return calls == Calls::syncs || calls == Calls::all;
  case SYS_sendto:
  case SYS_sendmsg:
    return calls == Calls::sends || calls == Calls::all;
  case SYS_openat:
    return calls == Calls::all || (calls == Calls::writes && (call.arguments[2] & O_CREAT) != 0);
  case SYS_write:
  case SYS_pwrite64:
  case SYS_writev:
  case SYS_pwritev:
  case SYS_copy_file_range:
  case SYS_fallocate:
  case SYS_ftruncate:
  case SYS_mkdirat:
  case SYS_linkat:
  case SYS_renameat:
  case SYS_renameat2:
    return calls == Calls::writes || calls == Calls::all;
  default:
    return calls == Calls::all;
  }
}

struct Fault {
  std::size_t point;
  Act act;
  Calls of = Calls::all;
};

struct Met {
  Ending ending;
  std::array<std::size_t, call_classes> calls{}; ///< by class
  std::string where; ///< the call that met the fault; empty if there were fewer calls
  Violations witnessed;
  Violations misread; ///< the first wrong receipts
};

class Sweep {
public:
  Sweep(Scenario const& scenario, Kind kind, Binaries const& binaries, Stride stride)
      : scenario_(scenario), kind_(kind), binaries_(binaries), stride_(stride) {}

  Swept run() {
    auto start = std::chrono::steady_clock::now();
    prepare_next();
    try_faults("no fault", {});
    if (swept_.violations.empty()) {
      swept_.points = 0;
      sweep_all();
    }
    swept_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(swept_);
  }

private:
  void sweep_all() {
    // The number of calls varies a little because of threads; a few extra points do no harm.
    auto last = swept_.calls + 3;
    std::size_t turn = 0;
    for (std::size_t point = stride_.step; point <= last && !enough(); point += stride_.step, ++turn) {
      if (turn % stride_.shards != stride_.shard) continue;
      if (kind_ == Kind::kill) {
        try_faults("", {{point, Kill{}}});
      } else if (kind_ == Kind::kill_twice) {
        for (std::size_t second = stride_.step; second <= last && !enough(); second += stride_.step)
          if (!try_faults("", {{point, Kill{}}, {second, Kill{}}})) break;
      } else if (stride_.step > 1) {
        fail_at(point, reasons[turn % reasons.size()]);
      } else {
        for (auto const& reason : reasons)
          if (!enough()) fail_at(point, reason);
      }
    }
    if (kind_ != Kind::error || stride_.step == 1 || stride_.shard > 0) return;
    fail_each(Calls::syncs, reasons[0]);
    fail_each(Calls::sends, reasons[0]);
    if (stride_.each_write) fail_each(Calls::writes, reasons[1]);
  }

  /// All of a class, not a sample. Syncs and sends are few: each sync decides what a power cut leaves, and
  /// for what was sent another process may wait.
  void fail_each(Calls calls, Reason const& reason) {
    for (std::size_t point = 1; point <= counted_[static_cast<std::size_t>(calls)] && !enough(); ++point)
      try_faults(std::string(reason.name) + " ", {{point, Fail{reason.code}, calls}});
  }

  [[nodiscard]] bool enough() const { return stride_.stop_at_first && !swept_.violations.empty(); }

  void fail_at(std::size_t point, Reason const& reason) {
    try_faults(std::string(reason.name) + " ", {{point, Fail{reason.code}}});
  }

  /// One point: a fresh session, a run for each fault, one run without. False if the last fault came too
  /// late.
  bool try_faults(std::string what, std::vector<Fault> const& faults) {
    auto stage = take_stage();
    ++swept_.points;
    auto how = kind_ == Kind::error ? Interruption::error : Interruption::killed;
    bool met_all = true;
    Violations found;
    auto note = [&](std::string_view when, Violations const& violations) {
      for (auto const& each : violations)
        found.push_back(std::string(when) + each);
    };
    for (auto const& fault : faults) {
      auto met = run_with(*stage, fault);
      what += (met.where.empty() ? "too late" : met.where) + " ";
      met_all = !met.where.empty();
      if (met_all) ++stage->faults;
      note("on the way: ", met.witnessed);
      note("at once: ", check_interrupted(*stage, scenario_.expected, how, met.ending));
      begin_next_rounds(*stage, scenario_.expected);
    }
    if (faults.empty()) {
      auto met = run_with(*stage, {0, Pass{}});
      counted_ = met.calls;
      swept_.calls = counted_.front();
      if (met.ending.how != Ending::How::exited || met.ending.code > 1)
        found.push_back("it ended by: " + met.ending.text());
      note("on the way: ", met.witnessed);
      note("", check_settled(*stage, scenario_.expected, met.ending));
    }
    note("settled: ", check_settled(*stage, scenario_.expected, faults::run(settling_program(*stage))));
    if (!scenario_.expected.edit) note("settled: ", check_inputs(*stage)); // edits are meant to change them
    for (auto const& each : found)
      swept_.violations.push_back(what + ": " + each);
    return met_all;
  }

  Met run_with(Stage& stage, Fault const& fault) {
    Met met{};
    Witness witness(stage);
    auto ghosts = ghosts_of(scenario_.expected);
    std::optional<TurnReader> reader;
    if (scenario_.expected.turn) reader.emplace(*scenario_.expected.turn);
    met.ending = run_traced(program(stage), Stage::landmark(), [&](Call const& call) {
      if (!stage.meddled && met.misread.empty()) met.misread = check_receipts(stage, scenario_.expected);
      if (!stage.meddled)
        for (auto& ghost : ghosts)
          ghost.look(stage, met.misread);
      if (reader) reader->look(stage, met.misread);
      scenario_.meddle(stage, call);
      Act act = Pass{};
      // Another program, or a loader, may be killed, but we need not survive errors of its calls.
      if (kind_ == Kind::error && call.foreign) {
        witness.see(call, act);
        return act;
      }
      for (std::size_t calls = 0; calls < call_classes; ++calls)
        if (belongs(call, static_cast<Calls>(calls))) ++met.calls[calls];
      if (belongs(call, fault.of) && met.calls[static_cast<std::size_t>(fault.of)] == fault.point) {
        met.where = std::to_string(met.calls.front()) + " " + call.name();
        if (!std::holds_alternative<Fail>(fault.act) || !cannot_fail(call)) act = fault.act;
      }
      witness.see(call, act);
      return act;
    });
    met.witnessed = witness.testify(met.ending);
    std::ranges::move(met.misread, std::back_inserter(met.witnessed));
    return met;
  }

  [[nodiscard]] Program program(Stage const& stage) const { return program(stage, scenario_.runner); }
  [[nodiscard]] Program settling_program(Stage const& stage) const {
    return program(stage, scenario_.settled_by.value_or(scenario_.runner));
  }

  static Program program(Stage const& stage, Runner runner) {
    switch (runner) {
    case Runner::artifactd_once:
      return stage.once();
    case Runner::artifactctl_update:
      return stage.update();
    case Runner::fix_apply:
      return stage.fix("apply");
    case Runner::fix_rollback:
      return stage.fix("rollback");
    case Runner::fix_verify:
      return stage.fix("verify");
    case Runner::edit_by_model:
      return stage.edit_by_model("ferry");
    case Runner::turn_play:
      return stage.turn_play();
    case Runner::report_confirm:
      return stage.report_confirm();
    case Runner::play_adopt:
      return stage.artifactctl({"play", "adopt", stage.session().string(), "p1"});
    case Runner::state_run:
      return stage.state_run();
    case Runner::artifactctl_merge:
      return stage.merge();
    }
    return stage.merge();
  }

  void prepare_next() {
    next_ = std::make_unique<Stage>(binaries_, scenario_.agent_rules);
    scenario_.prepare(*next_);
  }

  /// Prepares the next session before this one is used, so that its signals grow old enough meanwhile.
  std::unique_ptr<Stage> take_stage() {
    auto stage = std::move(next_);
    prepare_next();
    stage->let_settle();
    return stage;
  }

  Scenario const& scenario_;
  Kind kind_;
  Binaries const& binaries_;
  Stride stride_;
  std::unique_ptr<Stage> next_;
  Swept swept_;
  std::array<std::size_t, call_classes> counted_{}; ///< by class, in a settling without fault
};

} // namespace

std::string_view kind_word(Kind kind) noexcept {
  switch (kind) {
  case Kind::kill:
    return "kill";
  case Kind::error:
    return "error";
  case Kind::kill_twice:
    return "kill twice";
  }
  return "";
}

Swept sweep(Scenario const& scenario, Kind kind, Binaries const& binaries, Stride stride) {
  return Sweep(scenario, kind, binaries, stride).run();
}

} // namespace artifactd::faults
