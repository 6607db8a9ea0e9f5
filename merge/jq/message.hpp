// The messages between artifactd and artifactd-jq: a question is a header of fixed size with a sealed file
// that holds program and input; an answer is a header and the texts it announces. Both sides treat the
// other's data as hostile when decoding: nothing is read past what was received.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::jq {

enum class Ask : std::uint32_t { compile, run };

/// How the work on a question ended. All except `not_compiled` and `unreadable` are caused by program and
/// data.
enum class Ending : std::uint32_t {
  finished,
  failed,       ///< the program raised an error
  not_compiled, ///< the program does not compile
  unreadable,   ///< jq does not accept the input
  too_much,     ///< the outputs are larger than the question allows
  too_long,     ///< the time was up
  no_memory,    ///< the memory was used up
  crashed,      ///< libjq gave up: an assertion of its own, a stack overflow
};

/// Where the texts of a question are in its file: first the program, then the input.
struct Question {
  Ask ask = Ask::run;
  std::uint64_t program = 0; ///< bytes
  std::uint64_t input = 0;   ///< bytes
  std::uint64_t output = 0;  ///< upper limit of an answer's bytes
  std::uint64_t seconds = 0; ///< of processor time
};

struct Answer {
  Ending ending = Ending::finished;
  std::vector<std::string> outputs{}; ///< JSON texts
  std::string message{};              ///< empty if it finished
  bool operator==(Answer const&) const = default;
};

/// What an answer announces before its texts.
struct AnswerHead {
  Ending ending;
  std::uint64_t bytes; ///< of the body
};

constexpr std::size_t question_size = 48;
constexpr std::size_t head_size = 16;
/// One is wanted; a program that never ends must not fill the memory.
constexpr std::size_t most_outputs = 16;
constexpr std::size_t longest_message = 4096;
/// What an answer may contain besides its outputs.
constexpr std::size_t answer_overhead = 16 * most_outputs + longest_message;

/// The exit codes of artifactd-jq; anything else is a crash.
enum class Exit : int { hung_up = 0, not_confined = 3, no_memory_for_program = 4, no_memory_for_input = 5 };

std::array<char, question_size> encode(Question const& question);
/// std::nullopt for an invalid question, or one that does not fit a file of `file_bytes`.
std::optional<Question> decode_question(std::string_view bytes, std::uint64_t file_bytes);

/// Head and body.
std::string encode(Answer const& answer);
std::optional<AnswerHead> decode_head(std::string_view bytes);
std::optional<Answer> decode_body(Ending ending, std::string_view body);

} // namespace artifactd::jq
