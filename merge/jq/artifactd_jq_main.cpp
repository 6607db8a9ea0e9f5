// artifactd-jq MEMORY PARENT: answers questions on descriptor 0 until the other side hangs up. Started by
// artifactd (merge/jq/jq_child), never by hand.
#include "merge/jq/confinement.hpp"
#include "merge/jq/evaluation.hpp"
#include "state/platform/oom_order.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <new>
#include <span>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {

namespace jq = artifactd::jq;

constexpr std::uint64_t much = 1 << 20; ///< input size from which memory is returned at once

[[noreturn]] void leave(jq::Exit code) {
  ::_exit(static_cast<int>(code));
}

struct Received {
  std::array<char, jq::question_size> bytes{};
  int file = -1;
};

/// Anything but a whole message with one file ends the process: the other side would not send it.
Received receive() {
  Received received;
  iovec part{received.bytes.data(), received.bytes.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> room{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = room.data();
  message.msg_controllen = room.size();
  ssize_t got = 0;
  do
    got = ::recvmsg(0, &message, MSG_WAITALL | MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  auto const* attached = CMSG_FIRSTHDR(&message);
  if (got != static_cast<ssize_t>(received.bytes.size()) || attached == nullptr ||
      attached->cmsg_type != SCM_RIGHTS || attached->cmsg_len != CMSG_LEN(sizeof(int)))
    leave(jq::Exit::hung_up);
  std::memcpy(&received.file, CMSG_DATA(attached), sizeof received.file);
  return received;
}

jq::Answer answer(Received const& received) {
  auto end = ::lseek(received.file, 0, SEEK_END);
  if (end <= 0) leave(jq::Exit::hung_up);
  auto size = static_cast<std::uint64_t>(end);
  auto question = jq::decode_question({received.bytes.data(), received.bytes.size()}, size);
  if (!question) leave(jq::Exit::hung_up);
  auto* mapped = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, received.file, 0);
  ::close(received.file);
  if (mapped == MAP_FAILED) leave(jq::Exit::no_memory_for_input);
  jq::allow_time(question->seconds);
  std::string_view all(static_cast<char const*>(mapped), size);
  auto said = jq::evaluate(question->ask, all.substr(0, question->program), all.substr(question->program),
                           question->output);
  ::munmap(mapped, size);
  if (size > much) ::malloc_trim(0);
  return said;
}

void send(std::string_view bytes) {
  while (!bytes.empty()) {
    auto sent = ::write(0, bytes.data(), bytes.size());
    if (sent < 0 && errno != EINTR) leave(jq::Exit::hung_up);
    if (sent > 0) bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

} // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  std::signal(SIGPIPE, SIG_IGN);
  artifactd::end_before_the_service();
  std::set_new_handler([] { leave(jq::Exit::no_memory_for_program); });
  if (!jq::confine(std::strtoull(arguments[1], nullptr, 10), std::atoi(arguments[2])))
    leave(jq::Exit::not_confined);
  for (;;)
    send(jq::encode(answer(receive())));
}
