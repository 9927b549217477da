# Converts animations in a CMake build (3.20 or newer). Load it with find_package(AnimConv REQUIRED), or with
# include() from a copy of this file.
#
#   animconv_add(TARGET name INPUT in... OUTPUT out... [OUT out] [PRESET preset] [OPTIONS option...]
#                [DEPENDS file...])
#
# One conversion. INPUT is relative to the source folder and OUTPUT to the build folder. OUTPUT names every file
# that the conversion writes, such as hero.png and hero.json. OUT is the name that animconv gets; the default is
# the first OUTPUT. Several inputs become the animations of one sheet: INPUT idle=idle.gif run=run.gif. Files of
# folders and patterns are dependencies; a file that another one names, such as the sheet of an atlas or the
# preset that a preset extends, belongs in DEPENDS.
#
#   animconv_batch(TARGET name INPUT build.json | pattern... [OUT folder] [PRESET preset] [OPTIONS option...]
#                  [DEPENDS file...])
#
# A batch. animconv itself reports all dependencies, and converts only files that have changed.
#
# Both add the target `name` to the default build. A preset is a name, or a file if it has a slash or ends in
# .json. ANIMCONV_EXECUTABLE is the program.

# This file is also the script that runs after a conversion: it checks that every declared file exists.
if(CMAKE_SCRIPT_MODE_FILE)
  string(REPLACE "|" ";" ANIMCONV_EXPECTED "${ANIMCONV_EXPECTED}")
  foreach(file IN LISTS ANIMCONV_EXPECTED)
    if(NOT EXISTS "${file}")
      message(FATAL_ERROR "animconv did not write ${file}; OUTPUT has to name exactly the files that it writes")
    endif()
  endforeach()
  return()
endif()

find_program(ANIMCONV_EXECUTABLE animconv HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin")
if(NOT ANIMCONV_EXECUTABLE)
  set(AnimConv_FOUND FALSE)
  set(AnimConv_NOT_FOUND_MESSAGE "animconv is not on the PATH; install it, or set ANIMCONV_EXECUTABLE")
endif()
set(ANIMCONV_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")

# Sets `options` and `dependencies` in the caller from its PRESET, OPTIONS and DEPENDS.
macro(_animconv_arguments function)
  if(NOT ANIMCONV_EXECUTABLE)
    message(FATAL_ERROR "animconv is not on the PATH; install it, or set ANIMCONV_EXECUTABLE")
  endif()
  foreach(name TARGET INPUT ${ARGN})
    if(NOT arg_${name})
      message(FATAL_ERROR "${function}: ${name} is missing")
    endif()
  endforeach()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${function}: unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  # A new release of animconv may write other bytes.
  set(dependencies "${ANIMCONV_EXECUTABLE}")
  foreach(file IN LISTS arg_DEPENDS)
    get_filename_component(file "${file}" ABSOLUTE)
    list(APPEND dependencies "${file}")
  endforeach()
  set(options ${arg_OPTIONS})
  if(arg_PRESET MATCHES "/|\\.json$")
    get_filename_component(arg_PRESET "${arg_PRESET}" ABSOLUTE)
    list(APPEND dependencies "${arg_PRESET}")
  endif()
  if(arg_PRESET)
    list(PREPEND options --preset "${arg_PRESET}")
  endif()
endmacro()

function(animconv_add)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;OUT;PRESET" "INPUT;OUTPUT;OPTIONS;DEPENDS")
  _animconv_arguments(animconv_add OUTPUT)

  set(inputs)
  foreach(input IN LISTS arg_INPUT)
    set(name)
    if(input MATCHES "^([^/=]+=)(.+)$")
      set(name "${CMAKE_MATCH_1}")
      set(input "${CMAKE_MATCH_2}")
    endif()
    get_filename_component(input "${input}" ABSOLUTE)
    if(IS_DIRECTORY "${input}")
      file(GLOB files CONFIGURE_DEPENDS "${input}/*")
    elseif(input MATCHES "[*?]")
      file(GLOB files CONFIGURE_DEPENDS "${input}")
    elseif(input MATCHES "%[0-9]*d")
      string(REGEX REPLACE "%[0-9]*d" "*" files "${input}")
      file(GLOB files CONFIGURE_DEPENDS "${files}")
    else()
      set(files "${input}")
    endif()
    list(APPEND dependencies ${files})
    list(APPEND inputs "${name}${input}")
  endforeach()

  set(outputs)
  set(folders)
  foreach(output IN LISTS arg_OUTPUT)
    get_filename_component(output "${output}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    get_filename_component(folder "${output}" DIRECTORY)
    list(APPEND outputs "${output}")
    list(APPEND folders "${folder}")
  endforeach()
  list(REMOVE_DUPLICATES folders)
  list(GET outputs 0 out)
  if(arg_OUT)
    get_filename_component(out "${arg_OUT}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    if(arg_OUT MATCHES "/$")
      # animconv creates this folder itself, and recognizes it by the slash.
      get_filename_component(folder "${out}" DIRECTORY)
      list(REMOVE_ITEM folders "${out}")
      list(APPEND folders "${folder}")
      string(APPEND out "/")
    endif()
  endif()
  set(check)
  if(arg_OUT OR outputs MATCHES ";")
    # A list in an argument would become several arguments.
    string(REPLACE ";" "|" expected "${outputs}")
    set(check COMMAND "${CMAKE_COMMAND}" "-DANIMCONV_EXPECTED=${expected}" -P "${ANIMCONV_SCRIPT}")
  endif()

  add_custom_command(
    OUTPUT ${outputs}
    COMMAND "${CMAKE_COMMAND}" -E make_directory ${folders}
    COMMAND "${ANIMCONV_EXECUTABLE}" ${inputs} "${out}" ${options} -y
    ${check}
    DEPENDS ${dependencies}
    COMMENT "Converting ${arg_TARGET}"
    VERBATIM)
  add_custom_target(${arg_TARGET} ALL DEPENDS ${outputs})
endfunction()

function(animconv_batch)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;OUT;PRESET" "INPUT;OPTIONS;DEPENDS")
  _animconv_arguments(animconv_batch)

  set(inputs)
  foreach(input IN LISTS arg_INPUT)
    get_filename_component(input "${input}" ABSOLUTE)
    list(APPEND inputs "${input}")
  endforeach()
  if(arg_OUT)
    get_filename_component(out "${arg_OUT}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    list(PREPEND options --out "${out}")
  else()
    list(APPEND dependencies ${inputs})
  endif()

  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${arg_TARGET}.animconv")
  add_custom_command(
    OUTPUT "${stamp}"
    COMMAND "${ANIMCONV_EXECUTABLE}" batch ${inputs} ${options} --stamp "${stamp}" --depfile "${stamp}.d"
    DEPFILE "${stamp}.d"
    DEPENDS ${dependencies}
    COMMENT "Converting ${arg_TARGET}"
    VERBATIM)
  add_custom_target(${arg_TARGET} ALL DEPENDS "${stamp}")
endfunction()
