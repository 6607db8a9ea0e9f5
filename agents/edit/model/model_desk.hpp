// The models of one run: opened when first asked, every call recorded in the run's directory before its reply
// is used, every step counted. Once a model cannot be reached nothing more is asked: the run is taken up
// again later and pays for no reply twice.
#pragma once

#include "agents/edit/run_record.hpp"
#include "agents/model/cassette.hpp"
#include "agents/model/source.hpp"
#include "agents/model/step.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace artifactd::editor {

/// Where they come from.
struct EditModels {
  Duration timeout = std::chrono::minutes(10); ///< of a whole run
  model::ModelSource open = {};                ///< empty: there are no models
  model::PriceList prices = {};
};

class ModelDesk {
public:
  enum class Calls : std::uint8_t {
    made,     ///< those that are recorded are not made again
    recorded, ///< from the record alone
  };

  /// Whether anybody still wants answers. Nobody is asked any more once it says no.
  using Wanted = std::function<Result<bool>()>;

  /// `replies`: a directory of the run, borrowed. `cancel`: as in model::CallLimits. Without `wanted`,
  /// always.
  ModelDesk(EditModels const& models, EditModelKeys keys, model::Spender spender, int replies, Calls calls,
            int cancel = -1, Wanted wanted = {});

  struct Answer {
    nlohmann::ordered_json value;
    std::string json; ///< what it was read from: numbers as they were written
  };
  /// Fault::busy when it could not be reached, or not now: the run is to be taken up later. Fault::changed
  /// when nobody wants it any more, Fault::invalid for a model that answers nothing that keeps the contract,
  /// Fault::denied where the budget, the key or the configuration is in the way.
  Result<Answer> ask(std::string const& key, model::Request request, model::Contract const& contract);

  [[nodiscard]] EditModelKeys const& keys() const noexcept { return keys_; }
  /// Why no model is asked any more: it could not be reached, or is not to be.
  [[nodiscard]] std::optional<Error> const& stopped() const noexcept { return stopped_; }

  /// What kept a model from being asked that waiting does not cure: the configuration, a key, a budget.
  [[nodiscard]] std::optional<Error> const& denied() const noexcept { return denied_; }

  struct Spent {
    std::size_t calls = 0;
    model::Usage usage;
    std::optional<model::MicroDollars> cost = 0; ///< nothing where some model has no price
    std::vector<std::string> mendings;           ///< what made strict JSON of replies
  };
  [[nodiscard]] Spent const& spent() const noexcept { return spent_; }

private:
  struct Opened {
    std::unique_ptr<model::Model> model;
    UniqueFd directory;
    std::unique_ptr<model::Cassette> cassette;
  };

  Result<model::Model*> opened(std::string const& key);
  void count(model::StepRecord const& record);
  [[nodiscard]] Error error_of(std::string const& key, model::StepFailure const& failure) const;

  EditModels const& models_;
  EditModelKeys keys_;
  model::Spender spender_;
  int replies_;
  Calls calls_;
  model::CallLimits limits_;
  Wanted wanted_;
  std::map<std::string, Opened> open_;
  std::optional<Error> stopped_;
  std::optional<Error> denied_;
  Spent spent_;
};

} // namespace artifactd::editor
