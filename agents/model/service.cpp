#include "agents/model/service.hpp"

#include "agents/child/service_socket.hpp"
#include "agents/model/endpoint/http_model.hpp"
#include "agents/model/wire.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::model {

namespace {

/// Both ends are on this machine: a slower peer is not well-meaning.
constexpr Duration talking = std::chrono::seconds(10);
constexpr auto no_such_model = "-no-such-model";

/// run() with a limited number of concurrent commands.
Runner gated_runner(Gate& gate) {
  return [&gate](Command const& command) -> Result<Ran> {
    auto const until = Monotonic::now() + command.timeout;
    auto const pass = gate.enter(until, command.cancel);
    if (!pass) return fail(Fault::busy, "no free slot before the call's deadline");
    auto late = command;
    late.timeout = until - Monotonic::now();
    return run(late);
  };
}

std::unique_ptr<Model> model_of(Offer const& offer, Gate& gate, bool misnamed) {
  if (auto const* rule = std::get_if<CommandRule>(&offer.how))
    return std::make_unique<CommandModel>(*rule, gated_runner(gate));
  auto endpoint = std::get<Endpoint>(offer.how);
  if (misnamed) endpoint.model += no_such_model;
  return std::make_unique<HttpModel>(std::move(endpoint), gate);
}

} // namespace

std::string const& id_of(Offer const& offer) {
  if (auto const* rule = std::get_if<CommandRule>(&offer.how)) return rule->id;
  return std::get<Endpoint>(offer.how).model;
}

ModelService::ModelService(Catalogue catalogue, DayBook& book, Told told)
    : catalogue_(std::move(catalogue)), book_(book), told_(std::move(told)) {
  for (auto const& [key, offer] : catalogue_.offers)
    gates_.try_emplace(key, offer.gate);
}

Outcome ModelService::asked(CallWanted const& wanted, int cancel) {
  auto const found = catalogue_.offers.find(wanted.key);
  if (found == catalogue_.offers.end())
    return failed_call(Failing::bad_request,
                       fmt::format("the model service has no model \"{}\"", printable(wanted.key)));
  auto const& offer = found->second;
  auto const model = model_of(offer, gates_.find(wanted.key)->second, wanted.misnamed);
  NotedModel noted(*model, id_of(offer), book_);
  BudgetedModel budgeted(noted, catalogue_.budget, wanted.spender, offer.prices, book_.ledger(),
                         [this] { return book_.today(); });
  return budgeted.ask(wanted.request, {Monotonic::now() + wanted.room, cancel});
}

/// Calls that were refused before anything was sent are counted, too: as failed ones that used nothing.
void ModelService::count(CallWanted const& wanted, Outcome const& outcome, Duration wall) {
  auto const found = catalogue_.offers.find(wanted.key);
  if (found == catalogue_.offers.end()) return;
  auto const day = book_.today();
  auto const usage = booked_usage(outcome, wanted.request);
  auto const took = std::chrono::duration_cast<std::chrono::milliseconds>(wall).count();
  CallCount call{.calls = 1,
                 .failed = outcome ? 0U : 1U,
                 .input = usage.input,
                 .cached = usage.cached,
                 .cache_written = usage.cache_written,
                 .output = usage.output,
                 .milliseconds = static_cast<std::uint64_t>(std::max<std::int64_t>(0, took))};
  call.longest = call.milliseconds;
  if (auto const* price = price_of(found->second.prices, id_of(found->second), day))
    call.money = cost(*price, usage);
  else
    call.unpriced = usage.input + usage.output;
  book_.calls().note(day, wanted.key, call);
}

Outcome ModelService::call(CallWanted const& wanted, int cancel) {
  auto const began = Monotonic::now();
  auto outcome = asked(wanted, cancel);
  auto const wall = Monotonic::now() - began;
  count(wanted, outcome, wall);
  told_(wanted, outcome, wall);
  return outcome;
}

ServiceReport ModelService::report() const {
  ServiceReport report{day_text(book_.today()), book_.spent_today(), {}, book_.calls().days()};
  for (auto const& [key, offer] : catalogue_.offers) {
    auto& trouble = report.keys[key];
    auto const* endpoint = std::get_if<Endpoint>(&offer.how);
    if (endpoint == nullptr) continue;
    if (auto read = read_key(endpoint->key); !read) trouble = printable(read.error().message);
  }
  return report;
}

Result<void> serve_model(int connection, unsigned allowed, ModelService& service) {
  TRY(check_peer(connection, allowed));
  auto const text = TRY(unless_missing(receive_text(connection, Monotonic::now() + talking)));
  if (!text) return {};
  auto const question = TRY(question_from_text(*text));
  auto const* wanted = std::get_if<CallWanted>(&question);
  auto const answer =
      wanted == nullptr ? to_text(service.report()) : to_text(service.call(*wanted, connection));
  return send_text(connection, answer, Monotonic::now() + talking);
}

} // namespace artifactd::model
