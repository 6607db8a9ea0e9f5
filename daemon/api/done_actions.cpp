#include "daemon/api/done_actions.hpp"

#include "state/platform/digest.hpp"

#include <ranges>
#include <string>
#include <vector>

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
  auto const token = question.by ? question.by->hash + "\n" + question.by->name : "";
  auto const key = token + "\n" + given;
  auto const request = digest_of(question);
  {
    std::lock_guard const lock(mutex_);
    auto const [found, is_new] = done_.emplace(key, Done{.request = request, .token = token});
    if (!is_new && found->second.request != request)
      return web_problem(422, "this Idempotency-Key was given to another request");
    if (!is_new && !found->second.answer) return web_problem(409, "this request is being done");
    if (!is_new) return *found->second.answer;
    order_.push_back(key);
  }
  auto answer = act();
  std::lock_guard const lock(mutex_);
  // What was not done may be tried again.
  if (answer.status >= 400) return forget(key), answer;
  done_[key].answer = answer;
  forget_oldest(token);
  return answer;
}

void DoneActions::forget(std::string const& key) {
  done_.erase(key);
  std::erase(order_, key);
}

void DoneActions::forget_oldest(std::string const& token) {
  std::size_t count = 0;
  std::size_t bytes = 0;
  std::vector<std::string> too_old;
  for (auto const& key : order_ | std::views::reverse) {
    auto const& done = done_[key];
    if (done.token != token || !done.answer) continue; // or it is still being done
    bytes += done.answer->document.size() + done.answer->text.size();
    if (++count > most_of_one || bytes > bytes_of_one) too_old.push_back(key);
  }
  for (auto const& key : order_)
    if (order_.size() - too_old.size() > most && done_[key].answer && done_[key].token != token)
      too_old.push_back(key);
  for (auto const& key : too_old)
    forget(key);
}

} // namespace artifactd
