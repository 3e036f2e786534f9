#include "scenarios/loader/recordings/strace_calls.h"

#include <unordered_map>

namespace headrace {

namespace {

using Effect = StraceEffect;

constexpr KnownStraceCall kCalls[] = {
    {"open", Effect::open},
    {"creat", Effect::open, IoOperation::create},
    {"openat", Effect::open, IoOperation::open, 1},
    {"openat2", Effect::open, IoOperation::open, 1},
    {"close", Effect::close, IoOperation::close},
    {"close_range", Effect::close_range},
    {"read", Effect::move, IoOperation::read},
    {"readv", Effect::move, IoOperation::read},
    {"pread64", Effect::move, IoOperation::read, 0, true},
    {"preadv", Effect::move, IoOperation::read, 0, true},
    {"preadv2", Effect::move, IoOperation::read, 0, true},
    {"write", Effect::move, IoOperation::write},
    {"writev", Effect::move, IoOperation::write},
    {"pwrite64", Effect::move, IoOperation::write, 0, true},
    {"pwritev", Effect::move, IoOperation::write, 0, true},
    {"pwritev2", Effect::move, IoOperation::write, 0, true},
    {"lseek", Effect::seek},
    {"dup", Effect::duplicate},
    {"dup2", Effect::duplicate},
    {"dup3", Effect::duplicate},
    {"fcntl", Effect::control},
    {"stat", Effect::path, IoOperation::stat},
    {"lstat", Effect::path, IoOperation::stat},
    {"access", Effect::path, IoOperation::stat},
    {"newfstatat", Effect::path, IoOperation::stat, 1},
    {"statx", Effect::path, IoOperation::stat, 1},
    {"faccessat", Effect::path, IoOperation::stat, 1},
    {"faccessat2", Effect::path, IoOperation::stat, 1},
    {"fstat", Effect::descriptor, IoOperation::stat},
    {"fsync", Effect::descriptor, IoOperation::sync},
    {"fdatasync", Effect::descriptor, IoOperation::sync},
    {"getdents", Effect::descriptor, IoOperation::list},
    {"getdents64", Effect::descriptor, IoOperation::list},
    {"unlink", Effect::path, IoOperation::unlink},
    {"unlinkat", Effect::path, IoOperation::unlink, 1},
    {"mmap", Effect::map},
    {"chdir", Effect::folder},
    {"execve", Effect::execute},
    {"sendfile", Effect::not_repeated},
    {"copy_file_range", Effect::not_repeated},
    {"splice", Effect::not_repeated},
    {"io_submit", Effect::not_repeated},
    {"io_uring_enter", Effect::not_repeated},
    {"rename", Effect::not_repeated},
    {"renameat", Effect::not_repeated},
    {"renameat2", Effect::not_repeated},
    {"mkdir", Effect::not_repeated},
    {"mkdirat", Effect::not_repeated},
    {"truncate", Effect::not_repeated},
    {"ftruncate", Effect::not_repeated},
    {"fallocate", Effect::not_repeated},
};

}  // namespace

const KnownStraceCall* known_strace_call(std::string_view name) {
  static const auto kByName = [] {
    std::unordered_map<std::string_view, const KnownStraceCall*> calls;
    for (const KnownStraceCall& call : kCalls) calls.emplace(call.name, &call);
    return calls;
  }();
  const auto found = kByName.find(name);
  return found == kByName.end() ? nullptr : found->second;
}

}  // namespace headrace
