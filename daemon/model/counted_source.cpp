#include "daemon/model/counted_source.hpp"

namespace artifactd {

namespace {

class ObservedModel final : public model::Model {
public:
  ObservedModel(std::unique_ptr<model::Model> model, model::PriceList const& prices, CallObserver observe)
      : model_(std::move(model)), prices_(prices), observe_(std::move(observe)) {}

  [[nodiscard]] std::string const& id() const noexcept override { return model_->id(); }

  [[nodiscard]] model::Outcome ask(model::Request const& request, model::CallLimits const& limits) override {
    auto outcome = model_->ask(request, limits);
    auto const& usage = outcome ? outcome->usage : outcome.error().usage;
    auto const* price = model::price_of(prices_, id(), model::today_in_utc());
    observe_({id(), outcome, price == nullptr ? 0 : model::cost(*price, usage)});
    return outcome;
  }

private:
  std::unique_ptr<model::Model> model_;
  model::PriceList prices_;
  CallObserver observe_;
};

} // namespace

model::ModelSource counted_source(model::ModelSource open, model::PriceList prices, CallObserver observe) {
  if (!observe) return open;
  return [open = std::move(open), prices = std::move(prices), observe = std::move(observe)](
             std::string_view key, model::Spender const& spender) -> Result<std::unique_ptr<model::Model>> {
    return std::make_unique<ObservedModel>(TRY(open(key, spender)), prices, observe);
  };
}

} // namespace artifactd
