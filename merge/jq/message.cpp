#include "merge/jq/message.hpp"

#include <cstring>

namespace artifactd::jq {

namespace {

constexpr std::uint32_t dialect = 0x716a'0001; // the other side may be of another version after an upgrade

void put(std::string& into, auto number) {
  std::array<char, sizeof number> bytes{};
  std::memcpy(bytes.data(), &number, sizeof number);
  into.append(bytes.data(), bytes.size());
}

/// Takes numbers and texts from the front; if any is missing, it stays failed.
class Reading {
public:
  explicit Reading(std::string_view bytes) : rest_(bytes) {}

  template <class Number>
  Number number() {
    Number number{};
    auto bytes = text(sizeof number);
    if (whole_) std::memcpy(&number, bytes.data(), sizeof number);
    return number;
  }
  std::string_view text(std::uint64_t size) {
    whole_ = whole_ && size <= rest_.size();
    if (!whole_) return {};
    auto taken = rest_.substr(0, static_cast<std::size_t>(size));
    rest_.remove_prefix(taken.size());
    return taken;
  }
  [[nodiscard]] bool whole() const noexcept { return whole_; }
  [[nodiscard]] std::string_view rest() const noexcept { return rest_; }

private:
  std::string_view rest_;
  bool whole_ = true;
};

} // namespace

std::array<char, question_size> encode(Question const& question) {
  std::string bytes;
  put(bytes, dialect);
  put(bytes, static_cast<std::uint32_t>(question.ask));
  for (auto number : {question.program, question.input, question.output, question.seconds})
    put(bytes, number);
  std::array<char, question_size> all{};
  std::memcpy(all.data(), bytes.data(), bytes.size());
  return all;
}

std::optional<Question> decode_question(std::string_view bytes, std::uint64_t file_bytes) {
  Reading reading(bytes);
  if (bytes.size() != question_size || reading.number<std::uint32_t>() != dialect) return {};
  auto ask = reading.number<std::uint32_t>();
  if (ask > static_cast<std::uint32_t>(Ask::run)) return {};
  Question question{.ask = static_cast<Ask>(ask)};
  for (auto* number : {&question.program, &question.input, &question.output, &question.seconds})
    *number = reading.number<std::uint64_t>();
  if (question.program > file_bytes || question.input != file_bytes - question.program) return {};
  return question;
}

std::string encode(Answer const& answer) {
  std::string body;
  put(body, static_cast<std::uint64_t>(answer.outputs.size()));
  for (auto const& output : answer.outputs) {
    put(body, static_cast<std::uint64_t>(output.size()));
    body += output;
  }
  body += std::string_view(answer.message).substr(0, longest_message);
  std::string all;
  put(all, dialect);
  put(all, static_cast<std::uint32_t>(answer.ending));
  put(all, static_cast<std::uint64_t>(body.size()));
  return all += body;
}

std::optional<AnswerHead> decode_head(std::string_view bytes) {
  Reading reading(bytes);
  if (bytes.size() != head_size || reading.number<std::uint32_t>() != dialect) return {};
  auto ending = reading.number<std::uint32_t>();
  if (ending > static_cast<std::uint32_t>(Ending::crashed)) return {};
  return AnswerHead{static_cast<Ending>(ending), reading.number<std::uint64_t>()};
}

std::optional<Answer> decode_body(Ending ending, std::string_view body) {
  Reading reading(body);
  auto count = reading.number<std::uint64_t>();
  if (count > most_outputs) return {};
  Answer answer{.ending = ending};
  for (std::uint64_t i = 0; i < count; ++i)
    answer.outputs.emplace_back(reading.text(reading.number<std::uint64_t>()));
  if (!reading.whole() || reading.rest().size() > longest_message) return {};
  answer.message = reading.rest();
  return answer;
}

} // namespace artifactd::jq
