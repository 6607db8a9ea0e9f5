#include "agents/rule/draft/path_shape.hpp"

#include "agents/rule/coercion.hpp"
#include "agents/rule/draft/path_token.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace artifactd::extraction {

namespace {

/// More groups than this among paths of one depth and extension are not shapes: people do not use that many
/// ways of naming.
constexpr std::size_t most_ways = 12;
constexpr std::size_t one_stray_in = 50;
/// Nor do many of these groups consist of a single name.
constexpr std::size_t most_lone_names = 2;

struct Named {
  std::string_view name; ///< without the extension
  std::string fine;
  std::string coarse;
};

/// Rows grouped by the forms of their names.
using Clusters = std::map<std::string, std::vector<std::size_t>>;

/// Paths of one depth and one extension.
class Gathering {
public:
  Gathering(std::span<SamplePath const> paths, std::vector<std::size_t> members)
      : members_(std::move(members)) {
    for (auto const member : members_) {
      auto const components = components_of(paths[member].parts);
      auto& row = rows_.emplace_back();
      for (std::size_t i = 0; i < components.size(); ++i) {
        auto name = components[i];
        if (i + 1 == components.size()) name.remove_suffix(extension_of(name).size());
        row.push_back({name, signature_of(tokens_of(name)), signature_of(tokens_of(name, Grain::coarse))});
      }
    }
    is_free_.assign(rows_.front().size(), false);
  }

  void part(std::string const& extension, std::vector<PathShape>& shapes) {
    auto clusters = this->clusters();
    for (auto varied = most_varied(); !are_shapes(clusters, varied); varied = most_varied()) {
      is_free_[varied] = true;
      clusters = this->clusters();
    }
    for (auto& [signature, rows] : clusters) {
      PathShape shape{.members = {}, .depth = is_free_.size(), .extension = extension, .forms = forms(rows)};
      for (auto const row : rows)
        shape.members.push_back(members_[row]);
      shapes.push_back(std::move(shape));
    }
  }

private:
  Clusters clusters() const {
    Clusters clusters;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      std::string key;
      for (std::size_t i = 0; i < is_free_.size(); ++i)
        key += (is_free_[i] ? "*" : rows_[row][i].coarse) + "/";
      clusters[key].push_back(row);
    }
    return clusters;
  }

  /// Whether these are ways of naming things, with an occasional stray path, and not accidents. `varied`: the
  /// component whose names differ most.
  bool are_shapes(Clusters const& clusters, std::size_t varied) const {
    if (clusters.size() == 1 || std::ranges::find(is_free_, false) == is_free_.end()) return true;
    std::size_t single = 0;
    std::size_t largest = 0;
    std::size_t lone = 0;
    for (auto const& [signature, rows] : clusters) {
      single += rows.size() == 1 ? 1 : 0;
      largest = std::max(largest, rows.size());
      lone += std::ranges::all_of(
          rows, [&](std::size_t row) { return rows_[row][varied].name == rows_[rows.front()][varied].name; });
    }
    if (largest * 10 >= rows_.size() * 9) return true;
    return clusters.size() <= most_ways && single <= rows_.size() / one_stray_in && lone <= most_lone_names;
  }

  std::size_t most_varied() const {
    std::size_t most = 0;
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < is_free_.size(); ++i) {
      if (is_free_[i]) continue;
      std::set<std::string_view> ways;
      for (auto const& row : rows_)
        ways.insert(row[i].coarse);
      if (ways.size() < most) continue;
      most = ways.size();
      chosen = i;
    }
    return chosen;
  }

  std::vector<NameForm> forms(std::vector<std::size_t> const& rows) const {
    std::vector<NameForm> forms;
    for (std::size_t i = 0; i < is_free_.size(); ++i) {
      auto const same = [&](std::size_t row) { return rows_[row][i].fine == rows_[rows.front()][i].fine; };
      forms.push_back(is_free_[i]                       ? NameForm::free
                      : std::ranges::all_of(rows, same) ? NameForm::fine
                                                        : NameForm::coarse);
    }
    return forms;
  }

  std::vector<std::size_t> members_;
  std::vector<std::vector<Named>> rows_;
  std::vector<bool> is_free_;
};

} // namespace

std::vector<PathShape> shapes_of(std::span<SamplePath const> paths) {
  std::map<std::pair<std::size_t, std::string>, std::vector<std::size_t>> alike;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    auto const components = components_of(paths[i].parts);
    alike[{components.size(), normalised(extension_of(components.back()), Normalisation::lowercase)}]
        .push_back(i);
  }
  std::vector<PathShape> shapes;
  for (auto& [key, members] : alike)
    Gathering(paths, std::move(members)).part(key.second, shapes);
  std::ranges::sort(shapes, [](PathShape const& a, PathShape const& b) {
    return a.members.size() != b.members.size() ? a.members.size() > b.members.size()
                                                : a.members.front() < b.members.front();
  });
  return shapes;
}

std::string in_words(PathShape const& shape, std::span<SamplePath const> paths) {
  auto const components = components_of(paths[shape.members.front()].parts);
  std::string words;
  for (std::size_t i = 0; i < components.size(); ++i) {
    if (i > 0) words += '/';
    if (shape.forms[i] == NameForm::free) {
      words += i + 1 == components.size() ? "*" + shape.extension : "*";
      continue;
    }
    for (char const c : components[i])
      words += c >= '0' && c <= '9' ? '#' : c;
  }
  return words;
}

} // namespace artifactd::extraction
