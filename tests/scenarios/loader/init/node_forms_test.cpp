#include "scenarios/loader/init/node_forms.h"

#include "tests/scenarios/loader/init/init_support.h"

namespace headrace {
namespace {

// Each sample is of one form, and read by it.
TEST(NodeForms, KnowEachSampleOnce) {
  const std::pair<const char*, const char*> kSamples[] = {
      {kLsblk, "lsblk"},          {kNvidiaList, "nvidia-smi"}, {kNvidiaTable, "nvidia-smi"},
      {kNvidiaCsv, "nvidia-smi"}, {kLscpu, "lscpu"},           {kFree, "free"},
      {kIbstat, "ibstat"},
  };
  for (const auto& [text, name] : kSamples) {
    std::string forms;
    for (const NodeForm& form : node_forms())
      if (form.recognises(text)) forms += form.name;
    EXPECT_EQ(forms, name) << text;
  }
}

TEST(NodeForms, ReadAnythingWithoutHarm) {
  for (const NodeForm& form : node_forms())
    for (const char* const text :
         {"", "\n\n", "|||:::", "{", "NAME SIZE TYPE\n\n-", "GPU : (UUID", "a,b,\n,"}) {
      const NodeEvidence found = form.read(source_of(text));
      EXPECT_FALSE(found.host.cores || found.host.memory || found.host.drives) << form.name << text;
    }
}

}  // namespace
}  // namespace headrace
