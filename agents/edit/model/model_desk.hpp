// The models of one run: opened on first use; every call is recorded in the run's directory before its reply
// is used, and every step is counted. Once a model is unreachable, nothing more is asked: the run is resumed
// later and pays for no reply twice.
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

/// The source of the models.
struct EditModels {
  Duration timeout = std::chrono::minutes(10); ///< of a whole run
  model::ModelSource open = {};                ///< empty: there are no models
  model::PriceList prices = {};
};

class ModelDesk {
public:
  enum class Calls : std::uint8_t {
    made,     ///< calls already recorded are not made again
    recorded, ///< only from the record
  };

  /// Whether answers are still wanted. Once it says no, no model is asked any more.
  using Wanted = std::function<Result<bool>()>;

  /// `replies`: a directory of the run, borrowed. `cancel`: as in model::CallLimits. Without `wanted`,
  /// answers are always wanted.
  ModelDesk(EditModels const& models, EditModelKeys keys, model::Spender spender, int replies, Calls calls,
            int cancel = -1, Wanted wanted = {});

  struct Answer {
    nlohmann::ordered_json value;
    std::string json; ///< the text it was read from: numbers keep their spelling
  };
  /// Fault::busy if the model is unreachable, or unavailable for now: the run is to be resumed later.
  /// Fault::changed if the answer is no longer wanted, Fault::invalid if no reply of the model keeps the
  /// contract, Fault::denied if the budget, the key or the configuration prevents it.
  Result<Answer> ask(std::string const& key, model::Request request, model::Contract const& contract);

  [[nodiscard]] EditModelKeys const& keys() const noexcept { return keys_; }
  /// Why no model is asked any more: it was unreachable, or answers are no longer wanted.
  [[nodiscard]] std::optional<Error> const& stopped() const noexcept { return stopped_; }

  /// What prevented a model from being asked and does not pass by waiting: the configuration, a key, a
  /// budget.
  [[nodiscard]] std::optional<Error> const& denied() const noexcept { return denied_; }

  struct Spent {
    std::size_t calls = 0;
    model::Usage usage;
    std::optional<model::MicroDollars> cost = 0; ///< std::nullopt if some model has no price
    std::vector<std::string> repairs;            ///< the repairs that made replies strict JSON
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
