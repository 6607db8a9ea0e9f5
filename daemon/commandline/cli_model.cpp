#include "daemon/commandline/cli_subjects.hpp"

namespace artifactd {

void add_model(CLI::App& model, Chosen& chosen, ModelTestOptions& options) {
  command(chosen, model, "list", "the models, whether their keys can be read, and what was spent today",
          model_list_command);
  auto& test = command(chosen, model, "test", "check that a model can do what is configured", options,
                       model_test_command);
  test.add_option("key", options.key, "as [models.KEY] names it")->type_name("KEY")->required();
  flag(test, "--live", options.asking, "ask it: a few small calls, which cost money");
}

} // namespace artifactd
