#include "daemon/api/done_actions.hpp"

#include "state/platform/digest.hpp"

namespace artifactd {

namespace {

constexpr std::size_t longest_key = 200;

std::string digest_of(WebQuestion const& question) {
  Digest digest;
  digest.add(question.method);
  for (auto const& each : question.path)
    digest.add(each);
  return digest.add(question.body).hex();
}

} // namespace

WebAnswer DoneActions::once(WebQuestion const& question, std::function<WebAnswer()> const& act) {
  auto const given = question.header("idempotency-key");
  if (given.empty()) return act();
  if (given.size() > longest_key) return web_problem(400, "an Idempotency-Key has at most 200 bytes");
  auto const key = (question.by ? question.by->hash + "\n" + question.by->name : "") + "\n" + given;
  auto const request = digest_of(question);
  {
    std::lock_guard const lock(mutex_);
    auto const [found, is_new] = done_.emplace(key, Done{.request = request});
    if (!is_new && found->second.request != request)
      return web_problem(422, "this Idempotency-Key was given to another request");
    if (!is_new && !found->second.answer) return web_problem(409, "this request is being done");
    if (!is_new) return *found->second.answer;
    order_.push_back(key);
  }
  auto answer = act();
  std::lock_guard const lock(mutex_);
  // What was not done may be tried again.
  if (answer.status >= 400) {
    done_.erase(key);
    std::erase(order_, key);
    return answer;
  }
  done_[key].answer = answer;
  while (order_.size() > most) {
    if (!done_[order_.front()].answer) break; // still being done
    done_.erase(order_.front());
    order_.pop_front();
  }
  return answer;
}

} // namespace artifactd
