#include "daemon/terminal/external_editor.hpp"

#include "state/platform/identity.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fmt/core.h>
#include <ranges>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

namespace artifactd {

namespace {

/// How to tell an editor where to go.
enum class Dialect : std::uint8_t {
  plain,          ///< not possible
  first,          ///< +LINE before the first file
  each,           ///< +LINE before every file
  with_comma,     ///< +LINE,COLUMN before every file
  suffix,         ///< FILE:LINE:COLUMN
  suffix_waiting, ///< FILE:LINE:COLUMN, and --wait
  goto_waiting,   ///< --wait, and --goto before every file
};

struct Known {
  std::string_view program;
  Dialect dialect;
};

constexpr auto known_editors = std::to_array<Known>({
    {"vi", Dialect::first},
    {"vim", Dialect::first},
    {"nvim", Dialect::first},
    {"view", Dialect::first},
    {"editor", Dialect::first}, // Debian's alternative: any of them knows +LINE
    {"kak", Dialect::first},
    {"nano", Dialect::with_comma},
    {"pico", Dialect::each},
    {"emacs", Dialect::each},
    {"emacsclient", Dialect::each},
    {"micro", Dialect::first},
    {"mg", Dialect::each},
    {"joe", Dialect::each},
    {"mcedit", Dialect::first},
    {"hx", Dialect::suffix},
    {"helix", Dialect::suffix},
    {"subl", Dialect::suffix_waiting},
    {"zed", Dialect::suffix_waiting},
    {"code", Dialect::goto_waiting},
    {"codium", Dialect::goto_waiting},
    {"cursor", Dialect::goto_waiting},
});

/// "/usr/bin/vim -u NONE" is vim.
Dialect dialect_of(std::string_view editor) {
  auto begin = editor.find_first_not_of(' ');
  if (begin == editor.npos) return Dialect::plain;
  auto program = editor.substr(begin);
  program = program.substr(0, program.find(' '));
  if (auto slash = program.rfind('/'); slash != program.npos) program.remove_prefix(slash + 1);
  for (auto const& each : known_editors)
    if (program == each.program) return each.dialect;
  return Dialect::plain;
}

bool installed(std::string_view program) {
  auto const* path = std::getenv("PATH");
  for (auto part : std::views::split(std::string_view(path == nullptr ? "/usr/bin:/bin" : path), ':')) {
    auto file = std::string(part.begin(), part.end()) + "/" + std::string(program);
    if (::access(file.c_str(), X_OK) == 0) return true;
  }
  return false;
}

/// Like the terminal's own job: an interrupt goes to the editor.
class InterruptsIgnored {
public:
  InterruptsIgnored() {
    struct sigaction ignore{};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGINT, &ignore, &interrupt_);
    ::sigaction(SIGQUIT, &ignore, &quit_);
  }
  ~InterruptsIgnored() {
    ::sigaction(SIGINT, &interrupt_, nullptr);
    ::sigaction(SIGQUIT, &quit_, nullptr);
  }
  InterruptsIgnored(InterruptsIgnored const&) = delete;
  InterruptsIgnored& operator=(InterruptsIgnored const&) = delete;

private:
  struct sigaction interrupt_{};
  struct sigaction quit_{};
};

/// An editor that is killed leaves the terminal as it had set it up.
class TerminalAsItWas {
public:
  TerminalAsItWas() : known_(::tcgetattr(STDIN_FILENO, &before_) == 0) {}
  TerminalAsItWas(TerminalAsItWas const&) = delete;
  TerminalAsItWas& operator=(TerminalAsItWas const&) = delete;
  ~TerminalAsItWas() {
    if (known_) ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
  }

  /// Leaves the editor's screen, too: no mouse reports, no bracketed paste, a visible cursor, no colours.
  void undo_screen() const {
    constexpr std::string_view usual = "\x1b[?1000;1002;1003;1006;2004l\x1b[?1049l\x1b[?7h\x1b[?25h\x1b[0m\r";
    if (known_ && ::isatty(STDOUT_FILENO) == 1 && ::write(STDOUT_FILENO, usual.data(), usual.size()) < 0)
      return; // the terminal is gone
  }

private:
  termios before_{};
  bool known_;
};

Result<pid_t> spawn(std::vector<std::string>& words) {
  std::vector<char*> argv;
  for (auto& word : words)
    argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t defaults;
  ::sigemptyset(&defaults);
  ::sigaddset(&defaults, SIGINT);
  ::sigaddset(&defaults, SIGQUIT);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t child = -1;
  auto failed = answer_as_self(
      [&] { return ::posix_spawn(&child, "/bin/sh", nullptr, &attributes, argv.data(), environ); });
  ::posix_spawnattr_destroy(&attributes);
  if (failed != 0) return fail(errno_error("start", "/bin/sh", failed));
  return child;
}

} // namespace

std::optional<std::string> find_editor() {
  for (auto const* name : {"VISUAL", "EDITOR"})
    if (auto const* value = std::getenv(name);
        value != nullptr && std::string_view(value).find_first_not_of(" \t") != std::string_view::npos)
      return value;
  for (auto const* program : {"editor", "nano", "vim", "vi"})
    if (installed(program)) return program;
  return std::nullopt;
}

std::vector<std::string> editor_words(std::string_view editor, std::span<OpenAt const> files) {
  auto dialect = dialect_of(editor);
  std::vector<std::string> words;
  if (dialect == Dialect::suffix_waiting || dialect == Dialect::goto_waiting) words.emplace_back("--wait");
  for (auto const& file : files) {
    auto place = fmt::format("{}:{}:{}", file.path, file.line, file.column);
    if (dialect == Dialect::suffix || dialect == Dialect::suffix_waiting) {
      words.push_back(std::move(place));
      continue;
    }
    if (dialect == Dialect::goto_waiting) {
      words.emplace_back("--goto");
      words.push_back(std::move(place));
      continue;
    }
    if (dialect == Dialect::with_comma)
      words.push_back(fmt::format("+{},{}", file.line, file.column));
    else if (dialect == Dialect::each || (dialect == Dialect::first && &file == files.data()))
      words.push_back(fmt::format("+{}", file.line));
    words.push_back(file.path);
  }
  return words;
}

Result<int> run_editor(std::string const& editor, std::span<OpenAt const> files) {
  std::vector<std::string> words{"/bin/sh", "-c", editor + " \"$@\"", editor};
  for (auto& word : editor_words(editor, files))
    words.push_back(std::move(word));
  InterruptsIgnored ignored;
  TerminalAsItWas const terminal;
  auto child = TRY(spawn(words));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return fail(errno_error("wait for", "the editor"));
  auto const exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (exit > 128) terminal.undo_screen();
  return exit;
}

} // namespace artifactd
