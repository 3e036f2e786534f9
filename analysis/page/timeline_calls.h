// The calls of a trace on files in the words of two tracers, so that their tools read a simulated run:
// DFTracer (dfanalyzer), and Darshan's DXT module as darshan-dxt-parser prints it (DXT Explorer, Drishti).
//
// Left out: what no simulated call has, such as descriptors, flags and the OSTs of a piece.
#pragma once

#include <string>
#include <string_view>

#include "sim/trace.h"

namespace headrace {

inline constexpr std::string_view kDftracerStart =
    R"([
{"id":0,"name":"HH","cat":"dftracer","pid":0,"tid":0,"ph":"M","args":{"name":"headrace")";
inline constexpr std::string_view kDxtStart = R"(# darshan log version: 3.21
# compression method: NONE
# exe: headrace)";

// Returns a line of JSON for each call, in the order of their ends, with names by hash as version 1.0.5 of
// DFTracer has them [read: its traces]. A rank is a process; times are in whole microseconds.
std::string dftracer_lines(const Trace& trace);

// Returns a block for each file and rank with its writes and then its reads, each in the order of their begin
// [read: darshan-dxt-parser 3.21's output]. Times are in seconds with four decimals, as there.
std::string dxt_blocks(const Trace& trace);

}  // namespace headrace
