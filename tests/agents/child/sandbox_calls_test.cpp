// System calls that a purely computing interpreter does not need: each is made inside the sandbox and must be
// refused by the filter (EPERM), not by chance.
#include "tests/agents/child/sandbox_attack.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <sys/syscall.h>

#ifdef __x86_64__
namespace artifactd {
namespace {

struct Call {
  std::string_view name;
  long number;
  std::string_view arguments; ///< arguments that would do harm, as Python
};

constexpr Call calls[] = {
    {"unshare", SYS_unshare, "0x10000000"},
    {"clone", SYS_clone, "17, 0, 0, 0, 0"},
    {"clone3", SYS_clone3, "0, 0"},
    {"fork", SYS_fork, ""},
    {"vfork", SYS_vfork, ""},
    {"setns", SYS_setns, "0, 0"},
    {"chroot", SYS_chroot, "b'/'"},
    {"mount", SYS_mount, "b'none', b'/', b'tmpfs', 0, 0"},
    {"umount2", SYS_umount2, "b'/usr/lib', 2"},
    {"pivot_root", SYS_pivot_root, "b'/', b'/usr'"},
    {"open_tree", SYS_open_tree, "-100, b'/', 1"},
    {"move_mount", SYS_move_mount, "-100, b'/', -100, b'/usr', 0"},
    {"fsopen", SYS_fsopen, "b'tmpfs', 0"},
    {"fsmount", SYS_fsmount, "0, 0, 0"},
    {"mount_setattr", SYS_mount_setattr, "-100, b'/', 0, 0, 0"},
    {"ptrace", SYS_ptrace, "16, 1, 0, 0"},
    {"process_vm_readv", SYS_process_vm_readv, "1, 0, 0, 0, 0, 0"},
    {"process_vm_writev", SYS_process_vm_writev, "1, 0, 0, 0, 0, 0"},
    {"process_madvise", SYS_process_madvise, "0, 0, 0, 0, 0"},
    {"pidfd_open", SYS_pidfd_open, "1, 0"},
    {"pidfd_getfd", SYS_pidfd_getfd, "0, 0, 0"},
    {"pidfd_send_signal", SYS_pidfd_send_signal, "0, 9, 0, 0"},
    {"kcmp", SYS_kcmp, "1, 1, 0, 0, 0"},
    {"kill", SYS_kill, "-1, 9"},
    {"tgkill", SYS_tgkill, "1, 1, 9"},
    {"tkill", SYS_tkill, "1, 9"},
    {"rt_sigqueueinfo", SYS_rt_sigqueueinfo, "1, 9, 0"},
    {"io_uring_setup", SYS_io_uring_setup, "1, 0"},
    {"io_setup", SYS_io_setup, "1, 0"},
    {"bpf", SYS_bpf, "0, 0, 0"},
    {"perf_event_open", SYS_perf_event_open, "0, 0, -1, -1, 0"},
    {"userfaultfd", SYS_userfaultfd, "0"},
    {"keyctl", SYS_keyctl, "0, -3, 1"},
    {"add_key", SYS_add_key, "b'user', b'x', b'x', 1, -2"},
    {"request_key", SYS_request_key, "b'user', b'x', 0, 0"},
    {"memfd_create", SYS_memfd_create, "b'x', 0"},
    {"execveat", SYS_execveat, "0, b'', 0, 0, 0x1000"},
    {"open_by_handle_at", SYS_open_by_handle_at, "-100, 0, 0"},
    {"name_to_handle_at", SYS_name_to_handle_at, "-100, b'/', 0, 0, 0"},
    {"openat2", SYS_openat2, "-100, b'/', 0, 0"},
    {"creat", SYS_creat, "b'/x', 0o777"},
    {"open", SYS_open, "b'/x', 0o101, 0o777"},
    {"openat", SYS_openat, "-100, b'/usr/lib', 0o20200002, 0o600"},
    {"personality", SYS_personality, "0x0400000"},
    {"prctl", SYS_prctl, "1, 0, 0, 0, 0"},
    {"seccomp", SYS_seccomp, "1, 0, 0"},
    {"setuid", SYS_setuid, "0"},
    {"setgid", SYS_setgid, "0"},
    {"setreuid", SYS_setreuid, "0, 0"},
    {"setresuid", SYS_setresuid, "0, 0, 0"},
    {"setresgid", SYS_setresgid, "0, 0, 0"},
    {"setgroups", SYS_setgroups, "0, 0"},
    {"capset", SYS_capset, "0, 0"},
    {"capget", SYS_capget, "0, 0"},
    {"socket", SYS_socket, "2, 1, 0"},
    {"socketpair", SYS_socketpair, "1, 1, 0, 0"},
    {"connect", SYS_connect, "0, 0, 0"},
    {"sendmsg", SYS_sendmsg, "0, 0, 0"},
    {"shmget", SYS_shmget, "0, 4096, 0o1777"},
    {"msgget", SYS_msgget, "0, 0o1777"},
    {"semget", SYS_semget, "0, 1, 0o1777"},
    {"mq_open", SYS_mq_open, "b'x', 0o102, 0o777, 0"},
    {"inotify_init1", SYS_inotify_init1, "0"},
    {"fanotify_init", SYS_fanotify_init, "0, 0"},
    {"eventfd2", SYS_eventfd2, "0, 0"},
    {"signalfd4", SYS_signalfd4, "-1, 0, 8, 0"},
    {"epoll_create1", SYS_epoll_create1, "0"},
    {"timer_create", SYS_timer_create, "0, 0, 0"},
    {"timerfd_create", SYS_timerfd_create, "0, 0"},
    {"setitimer", SYS_setitimer, "0, 0, 0"},
    {"alarm", SYS_alarm, "1"},
    {"pipe2", SYS_pipe2, "0, 0"},
    {"truncate", SYS_truncate, "b'/usr/lib/os-release', 0"},
    {"ftruncate", SYS_ftruncate, "0, 0"},
    {"fallocate", SYS_fallocate, "0, 0, 0, 1"},
    {"mknodat", SYS_mknodat, "-100, b'/x', 0o10666, 0"},
    {"mkdirat", SYS_mkdirat, "-100, b'/x', 0o777"},
    {"symlinkat", SYS_symlinkat, "b'/etc', -100, b'/x'"},
    {"linkat", SYS_linkat, "-100, b'/usr/lib/os-release', -100, b'/x', 0"},
    {"unlinkat", SYS_unlinkat, "-100, b'/usr/lib/os-release', 0"},
    {"renameat2", SYS_renameat2, "-100, b'/usr', -100, b'/x', 0"},
    {"fchmodat", SYS_fchmodat, "-100, b'/', 0o777"},
    {"fchownat", SYS_fchownat, "-100, b'/', 0, 0, 0"},
    {"utimensat", SYS_utimensat, "-100, b'/', 0, 0"},
    {"setxattr", SYS_setxattr, "b'/', b'user.x', b'x', 1, 0"},
    {"sethostname", SYS_sethostname, "b'x', 1"},
    {"settimeofday", SYS_settimeofday, "0, 0"},
    {"clock_settime", SYS_clock_settime, "0, 0"},
    {"adjtimex", SYS_adjtimex, "0"},
    {"reboot", SYS_reboot, "0xfee1dead, 672274793, 0, 0"},
    {"syslog", SYS_syslog, "3, 0, 0"},
    {"init_module", SYS_init_module, "0, 0, b''"},
    {"finit_module", SYS_finit_module, "0, b'', 0"},
    {"kexec_load", SYS_kexec_load, "0, 0, 0, 0"},
    {"swapon", SYS_swapon, "b'/x', 0"},
    {"acct", SYS_acct, "0"},
    {"quotactl", SYS_quotactl, "0, 0, 0, 0"},
    {"vhangup", SYS_vhangup, ""},
    {"prlimit64", SYS_prlimit64, "0, 9, b'\\xff' * 16, 0"},
    {"setrlimit", SYS_setrlimit, "9, b'\\xff' * 16"},
    {"sched_setaffinity", SYS_sched_setaffinity, "0, 8, b'\\x01' * 8"},
    {"sched_setscheduler", SYS_sched_setscheduler, "0, 1, b'\\x01' * 4"},
    {"setpriority", SYS_setpriority, "0, 0, -20"},
    {"mlockall", SYS_mlockall, "1"},
    {"pkey_mprotect", SYS_pkey_mprotect, "0, 4096, 4, -1"},
    {"mprotect", SYS_mprotect, "0, 4096, 4"},
    {"mmap", SYS_mmap, "0, 4096, 7, 0x22, -1, 0"},
    {"mbind", SYS_mbind, "0, 0, 0, 0, 0, 0"},
    {"vmsplice", SYS_vmsplice, "0, 0, 0, 0"},
    {"splice", SYS_splice, "0, 0, 1, 0, 1, 0"},
    {"copy_file_range", SYS_copy_file_range, "0, 0, 1, 0, 1, 0"},
    {"sendfile", SYS_sendfile, "1, 0, 0, 1"},
    {"ioctl", SYS_ioctl, "0, 0x5412, b'x'"},
    {"ioctl", SYS_ioctl, "0, 0x541c, b'x'"},
    {"fcntl", SYS_fcntl, "0, 8, 1"},
    {"fcntl", SYS_fcntl, "0, 1033, 0"},
    {"setsid", SYS_setsid, ""},
    {"setpgid", SYS_setpgid, "0, 1"},
    {"umask", SYS_umask, "0"},
    {"chdir", SYS_chdir, "b'/usr'"},
};

TEST(SandboxCalls, AreRefusedByTheFilter) {
  // One attacker makes all calls; reports the first that succeeds or fails for another reason.
  std::string body = "through = []\n";
  for (auto const& [name, number, arguments] : calls)
    body += fmt::format("try:\n  call({}{}{})\n  through.append('{}')\nexcept PermissionError: pass\n"
                        "except RuntimeError as error: through.append(f'{} ({{error}})')\n",
                        number, arguments.empty() ? "" : ", ", arguments, name, name);
  body += "if through: raise Exception(', '.join(through))";
  EXPECT_EQ(test::fate_of({"all calls", body}), "held: without effect");
  EXPECT_GE(std::size(calls), 100u);
  EXPECT_FALSE(test::any_attacker_left());
}

TEST(SandboxCalls, TheAttackNoticesACallThatIsAllowed) {
  EXPECT_EQ(test::fate_of({"getpid", fmt::format("return call({})", SYS_getpid)}), "escaped");
  EXPECT_TRUE(
      test::fate_of({"close", fmt::format("return call({}, 99)", SYS_close)}).starts_with("broken: "));
}

} // namespace
} // namespace artifactd
#endif
