#include "scenarios/loader/dlio/dlio_codes.h"

namespace headrace {
namespace {

constexpr DlioCode kCodes[] = {
    {"E0201", "the text is no DLIO workload: it must be a map of sections, alone or under 'workload:'"},
    {"E0202", "DLIO has no such key; where one is near, it is suggested"},
    {"E0203", "the value is of the wrong kind: a word where a number stands, a list where one value stands"},
    {"E0204", "the number is too small or too large"},
    {"E0205", "the word is none of those that DLIO knows for this key"},
    {"E0206", "DLIO knows the value, but headrace does not simulate what it does"},
    {"E0207", "one quantity is given twice, under an old and a new name, or by two keys"},
    {"E0208", "two keys contradict each other, and DLIO refuses them as well"},
    {"E0209", "an override is not in Hydra's form: key=value, +key=value, ++key=value, ~key"},
    {"E0210", "an override changes or removes a key that the file lacks, or adds one that it has"},
    {"E0211", "a distribution is incomplete or unknown: {type: normal, mean: 0.3, stdev: 0.01}"},
    {"E0212",
     "a number has a unit or a notation that YAML's versions read differently; DLIO's are bare decimals"},
};

}  // namespace

std::span<const DlioCode> dlio_codes() { return kCodes; }

}  // namespace headrace
