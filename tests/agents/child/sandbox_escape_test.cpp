// Ways out of the Python sandbox, tried one by one with Python's own means.
#include "tests/agents/child/sandbox_attack.hpp"
#include "tests/support/scratch_dir.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <cstdlib>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace artifactd {
namespace {

using test::Attack;
using test::fate_of;
using testing::StartsWith;

/// A world-readable and -writable directory that holds a secret and must stay unchanged.
struct Canary {
  test::ScratchDir scratch;
  Canary() {
    std::filesystem::permissions(scratch.path(), std::filesystem::perms(0777));
    scratch.write("canary", "a secret");
    std::filesystem::permissions(scratch / "canary", std::filesystem::perms(0666));
  }
  void expect_untouched() const {
    auto const all = std::filesystem::directory_iterator(scratch.path());
    EXPECT_EQ(std::distance(begin(all), end(all)), 1);
    EXPECT_EQ(scratch.read("canary"), "a secret");
  }
};

void expect_all_held(std::initializer_list<Attack> attacks) {
  Canary const canary;
  for (auto const& attack : attacks)
    EXPECT_THAT(fate_of(attack, canary.scratch.path().native()), StartsWith("held: ")) << attack.name;
  canary.expect_untouched();
  EXPECT_FALSE(test::any_attacker_left());
}

TEST(SandboxEscape, ReadsNothingOfTheHost) {
  ::setenv("SECRET_KEY", "sk-1234", 1);
  expect_all_held({
      {"a file anyone may read", "return open(given + '/canary').read()"},
      {"by way of ..", "return open('/usr/lib/../..' + given + '/canary').read()"},
      {"relative", "return open(given[1:] + '/canary').read()"},
      {"password hashes", "return open('/etc/shadow').read()"},
      {"users", "return open('/etc/passwd').read()"},
      {"home of root", "return os.listdir('/root')"},
      {"homes", "return os.listdir('/home')"},
      {"temporary files", "return os.listdir('/tmp')"},
      {"runtime files", "return os.listdir('/run')"},
      {"logs", "return os.listdir('/var/log')"},
      {"programs", "return os.listdir('/bin')"},
      {"more of /usr", "return set(os.listdir('/usr')) - {'bin', 'lib', 'lib64'}"},
      {"programs in /usr", "return len(os.listdir('/usr/bin')) > 1"},
      {"root of pid 1", "return os.listdir('/proc/1/root')"},
      {"environment of pid 1", "return open('/proc/1/environ').read()"},
      {"own memory map", "return open('/proc/self/maps').read()"},
      {"kernel memory", "return open('/proc/kcore', 'rb').read(1)"},
      {"sysctl", "return open('/proc/sys/kernel/hostname').read()"},
      {"sysfs", "return os.listdir('/sys')"},
      {"devices", "return os.listdir('/dev')"},
      {"physical memory", "return open('/dev/mem', 'rb').read(1)"},
      {"cgroups", "return os.listdir('/sys/fs/cgroup')"},
      {"old root left by pivot_root",
       "return [d for d in ('/oldroot', '/newroot', '/.host') if os.path.exists(d)]"},
      {"environment", "return set(os.environ) - {'PWD', 'LC_CTYPE'}"},
      {"environment in memory", "libc.getenv.restype = ctypes.c_char_p\nreturn libc.getenv(b'SECRET_KEY')"},
      {"host name", "return os.uname().nodename != 'sandbox'"},
      {"inherited descriptors",
       "for fd in range(4, 4096):\n  try: os.fstat(fd)\n  except OSError: continue\n  return True"},
      {"reading the outputs back", "return os.read(1, 1)"},
      {"reading the result back", "return os.read(3, 1)"},
      {"a planted module", "import sys\nsys.path.append(given)\ntry:\n  import canary\nexcept ImportError: "
                           "return False\nreturn True"},
      {"site packages",
       "import sys\nreturn [p for p in sys.path if 'packages' in p or not p.startswith('/usr/lib')]"},
  });
}

TEST(SandboxEscape, WritesNothing) {
  expect_all_held({
      {"the canary", "open(given + '/canary', 'w').write('x')\nreturn True"},
      {"beside the canary", "open(given + '/x', 'w')\nreturn True"},
      {"root", "open('/x', 'w')\nreturn True"},
      {"library", "open('/usr/lib/x', 'w')\nreturn True"},
      {"append to the library", "open('/usr/lib/os-release', 'a')\nreturn True"},
      {"/tmp", "open('/tmp/x', 'w')\nreturn True"},
      {"shared memory", "open('/dev/shm/x', 'w')\nreturn True"},
      {"pathlib", "import pathlib\npathlib.Path('/x').write_text('x')\nreturn True"},
      {"unnamed file", "os.open('/', os.O_TMPFILE | os.O_RDWR)\nreturn True"},
      {"a writable mount", "return [p for p in ('/', '/usr', '/usr/lib', '/lib') if os.access(p, os.W_OK)]"},
      {"read and create", "os.open('/x', os.O_RDONLY | os.O_CREAT)\nreturn True"},
      {"temporary file", "import tempfile\nreturn tempfile.TemporaryFile()"},
      {"stdin", "os.write(0, b'x')\nreturn True"},
      {"stdin, mapped", "import mmap\nreturn mmap.mmap(0, 0, mmap.MAP_SHARED, mmap.PROT_WRITE)"},
      {"directories", "for i in range(10 ** 6): os.mkdir(f'/{i}')\nreturn True"},
      {"symbolic link", "os.symlink('/etc/passwd', '/x')\nreturn True"},
      {"hard link", "os.link('/usr/lib/os-release', '/usr/lib/x')\nreturn True"},
      {"pipe", "os.mkfifo('/x')\nreturn True"},
      {"device", "os.mknod('/x', 0o20666, os.makedev(1, 3))\nreturn True"},
      {"setuid", "import sys\nos.chmod(sys.executable, 0o6755)\nreturn True"},
      {"owner", "os.chown('/', 0, 0)\nreturn True"},
      {"times", "os.utime('/usr/lib/os-release')\nreturn True"},
      {"delete", "os.unlink('/usr/lib/os-release')\nreturn True"},
      {"rename", "os.rename('/usr', '/x')\nreturn True"},
      {"byte code cache",
       "import py_compile\npy_compile.compile('/usr/lib/python3/x.py', doraise=True)\nreturn True"},
      {"attribute", "os.setxattr('/', 'user.x', b'x')\nreturn True"},
  });
}

TEST(SandboxEscape, MakesNoProcessAndRunsNoProgram) {
  expect_all_held({
      {"fork", "if os.fork() == 0: os._exit(0)\nreturn True"},
      {"fork bomb", "while True: os.fork()"},
      {"double fork",
       "if os.fork() == 0:\n  os.setsid()\n  if os.fork() == 0:\n    while True: pass\nreturn True"},
      {"spawn", "return os.posix_spawn('/usr/bin/python3', ['python3'], {})"},
      {"subprocess", "import subprocess\nreturn subprocess.run(['/bin/true'])"},
      {"system", "return os.system('true') == 0"},
      {"shell", "return os.popen('id').read()"},
      {"terminal", "import pty\nreturn pty.fork()"},
      {"thread", "import _thread\ntry: _thread.start_new_thread(print, ())\nexcept RuntimeError: return "
                 "False\nreturn True"},
      {"workers", "import multiprocessing\nmultiprocessing.Process(target=print).start()\nreturn True"},
      {"exec of a shell", "os.execv('/bin/sh', ['sh', '-c', 'echo escaped >&3'])"},
      {"exec of a setuid program", "os.execv('/usr/bin/su', ['su'])"},
      {"exec of stdin", "os.execve(0, ['x'], {})"},
      {"signal to pid 1", "os.kill(1, 9)\nreturn True"},
      {"signal to all", "os.kill(-1, 9)\nreturn True"},
      {"signal to the group", "os.killpg(0, 9)\nreturn True"},
      {"session", "os.setsid()\nreturn True"},
      {"keys of the terminal", "import fcntl, termios\nfcntl.ioctl(0, termios.TIOCSTI, b'x')\nreturn True"},
      {"executable memory", "import mmap\nreturn mmap.mmap(-1, 4096, prot=7)"},
      {"root", "os.setuid(0)\nreturn True"},
      {"root by number", "return 0 in (os.getuid(), os.geteuid(), os.getgid(), os.getegid())"},
      {"new root", "os.chroot('/usr')\nreturn True"},
  });
}

TEST(SandboxEscape, IsNoBetterOffAsAProgramStartedAfresh) {
  // The interpreter and the loader are the only programs that can be executed.
  auto const again = R"(
import sys, textwrap
os.execv(sys.executable, [sys.executable, '-c', textwrap.dedent('''
import os
held = 0
for attempt in (os.fork, lambda: open("/x", "w"), lambda: os.listdir("/home"), __import__("_socket").socket):
    try: attempt()
    except OSError: held += 1
os.write(3, b"held: all" if held == 4 else b"escaped")
''')]))";
  EXPECT_EQ(fate_of({"exec of the interpreter", again}), "held: all");
  auto const loader =
      "import glob\nos.execv(glob.glob('/lib*/ld-linux*')[0], ['ld', '/bin/sh', '-c', 'echo escaped >&3'])";
  EXPECT_THAT(fate_of({"exec by the loader", loader}), testing::HasSubstr("/bin/sh: cannot open"));
}

TEST(SandboxEscape, ReachesNoNetwork) {
  int const listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  ASSERT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&address), length), 0);
  ASSERT_EQ(::listen(listener, 8), 0);
  ASSERT_EQ(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &length), 0);
  auto const port = std::to_string(ntohs(address.sin_port));
  for (auto const& attack : {
           Attack{"TCP", "import socket\nreturn socket.create_connection(('127.0.0.1', int(given)), 1)"},
           Attack{"UDP", "import socket\nreturn socket.socket(socket.AF_INET, socket.SOCK_DGRAM)"},
           Attack{"IPv6", "import socket\nreturn socket.socket(socket.AF_INET6)"},
           Attack{"raw", "import socket\nreturn socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)"},
           Attack{"packet", "import socket\nreturn socket.socket(socket.AF_PACKET, socket.SOCK_RAW)"},
           Attack{"netlink", "import socket\nreturn socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)"},
           Attack{"vsock", "import socket\nreturn socket.socket(socket.AF_VSOCK)"},
           Attack{"unix", "import socket\nreturn socket.socket(socket.AF_UNIX)"},
           Attack{"pair", "import socket\nreturn socket.socketpair()"},
           Attack{"kernel crypto",
                  "import socket\nreturn socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)"},
           Attack{"names", "import socket\nreturn socket.getaddrinfo('localhost', 80)"},
           Attack{"HTTP",
                  "import urllib.request\nreturn urllib.request.urlopen('http://127.0.0.1:' + given)"},
       })
    EXPECT_THAT(fate_of(attack, port), StartsWith("held: ")) << attack.name;
  pollfd slot{listener, POLLIN, 0};
  EXPECT_EQ(::poll(&slot, 1, 0), 0) << "somebody connected";
  ::close(listener);
}

} // namespace
} // namespace artifactd
