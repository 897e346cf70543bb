# levels.cmake: takes the measured strength of the computer's levels out of docs/levels.md, for the page: a
# script, called with -DINPUT and -DOUTPUT.
#
# The document is the one place where these figures stand. levels.json has for each game the score of
# levels 0 to 6 against the level below, in tenths of a per cent; level 0 has none: 0.

file(STRINGS "${INPUT}" lines)
set(game "")
set(json "")
foreach(line IN LISTS lines)
  if(line MATCHES "^## (Rrib-bit|Quibbles|Quibbit)$")
    string(TOLOWER "${CMAKE_MATCH_1}" game)
    string(REPLACE "-" "" game "${game}")
    set(${game} "")
  elseif(line MATCHES "^## ")
    set(game "")
  elseif(game AND line MATCHES "^\\| [0-6] \\|")
    set(score 0)
    if(line MATCHES "\\| ([0-9]+)\\.([0-9]) % ")
      set(score "${CMAKE_MATCH_1}${CMAKE_MATCH_2}")
    endif()
    list(APPEND ${game} ${score})
  endif()
endforeach()
foreach(game rribbit quibbles quibbit)
  list(LENGTH ${game} count)
  if(NOT count EQUAL 7)
    message(FATAL_ERROR "${INPUT}: ${game} has ${count} levels, not 7")
  endif()
  list(JOIN ${game} "," scores)
  string(APPEND json ",\"${game}\":[${scores}]")
endforeach()
string(SUBSTRING "${json}" 1 -1 json)
file(WRITE "${OUTPUT}" "{${json}}\n")
