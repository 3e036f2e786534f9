// DlioSimilarity: the cosine by which the DLIO benchmark is held against the application that it stands for.
//
//   dlio_similarity(real, simulated)           // 1: alike in every factor
//
// Factors of both runs are divided by the larger of the two, and the cosine of the two vectors is taken
// [Devarajan et al., DLIO, CCGrid 2021, section V]: time of reads and writes, bytes read and written, the
// least, the largest, the mean and the median access, bytes a second of an access, shares of sequential and
// of consecutive accesses, files that were read. A cosine is lenient: where one run has half of every factor
// of the other it is 1. So recording_similarity.h is what to trust.
#pragma once

#include "models/jobs/replay/recording.h"

namespace headrace {

double dlio_similarity(const Recording& one, const Recording& other);

}  // namespace headrace
