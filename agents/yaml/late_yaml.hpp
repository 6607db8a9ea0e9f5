// The functions of libyaml: only rules and documents of stories need them.
#pragma once

#include "state/platform/late_library.hpp"

#include <yaml.h>

namespace artifactd {

inline constinit LateLibrary const libyaml{LIBYAML_SONAME};

LATE_FUNCTION(libyaml, yaml_event_delete);
LATE_FUNCTION(libyaml, yaml_parser_delete);
LATE_FUNCTION(libyaml, yaml_parser_initialize);
LATE_FUNCTION(libyaml, yaml_parser_parse);
LATE_FUNCTION(libyaml, yaml_parser_set_encoding);
LATE_FUNCTION(libyaml, yaml_parser_set_input_string);

} // namespace artifactd
