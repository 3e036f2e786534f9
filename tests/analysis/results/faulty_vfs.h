// A file layer for SQLite that fails on demand: the disk's bad days in a test.
//
//   FaultyVfs vfs;
//   vfs.fail_at(3, SQLITE_IOERR_WRITE);   // The third write, sync or truncation from now, and all after it.
//   ResultStore store(path, vfs.name());
//
// One instance at a time. Without shared memory SQLite falls back from the
// write-ahead log to the rollback journal, as on a network file system. As the
// layer of all, it is also that of databases that name none.
#pragma once

#include <sqlite3.h>

#include <cstdlib>
#include <cstring>
#include <new>

namespace headrace {

class FaultyVfs {
 public:
  enum class Log { rollback, write_ahead };
  enum class For { those_that_name_it, all };

  explicit FaultyVfs(Log log = Log::rollback, For whom = For::those_that_name_it) : log_(log) {
    base_ = sqlite3_vfs_find(nullptr);
    vfs_ = *base_;
    vfs_.zName = "headrace-faulty";
    vfs_.szOsFile = static_cast<int>(sizeof(File)) + base_->szOsFile;
    vfs_.xOpen = open;
    vfs_.xDelete = remove;
    vfs_.pAppData = this;
    sqlite3_vfs_register(&vfs_, whom == For::all ? 1 : 0);
  }
  FaultyVfs(const FaultyVfs&) = delete;
  FaultyVfs& operator=(const FaultyVfs&) = delete;
  ~FaultyVfs() { sqlite3_vfs_unregister(&vfs_); }

  const char* name() const { return vfs_.zName; }

  enum class Calls { writing, all };  // All: also opening, reading, locking and asking for the size.

  enum class Lasts { for_good, once };

  // Operation n (from 1) counted from now fails, and so do all that follow it, if it lasts. Where writes are
  // torn, half of what one should write is written.
  void fail_at(int n, int code, Calls calls = Calls::writing, bool torn = false,
               Lasts lasts = Lasts::for_good) {
    operations_ = 0;
    fail_at_ = n;
    code_ = code;
    calls_ = calls;
    torn_ = torn;
    lasts_ = lasts;
  }
  void recover() { fail_at_ = 0; }
  int operations() const { return operations_; }

 private:
  // The real file lies behind this one in the memory that SQLite gives.
  struct File {
    sqlite3_file own;
    FaultyVfs* vfs;
    sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
  };

  static FaultyVfs& of(sqlite3_vfs* vfs) { return *static_cast<FaultyVfs*>(vfs->pAppData); }
  static File* of(sqlite3_file* file) { return reinterpret_cast<File*>(file); }

  bool fails() {
    ++operations_;
    if (fail_at_ == 0) return false;
    return lasts_ == Lasts::once ? operations_ == fail_at_ : operations_ >= fail_at_;
  }
  bool fails_to_read() { return calls_ == Calls::all && fails(); }

  static int open(sqlite3_vfs* vfs, const char* path, sqlite3_file* file, int flags, int* out_flags) {
    File* const own = of(file);
    own->own.pMethods = nullptr;
    own->vfs = &of(vfs);
    if (own->vfs->fails_to_read()) return SQLITE_CANTOPEN;
    const int code = own->vfs->base_->xOpen(own->vfs->base_, path, own->real(), flags, out_flags);
    if (code == SQLITE_OK) own->own.pMethods = methods(own->vfs->log_);
    return code;
  }
  static int remove(sqlite3_vfs* vfs, const char* path, int sync) {
    FaultyVfs& own = of(vfs);
    if (own.fails()) return own.code_;
    return own.base_->xDelete(own.base_, path, sync);
  }

  template <class Call>
  static int guarded(sqlite3_file* file, Call call) {
    File* const own = of(file);
    if (own->vfs->fails()) return own->vfs->code_;
    return call(own->real());
  }

  static int write(sqlite3_file* file, const void* data, int size, sqlite3_int64 at) {
    const auto write_first = [&](sqlite3_file* real, int length) {
      return real->pMethods->xWrite(real, data, length, at);
    };
    if (!of(file)->vfs->fails()) return write_first(of(file)->real(), size);
    if (of(file)->vfs->torn_) write_first(of(file)->real(), size / 2);
    return of(file)->vfs->code_;
  }
  static int truncate(sqlite3_file* file, sqlite3_int64 size) {
    return guarded(file, [&](sqlite3_file* real) { return real->pMethods->xTruncate(real, size); });
  }
  static int sync(sqlite3_file* file, int flags) {
    return guarded(file, [&](sqlite3_file* real) { return real->pMethods->xSync(real, flags); });
  }
  static int close(sqlite3_file* f) { return of(f)->real()->pMethods->xClose(of(f)->real()); }
  static int read(sqlite3_file* f, void* data, int size, sqlite3_int64 at) {
    if (of(f)->vfs->fails_to_read()) return SQLITE_IOERR_READ;
    return of(f)->real()->pMethods->xRead(of(f)->real(), data, size, at);
  }
  static int file_size(sqlite3_file* f, sqlite3_int64* size) {
    if (of(f)->vfs->fails_to_read()) return SQLITE_IOERR_FSTAT;
    return of(f)->real()->pMethods->xFileSize(of(f)->real(), size);
  }
  static int lock(sqlite3_file* f, int level) {
    if (of(f)->vfs->fails_to_read()) return SQLITE_IOERR_LOCK;
    return of(f)->real()->pMethods->xLock(of(f)->real(), level);
  }
  static int unlock(sqlite3_file* f, int level) {
    return of(f)->real()->pMethods->xUnlock(of(f)->real(), level);
  }
  static int check_lock(sqlite3_file* f, int* out) {
    return of(f)->real()->pMethods->xCheckReservedLock(of(f)->real(), out);
  }
  static int control(sqlite3_file* f, int operation, void* argument) {
    return of(f)->real()->pMethods->xFileControl(of(f)->real(), operation, argument);
  }
  static int sector_size(sqlite3_file* f) { return of(f)->real()->pMethods->xSectorSize(of(f)->real()); }
  static int traits(sqlite3_file* f) {
    return of(f)->real()->pMethods->xDeviceCharacteristics(of(f)->real());
  }
  static int map(sqlite3_file* f, int page, int size, int extend, volatile void** out) {
    if (of(f)->vfs->fails_to_read()) return SQLITE_IOERR_SHMMAP;
    return of(f)->real()->pMethods->xShmMap(of(f)->real(), page, size, extend, out);
  }
  static int lock_shared(sqlite3_file* f, int offset, int count, int flags) {
    return of(f)->real()->pMethods->xShmLock(of(f)->real(), offset, count, flags);
  }
  static void barrier(sqlite3_file* f) { of(f)->real()->pMethods->xShmBarrier(of(f)->real()); }
  static int unmap(sqlite3_file* f, int remove_it) {
    return of(f)->real()->pMethods->xShmUnmap(of(f)->real(), remove_it);
  }

  static const sqlite3_io_methods* methods(Log log) {
    static const sqlite3_io_methods kRollback = methods_of_version(1);
    static const sqlite3_io_methods kWriteAhead = methods_of_version(2);  // With shared memory.
    return log == Log::rollback ? &kRollback : &kWriteAhead;
  }

  static sqlite3_io_methods methods_of_version(int version) {
    sqlite3_io_methods m = {};
    m.iVersion = version;
    m.xClose = close;
    m.xRead = read;
    m.xWrite = write;
    m.xTruncate = truncate;
    m.xSync = sync;
    m.xFileSize = file_size;
    m.xLock = lock;
    m.xUnlock = unlock;
    m.xCheckReservedLock = check_lock;
    m.xFileControl = control;
    m.xSectorSize = sector_size;
    m.xDeviceCharacteristics = traits;
    m.xShmMap = map;
    m.xShmLock = lock_shared;
    m.xShmBarrier = barrier;
    m.xShmUnmap = unmap;
    return m;
  }

  Log log_;
  sqlite3_vfs vfs_ = {};
  sqlite3_vfs* base_ = nullptr;
  int operations_ = 0;
  int fail_at_ = 0;
  int code_ = SQLITE_OK;
  Calls calls_ = Calls::writing;
  Lasts lasts_ = Lasts::for_good;
  bool torn_ = false;
};

}  // namespace headrace
