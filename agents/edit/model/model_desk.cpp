#include "agents/edit/model/model_desk.hpp"

#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <cerrno>
#include <fmt/core.h>
#include <sys/stat.h>

namespace artifactd::editor {

namespace {

Fault fault_of(model::Failing why) noexcept {
  switch (why) {
  case model::Failing::transient:
  case model::Failing::wait:
  case model::Failing::cancelled:
    return Fault::busy;
  case model::Failing::truncated:
  case model::Failing::refused:
  case model::Failing::empty:
  case model::Failing::malformed:
    return Fault::invalid;
  default:
    return Fault::denied;
  }
}

bool was_sent(model::RungRecord const& rung) noexcept {
  return rung.failing != model::Failing::over_budget;
}

/// If an endpoint does not report a call's usage, the budgets have to estimate it.
bool tells_usage(model::RungRecord const& rung) noexcept {
  return rung.failing || rung.usage != model::Usage{};
}

/// The subdirectory of `parent`, created if it does not exist.
Result<UniqueFd> directory_for(int parent, std::string const& name) {
  if (::mkdirat(parent, name.c_str(), 0700) < 0 && errno != EEXIST) return fail(errno_error("mkdir", name));
  return open_directory(parent, name);
}

} // namespace

ModelDesk::ModelDesk(EditModels const& models, EditModelKeys keys, model::Spender spender, int replies,
                     Calls calls, int cancel, Wanted wanted)
    : models_(models), keys_(std::move(keys)), spender_(std::move(spender)), replies_(replies), calls_(calls),
      limits_{Monotonic::now() + models.timeout, cancel}, wanted_(std::move(wanted)) {}

Result<model::Model*> ModelDesk::opened(std::string const& key) {
  auto const name = Name::parse(key);
  if (!name) return fail(Fault::missing, "no model to ask: set [editor] coordinator to one of [models]");
  auto [at, fresh] = open_.try_emplace(key);
  auto& entry = at->second;
  if (!fresh) return entry.cassette.get();
  auto open = [&]() -> Result<void> {
    entry.directory = TRY(directory_for(replies_, name->str()));
    model::CassetteRules rules; // if only recorded calls are used: with the model of the record
    if (calls_ == Calls::made) {
      if (!models_.open) return fail(Fault::missing, "no model is configured");
      entry.model = TRY(models_.open(key, spender_));
      rules.mode = model::CassetteMode::replay;
      rules.wrapped = entry.model.get();
    }
    entry.cassette = TRY(model::Cassette::open(entry.directory.get(), std::move(rules)));
    return {};
  }();
  if (open) return entry.cassette.get();
  open_.erase(at);
  return fail(std::move(open).error());
}

Result<ModelDesk::Answer> ModelDesk::ask(std::string const& key, model::Request request,
                                         model::Contract const& contract) {
  if (stopped_) return fail(*stopped_);
  if (denied_) return fail(*denied_);
  auto const wanted = wanted_ ? wanted_() : Result<bool>(true);
  if (!wanted || !*wanted) {
    stopped_ = wanted ? Error{Fault::changed, "no client waits for an answer any more"} : wanted.error();
    return fail(*stopped_);
  }
  auto const cassette = opened(key);
  if (!cassette) {
    denied_ = cassette.error();
    return fail(cassette.error());
  }
  auto* asked = *cassette;
  auto step = model::run_step(*asked, std::move(request), contract, {.call = limits_});
  count(step ? step->record : step.error().record);
  if (step) return Answer{std::move(step->value), std::move(step->json)};
  auto error = error_of(key, step.error());
  if (error.fault == Fault::busy) stopped_ = error;
  if (error.fault == Fault::denied) denied_ = error;
  return fail(std::move(error));
}

void ModelDesk::count(model::StepRecord const& record) {
  auto const usage = record.usage();
  spent_.calls += static_cast<std::size_t>(std::ranges::count_if(record.rungs, was_sent));
  spent_.usage += usage;
  for (auto const& rung : record.rungs)
    spent_.repairs.insert(spent_.repairs.end(), rung.repairs.begin(), rung.repairs.end());
  auto const* price = model::price_of(models_.prices, record.model, model::today_in_utc());
  auto const known =
      price != nullptr && (*price == model::Price{} || std::ranges::all_of(record.rungs, tells_usage));
  auto const cost = known ? std::optional(model::cost(*price, usage)) : std::nullopt;
  spent_.cost = cost && spent_.cost ? std::optional(*spent_.cost + *cost) : std::nullopt;
}

Error ModelDesk::error_of(std::string const& key, model::StepFailure const& failure) const {
  auto message = fmt::format("the model {}: {} ({})", key, failure.message, model::failing_word(failure.why));
  for (std::size_t i = 0; i < failure.faults.size() && i < 3; ++i)
    message += "; " + failure.faults[i];
  return {fault_of(failure.why), printable(message)};
}

} // namespace artifactd::editor
