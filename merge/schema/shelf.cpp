#include "merge/schema/shelf.hpp"

#include "state/platform/identity.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>

namespace artifactd {

namespace {

constexpr std::size_t most_kept = 500; // of some 100 KB at most; beyond, all are compiled again

using Key = std::tuple<std::string, std::string, std::string>;

struct Shelf {
  std::mutex mutex;
  std::map<Key, std::shared_ptr<CompiledSchema const>> schemas;
};

Shelf& shelf() {
  static Shelf the_shelf;
  return the_shelf;
}

bool is_current(CompiledSchema const& schema, SchemaOrigin const& origin) {
  if (schema.read().empty()) return true; // inline
  auto directory = open_trusted_directory(origin.directory);
  return directory && std::ranges::all_of(schema.read(), [&](SchemaDocuments::Read const& each) {
           auto now = stamp_at(directory->get(), each.path);
           return now && untouched(*now, each.stamp);
         });
}

} // namespace

Result<std::shared_ptr<CompiledSchema const>> compiled_schema(SchemaOrigin const& origin) {
  Key key{origin.directory, origin.file, origin.text};
  std::shared_ptr<CompiledSchema const> known;
  {
    std::lock_guard lock(shelf().mutex);
    if (auto found = shelf().schemas.find(key); found != shelf().schemas.end()) known = found->second;
  }
  if (known && answer_as_self([&] { return is_current(*known, origin); })) return known;
  auto fresh = std::make_shared<CompiledSchema const>(
      TRY(answer_as_self([&] { return CompiledSchema::compile(origin); })));
  std::lock_guard lock(shelf().mutex);
  if (shelf().schemas.size() >= most_kept) shelf().schemas.clear();
  shelf().schemas.insert_or_assign(std::move(key), fresh);
  return fresh;
}

} // namespace artifactd
