#include "scenarios/loader/recordings/anonymous_names.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "scenarios/loader/recordings/inferred_loader.h"
#include "tests/scenarios/loader/recordings/loader_recording.h"

namespace headrace {
namespace {

std::vector<std::string> renamed(const std::vector<std::string>& paths) { return anonymous_paths(paths); }

TEST(AnonymousNames, KeepDepthsEndingsAndLastNumbers) {
  EXPECT_EQ(renamed({"/home/ann/brain/case_00017.npz", "/home/ann/brain/case_00002.npz", "/home/bob/x"}),
            (std::vector<std::string>{"/1/1/1/a00017.npz", "/1/1/1/a00002.npz", "/1/2/a"}));
  EXPECT_EQ(renamed({"train-00003-of-01024", "17.npz", "<stdin>", "a//b.tar.gz", "/dir/"}),
            (std::vector<std::string>{"c01024", "17.npz", "b", "1//a.gz", "/1/"}));
  EXPECT_EQ(renamed({"scan7_left.h5", "scan7_right.h5", "scan7.h5"}),
            (std::vector<std::string>{"a7b.h5", "a7c.h5", "a7.h5"}));
  EXPECT_TRUE(renamed({}).empty());
}

// Of thirty names, letters are two: a name of one length is sorted as it was. Twelve folders are 01 to 12.
TEST(AnonymousNames, KeepTheOrder) {
  std::vector<std::string> paths;
  for (char c = 'a'; c <= 'z'; ++c) paths.push_back(std::string("data/") + c + "x.jpg");
  for (char c = 'a'; c <= 'd'; ++c) paths.push_back(std::string("data/z") + c + "y.jpg");
  for (char c = 'a'; c <= 'l'; ++c) paths.push_back(std::string("data/set ") + c + "/1.jpg");
  std::sort(paths.begin(), paths.end());
  const std::vector<std::string> names = renamed(paths);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), paths.size());
  std::vector<std::string> files, folders;
  for (const std::string& name : names)
    (std::count(name.begin(), name.end(), '/') == 1 ? files : folders).push_back(name);
  EXPECT_TRUE(std::is_sorted(files.begin(), files.end()));
  EXPECT_TRUE(std::is_sorted(folders.begin(), folders.end()));
  EXPECT_EQ(files.front(), "1/aa.jpg");
  EXPECT_EQ(folders.back(), "1/12/1.jpg");
}

// The same loader is found behind a recording whose files have other names: files that are read in order and
// shuffled ones, with each value as sure as before and for the same reason.
TEST(AnonymousNames, LeaveTheLoaderAsItWas) {
  for (const bool shuffled : {false, true}) {
    LoaderForm form;
    form.shuffled = shuffled;
    Recording recording = recording_of_loader(form);
    const InferredLoader named = inferred_loader(recording, {});
    std::vector<std::string> paths;
    for (const RecordedFile& file : recording.files) paths.push_back(file.path);
    const std::vector<std::string> hidden = anonymous_paths(paths);
    for (std::size_t f = 0; f < hidden.size(); ++f) recording.files[f].path = hidden[f];
    EXPECT_EQ(hidden[17], "/1/1/a17.npz");
    const InferredLoader found = inferred_loader(recording, {});
    EXPECT_EQ(found.shuffled.value, shuffled);
    EXPECT_EQ(found.shuffled.confidence, named.shuffled.confidence);
    EXPECT_EQ(found.batch_size.value, named.batch_size.value);
    EXPECT_EQ(found.batch_size.why, named.batch_size.why);
    EXPECT_EQ(found.format.value, named.format.value);
    EXPECT_EQ(found.read_threads.value, named.read_threads.value);
    EXPECT_EQ(found.batches_ahead.value, named.batches_ahead.value);
    EXPECT_EQ(found.files.value, named.files.value);
    EXPECT_EQ(found.epochs.value, named.epochs.value);
    EXPECT_EQ(found.computation_time.value, named.computation_time.value);
  }
}

}  // namespace
}  // namespace headrace
