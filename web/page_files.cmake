# Run when the page has been made: packs the files in ${made} and writes ${page}, a table of them. Without ${made} the
# table is empty. The assembler reads the files themselves: as C++ text they would take seconds to compile.
set(types ".html=text/html" ".js=text/javascript" ".css=text/css")
set(blocks "")
set(rows "")
file(GLOB names RELATIVE "${made}" "${made}/*")
if(NOT made)
  set(names "")
endif()
list(SORT names)
set(number 0)
foreach(name IN LISTS names)
  get_filename_component(ending ${name} LAST_EXT)
  set(type "")
  foreach(each IN LISTS types)
    if(each MATCHES "^\\${ending}=(.*)$")
      set(type "${CMAKE_MATCH_1}; charset=utf-8")
    endif()
  endforeach()
  if(NOT type)
    message(FATAL_ERROR "${name}: which type is that?")
  endif()
  set(path "/page/${name}")
  if(name STREQUAL "index.html")
    set(path "/")
  endif()
  file(SIZE "${made}/${name}" size)
  file(SHA256 "${made}/${name}" digest)
  string(SUBSTRING ${digest} 0 16 digest)
  execute_process(COMMAND gzip -9nf "${made}/${name}" COMMAND_ERROR_IS_FATAL ANY)
  set(symbol page_file_${number})
  string(APPEND blocks "asm(R\"(\n.section .rodata\n.global ${symbol}, ${symbol}_end\n"
                       "${symbol}: .incbin \"${made}/${name}.gz\"\n${symbol}_end:\n.previous\n)\");\n"
                       "extern \"C\" char const ${symbol}[], ${symbol}_end[];\n")
  string(APPEND rows "  {\"${path}\", \"${type}\", \"\\\"${digest}\\\"\",\n"
                     "   {${symbol}, ${symbol}_end}, ${size}},\n")
  math(EXPR number "${number} + 1")
endforeach()

set(table "return {};")
if(rows)
  set(table "static PageFile const files[] = {\n${rows}};\nreturn files;")
endif()
file(WRITE "${page}" "// Made by web/page_files.cmake.
#include \"daemon/web/page_file.hpp\"

${blocks}
std::span<artifactd::web::PageFile const> artifactd::web::page_files() noexcept {
${table}
}
")
