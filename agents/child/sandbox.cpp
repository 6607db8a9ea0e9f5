#include "agents/child/sandbox.hpp"

#include "agents/child/syscall_filter.hpp"

#include <filesystem>
#include <fmt/core.h>
#include <unistd.h>

namespace artifactd {

namespace {

namespace fs = std::filesystem;

/// Written to the result descriptor before the script proper, so that a sandbox that did not come up is never
/// mistaken for a script that failed.
constexpr std::string_view ready = "ready\n";
constexpr std::string_view prologue = "import os\nos.write(3, b'ready\\n')\n";

void add(std::vector<std::string>& argv, std::initializer_list<std::string_view> words) {
  argv.insert(argv.end(), words.begin(), words.end());
}

/// The interpreter, the loader and the libraries at their usual paths; a link stays a link.
void show_the_library(std::vector<std::string>& argv, std::string const& interpreter) {
  add(argv, {"--ro-bind", "/usr/lib", "/usr/lib", "--ro-bind-try", "/usr/lib64", "/usr/lib64"});
  for (std::string const path : {"/lib", "/lib64"}) {
    std::error_code failed;
    auto const target = fs::read_symlink(path, failed);
    if (failed)
      add(argv, {"--ro-bind-try", path, path});
    else
      add(argv, {"--symlink", target.native(), path});
  }
  add(argv, {"--ro-bind", interpreter, interpreter});
}

std::vector<std::string> command_line(SandboxSettings const& settings, std::string const& interpreter,
                                      int filter, std::string_view script) {
  std::vector<std::string> argv{settings.bubblewrap};
  add(argv, {"--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts",
             "--unshare-cgroup"});
  auto const id = std::to_string(nobody().user);
  add(argv, {"--uid", id, "--gid", id, "--hostname", "sandbox", "--cap-drop", "ALL"});
  add(argv, {"--die-with-parent", "--new-session", "--clearenv", "--seccomp", std::to_string(filter)});
  show_the_library(argv, interpreter);
  add(argv, {"--remount-ro", "/", "--chdir", "/"});
  // Isolated, without site and without writing byte code: nothing but the standard library is ever imported.
  add(argv, {"--", interpreter, "-I", "-S", "-B", "-c"});
  argv.push_back(fmt::format("{}{}", prologue, script));
  return argv;
}

std::string first_line(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

Error did_not_begin(Ran const& ran) {
  if (std::holds_alternative<TimedOut>(ran.ending) || std::holds_alternative<Cancelled>(ran.ending))
    return {Fault::busy, "the Python sandbox did not start in time"};
  auto said = ran.errors.bytes.empty() ? "it ended without output" : first_line(ran.errors.bytes);
  return {Fault::unsupported,
          fmt::format("the Python sandbox does not work here: {}; it needs bubblewrap, user namespaces for "
                      "unprivileged users (user.max_user_namespaces, kernel.unprivileged_userns_clone, "
                      "AppArmor; never inside a chroot) and seccomp",
                      said)};
}

} // namespace

Result<Ran> run_python(SandboxSettings const& settings, std::string_view script, std::string input) {
  TRY(settings.proof->of(settings));
  return run_python_unproven(settings, script, std::move(input));
}

Result<Ran> run_python_unproven(SandboxSettings const& settings, std::string_view script, std::string input) {
  std::error_code failed;
  auto const interpreter = fs::canonical(settings.interpreter, failed);
  if (failed)
    return fail(Fault::unsupported, fmt::format("the Python sandbox needs an interpreter, but {}: {}",
                                                settings.interpreter, failed.message()));
  auto const filter = TRY(python_syscalls());
  Command command{
      .input = std::move(input),
      .result = Keep{.bytes = settings.result + ready.size()},
      .passed = {filter.get()},
      .limits = {.memory = settings.memory,
                 .file_size = 0,
                 .files = 32,
                 .cpu = std::chrono::ceil<std::chrono::seconds>(settings.time).count() + 1},
      .timeout = settings.time,
      .grace = Duration::zero(),
      .cancel = settings.cancel,
  };
  command.argv = command_line(settings, interpreter, first_passed(command), script);
  if (::geteuid() == 0) command.identity = nobody();
  auto ran = settings.runner(command);
  if (!ran && ran.error().fault == Fault::missing)
    return fail(Fault::unsupported, fmt::format("the Python sandbox needs bubblewrap, but {} does not exist "
                                                "(Debian package bubblewrap)",
                                                settings.bubblewrap));
  if (!ran) return ran;
  if (!ran->result.bytes.starts_with(ready)) return fail(did_not_begin(*ran));
  ran->result.bytes.erase(0, ready.size());
  ran->result.total -= ready.size();
  return ran;
}

} // namespace artifactd
