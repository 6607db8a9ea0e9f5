// The functions of toml++ that are not inline, as its own library has them. Debian has no archive of that
// library.
#define TOML_IMPLEMENTATION
#include <toml++/toml.h>
