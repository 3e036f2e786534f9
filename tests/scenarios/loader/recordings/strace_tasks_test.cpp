#include "scenarios/loader/recordings/strace_tasks.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

constexpr const char* kFork = "clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD";
constexpr const char* kThread = "clone3({flags=CLONE_VM|CLONE_FILES|CLONE_THREAD}, 88";

class StraceTasksTest : public testing::Test {
 protected:
  StraceTasksTest() {
    file_->path = "/a";
    tasks_.at(1).table->open(3, file_, true);
  }

  std::shared_ptr<OpenedFile> file_ = std::make_shared<OpenedFile>();
  StraceTasks tasks_;
};

// A child has its own descriptors, which share their places with those of its parent.
TEST_F(StraceTasksTest, InheritDescriptors) {
  tasks_.add_child(1, 2, kFork);
  EXPECT_EQ(tasks_.at(2).process, 2);
  tasks_.at(2).table->find(3)->place = 5;
  EXPECT_EQ(tasks_.at(1).table->find(3)->place, 5);
  tasks_.at(2).table->close(3, 3);
  EXPECT_EQ(tasks_.at(2).table->find(3), nullptr);
  EXPECT_NE(tasks_.at(1).table->find(3), nullptr);
}

TEST_F(StraceTasksTest, OfOneProcessShareDescriptors) {
  tasks_.add_child(1, 2, kThread);
  EXPECT_EQ(tasks_.at(2).process, 1);
  tasks_.at(2).table->close(0, 9);
  EXPECT_EQ(tasks_.at(1).table->find(3), nullptr);
}

// A child may be seen before the call that makes it has returned.
TEST_F(StraceTasksTest, MayComeBeforeTheirCallReturns) {
  tasks_.at(1).begun = kFork;
  EXPECT_NE(tasks_.at(2).table->find(3), nullptr);
  tasks_.at(2).table->close(3, 3);
  tasks_.add_child(1, 2, kFork);  // Which is there.
  EXPECT_EQ(tasks_.at(2).table->find(3), nullptr);
  EXPECT_EQ(tasks_.at(3).table->find(3), nullptr);  // The call makes one.
}

TEST_F(StraceTasksTest, CloseSomeWhenTheyExecute) {
  tasks_.at(1).table->open(4, file_, false);
  tasks_.at(1).table->close_at_exec();
  EXPECT_EQ(tasks_.at(1).table->find(3), nullptr);
  EXPECT_NE(tasks_.at(1).table->find(4), nullptr);
}

TEST_F(StraceTasksTest, End) {
  tasks_.end(1);
  EXPECT_EQ(tasks_.at(1).table->find(3), nullptr);
}

}  // namespace
}  // namespace headrace
