#include "scenarios/loader/problem_codes.h"

#include <algorithm>

#include "scenarios/loader/dlio_codes.h"

namespace headrace {
namespace {

constexpr ProblemCode kCodes[] = {
    {"E0001", "a file is missing, is a directory or cannot be read"},
    {"E0002", "a text is not UTF-8"},
    {"E0003", "a text holds a control character"},
    {"E0004",
     "a text is not YAML: an unclosed bracket or quote, a line whose indentation fits nothing, a stray sign"},
    {"E0005", "a line is indented with a tab"},
    {"E0006", "a key appears twice in one map"},
    {"E0007", "a YAML merge key '<<', which is not part of YAML 1.2: use include, or write the keys out"},
    {"E0008", "a YAML tag such as !!int, which means nothing here"},
    {"E0009", "a second YAML document in one file"},
    {"E0010", "maps or lists nested more than 100 deep"},
    {"E0011", "a file without content"},
    {"E0012", "a text too large to be a scenario, or one that aliases make so"},
    {"E0013", "an alias that stands inside what it names"},
    {"E0014", "a key that is a list, a map or nothing"},
    {"E0015", "an alias whose anchor does not stand above it"},
    {"E0020", "a scenario without 'schema: headrace/1'"},
    {"E0021", "a scenario in a newer format than this program reads"},
    {"E0022", "a format that never was one of scenarios"},
    {"E0023", "an 'include' that is neither a path nor a list of paths"},
    {"E0024",
     "an included or DLIO file that is found neither beside the file that names it, nor in HEADRACE_PATH, "
     "nor in the catalogue"},
    {"E0025", "a file that includes itself, perhaps through others"},
    {"E0026", "an included file that is not a map"},
    {"E0027", "includes nested too deeply, or too large together"},
    {"E0030", "an override that is not key.path=value"},
    {"E0031", "an override with several values, which only a sweep takes"},
    {"E0032", "an override whose path leads through something that is no map, or past the end of a list"},
    {"E0033", "an override for a name that is not there; += adds one"},
    {"E0101", "a field that the specification does not have"},
    {"E0102", "a required field that is missing"},
    {"E0103", "a value of the wrong kind: a list for a number, a number for a text"},
    {"E0104", "a word that is not the number or quantity it should be"},
    {"E0105", "a number with leading zeros, which some programs read in octal"},
    {"E0106", "a number in quotes"},
    {"E0107", "a value outside its bounds"},
    {"E0108", "a key without a value"},
    {"E0109", "a word that is not one of the field's"},
    {"E0110", "something other than true or false; yes, no, on and off are texts"},
    {"E0111", "an empty text"},
    {"E0112", "a name with other signs than letters, digits, '-' and '_'"},
    {"E0113", "a distribution with a spread that its law does not have, or with two"},
    {"E0120", "a quantity without a unit; also zero needs one"},
    {"E0121", "an unknown unit; units are case-sensitive"},
    {"E0122", "a value too large for 64 bits"},
    {"E0123", "the unit of another quantity: bytes where bytes a second stand"},
    {"E0124", "an amount finer than 1 ns or 1 B"},
    {"E0125", "a negative quantity"},
    {"E0301", "a scenario without jobs, nodes or file systems"},
    {"E0302", "a job on a node group that the platform does not have"},
    {"E0303", "a job on no nodes, or on more than its group has"},
    {"E0304", "a job with no accelerators, or more a node than the node has"},
    {"E0305", "a job on a file system that the platform does not have"},
    {"E0306", "a job with neither a DLIO file nor a workload nor an inference, or with two of them"},
    {"E0307", "a file system without a kind, or with two"},
    {"E0308", "a data set or batch of more bytes than can be counted"},
    {"E0309", "a training job with too few samples for a single step"},
    {"E0310", "two jobs on the same node"},
    {"E0311", "a job whose nodes reach past the end of their group"},
    {"E0312", "an arm that changes what all arms share: the seed, the measure, the assertions"},
    {"E0313", "a comparison of fewer than two arms"},
    {"E0320", "an assertion that is not 'figure comparison number'"},
    {"E0321", "an assertion about a job or a figure that the answer will not have"},
    {"E0322", "a cache larger than the memory or the drives that are to hold it"},
    {"E0323", "a cache on the drives of the nodes, in a job without local_storage"},
    {"E0324", "a cache policy that looks ahead, under an order that is not known ahead"},
    {"E0325", "a shuffle policy for a loader that has its own order"},
    {"E0330", "a model spread over a number of ranks that the job does not have"},
    {"E0331", "checkpoints on the drives of the nodes, in a job without local_storage"},
    {"E0332", "a local_storage that is not on the drives of the nodes"},
    {"E0333", "checkpoints that do not fit on the drives of a node"},
    {"E0334", "a host buffer smaller than the checkpoint of one rank"},
    {"E0335", "a checkpoint of more bytes than can be counted"},
    {"E0340", "arrivals that replay no trace, or a trace that nothing replays"},
    {"E0341", "an arrival trace with a line that is no time: no number, negative, or past the clock"},
    {"E0342", "an arrival trace whose times go backwards"},
    {"E0343", "an arrival trace without a time, or one too large to be read"},
    {"E0344", "a streaming inference job without arrivals, or whose requests never end"},
    {"E0345", "an offline inference job without a data set, or with an empty one"},
    {"E0346", "requests that come for longer than a run may last"},
    {"E0347", "a balancer between servers that share one queue"},
    {"E0348", "an arrival trace that is not the one whose digest the scenario gives"},
    {"E0349", "a warm-up that leaves no request for the statistics"},
    {"W0001", "more stripes than storage targets"},
    {"W0002", "a data set that fits in the page caches of the nodes, which then serve later epochs"},
    {"W0003", "more object storage servers than targets"},
    {"W0004", "fewer TFRecord files than ranks, so that every rank reads all of them"},
    {"W0005", "a last rank with fewer steps than the others, which stalls the run as it hangs the benchmark"},
    {"W0006", "an evaluation with too few samples for a single step"},
    {"W0007", "a job that does nothing"},
    {"W0008", "two arms of a comparison that are the same scenario"},
    {"W0009", "a job that begins after the run has ended"},
    {"W0010", "a single job that is to be run alone as well"},
    {"W0011", "a cache or a shuffle of a job that reads no samples"},
    {"W0012", "more requests than the servers can answer, so that the queue grows as long as they come"},
};

}  // namespace

std::vector<ProblemCode> problem_codes() {
  std::vector<ProblemCode> codes(std::begin(kCodes), std::end(kCodes));
  for (const DlioCode& code : dlio_codes()) codes.push_back({code.code, code.meaning});
  std::sort(codes.begin(), codes.end(),
            [](const ProblemCode& a, const ProblemCode& b) { return a.code < b.code; });
  return codes;
}

}  // namespace headrace
