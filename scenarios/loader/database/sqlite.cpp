#include "scenarios/loader/database/sqlite.h"

#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <new>
#include <utility>

#include "scenarios/loader/database/row_hash.h"
#include "scenarios/loader/text/errors.h"
#include "sim/hash.h"

namespace headrace {

namespace {

constexpr int kBusyTimeoutMilliseconds = 30'000;
constexpr int kStepsAtOnce = 1000;
constexpr int kLongestValue = 64 << 20;

std::string system_reason(sqlite3* handle) {
  const int number = handle == nullptr ? 0 : sqlite3_system_errno(handle);
  return number == 0 ? std::string() : std::string(": ") + std::strerror(number);
}

// Returns the URI that tells SQLite to take the file as it is, without locks and without a log.
std::string as_it_is(const std::string& path) {
  std::string uri = path.starts_with('/') ? "file://" : "file:";
  for (const char c : path) {
    if (c == '%' || c == '?' || c == '#') {
      (uri += '%') += hexadecimal_of(c);
    } else {
      uri += c;
    }
  }
  return uri + "?immutable=1";
}

// Returns what is no null pointer, which would be stored as NULL: an empty view may have one.
const char* data_of(std::string_view value) { return value.data() == nullptr ? "" : value.data(); }

void add_value(RowHash& hash, sqlite3_value* value) {
  const auto bytes = [value](const void* data) {
    return std::string_view(static_cast<const char*>(data),
                            static_cast<std::size_t>(sqlite3_value_bytes(value)));
  };
  switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER: return hash.add(std::int64_t{sqlite3_value_int64(value)});
    case SQLITE_FLOAT: return hash.add(sqlite3_value_double(value));
    case SQLITE_TEXT: return hash.add(bytes(sqlite3_value_text(value)));
    case SQLITE_BLOB: return hash.add(bytes(sqlite3_value_blob(value)), RowHash::Kind::bytes);
    default: hash.add_null();
  }
}

// Computes the SQL function fingerprint(...).
void fingerprint(sqlite3_context* context, int count, sqlite3_value** values) {
  RowHash hash;
  for (int i = 0; i < count; ++i) add_value(hash, values[i]);
  const std::string text = hexadecimal(hash.value());
  sqlite3_result_text(context, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
}

}  // namespace

Statement::Statement(Statement&& other) noexcept
    : database_(other.database_), statement_(std::exchange(other.statement_, nullptr)) {}

// Ends the statement. The error of its last step was reported by that step.
Statement::~Statement() { sqlite3_finalize(statement_); }

void Statement::check(int code) {
  if (code != SQLITE_OK) database_->fail(code);
}

void Statement::bind(int index, std::int64_t value) { check(sqlite3_bind_int64(statement_, index, value)); }

void Statement::bind(int index, double value) {
  if (!std::isfinite(value))
    throw InternalError("a result that is not a finite number was about to be stored");
  check(sqlite3_bind_double(statement_, index, value));
}

void Statement::bind(int index, std::string_view value) {
  check(sqlite3_bind_text64(statement_, index, data_of(value), value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

void Statement::lend_text(int index, std::string_view value) {
  check(sqlite3_bind_text64(statement_, index, data_of(value), value.size(), SQLITE_STATIC, SQLITE_UTF8));
}

void Statement::bind(int index, SqlBytes value) {
  check(sqlite3_bind_blob64(statement_, index, data_of(value.bytes), value.bytes.size(), SQLITE_STATIC));
}

void Statement::bind_null(int index) { check(sqlite3_bind_null(statement_, index)); }

bool Statement::step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) database_->fail(code);
  return false;
}

void Statement::reset() { check(sqlite3_reset(statement_)); }

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_, column); }
double Statement::real(int column) const { return sqlite3_column_double(statement_, column); }
bool Statement::null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }

Statement::Kind Statement::kind(int column) const {
  switch (sqlite3_column_type(statement_, column)) {
    case SQLITE_INTEGER: return Kind::integer;
    case SQLITE_FLOAT: return Kind::real;
    case SQLITE_NULL: return Kind::null;
    default: return Kind::text;
  }
}

bool Statement::only_reads() const { return sqlite3_stmt_readonly(statement_) != 0; }
int Statement::columns() const { return sqlite3_column_count(statement_); }

std::string Statement::column_name(int column) const {
  const char* const name = sqlite3_column_name(statement_, column);
  if (name == nullptr) throw std::bad_alloc();
  return name;
}

std::string_view Statement::text_view(int column) const {
  const auto* const data = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  if (data == nullptr) return {};
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

std::string_view Statement::bytes_view(int column) const {
  const auto* const data = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  if (data == nullptr) return {};
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

Database::Database(std::string path, Access access, const char* vfs) : path_(std::move(path)) {
  try {
    open(access, vfs);
  } catch (...) {
    // A handle exists even when opening failed, and no destructor runs for a constructor that throws.
    sqlite3_close_v2(handle_);
    throw;
  }
}

void Database::open(Access access, const char* vfs) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path_, ignored)) throw InputError(path_ + " is a folder, no database");
  if (access == Access::read && !std::filesystem::exists(path_, ignored) && !ignored)
    throw InputError("there is no file " + path_);
  // A database is one thread's at a time, so SQLite need not lock it for each column.
  constexpr int kAlways = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  // A file that may not be written is opened for reading by SQLite itself.
  const int flags = SQLITE_OPEN_READWRITE | (access == Access::write ? SQLITE_OPEN_CREATE : 0);
  int code = sqlite3_open_v2(path_.c_str(), &handle_, flags | kAlways, vfs);
  if (code != SQLITE_OK) fail_to_open(code);
  prepare_connection();
  if (access == Access::write) return;
  if (needs_a_log_that_cannot_be_made()) {
    sqlite3_close_v2(std::exchange(handle_, nullptr));
    constexpr int kFlags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
    code = sqlite3_open_v2(as_it_is(path_).c_str(), &handle_, kFlags | kAlways, vfs);
    if (code != SQLITE_OK) fail_to_open(code);
    prepare_connection();
  }
  execute("PRAGMA query_only = ON");
}

void Database::prepare_connection() {
  sqlite3_busy_timeout(handle_, kBusyTimeoutMilliseconds);
  constexpr int kTraits = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
  const int code = sqlite3_create_function_v2(handle_, "fingerprint", -1, kTraits, nullptr, fingerprint,
                                              nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

// Tells whether a writer left the file in the mode of the write-ahead log, in a folder where nobody may make
// one. With no log beside it, the file is whole as it is.
bool Database::needs_a_log_that_cannot_be_made() {
  const int code = sqlite3_exec(handle_, "PRAGMA schema_version", nullptr, nullptr, nullptr) & 0xff;
  if (code != SQLITE_READONLY && code != SQLITE_CANTOPEN) return false;
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path_ + "-wal", error);
  return error ? error == std::errc::no_such_file_or_directory : size == 0;
}

// SQLite tries to read what it may not write, and names the reason of that.
void Database::fail_to_open(int code) {
  std::error_code ignored;
  const std::string folder = std::filesystem::path(path_).parent_path().string();
  const bool exists = std::filesystem::exists(path_, ignored);
  if (!exists && ::access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) != 0)
    throw ResourceError(path_ + ": the file cannot be made: " + std::strerror(errno));
  fail(code);
}

Database::~Database() { sqlite3_close_v2(handle_); }

Statement Database::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const char* rest = nullptr;
  const int code = sqlite3_prepare_v2(handle_, sql.data(), static_cast<int>(sql.size()), &statement, &rest);
  if (code != SQLITE_OK) fail(code);
  Statement prepared(*this, statement);
  if (statement == nullptr ||
      std::string_view(rest, sql.data() + sql.size()).find_first_not_of(" \t\r\n;") != std::string_view::npos)
    throw InternalError(path_ + ": SQLite: not one statement, but none or several");
  return prepared;
}

void Database::execute(const std::string& sql) {
  const int code = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

std::int64_t Database::integer(std::string_view sql) {
  Statement statement = prepare(sql);
  return statement.step() ? statement.integer(0) : 0;
}

std::string Database::text(std::string_view sql) {
  Statement statement = prepare(sql);
  return statement.step() ? statement.text(0) : std::string();
}

std::int64_t Database::last_row_id() const { return sqlite3_last_insert_rowid(handle_); }
std::int64_t Database::changes() const { return sqlite3_changes(handle_); }

std::string Database::bytes() {
  sqlite3_int64 size = 0;
  unsigned char* const all = sqlite3_serialize(handle_, "main", &size, 0);
  if (all == nullptr) fail(SQLITE_NOMEM);
  std::string bytes(reinterpret_cast<const char*>(all), static_cast<std::size_t>(size));
  sqlite3_free(all);
  return bytes;
}

void Database::attach(const std::string& name, const std::string& bytes) {
  execute("ATTACH ':memory:' AS " + name);
  auto* const copy = static_cast<unsigned char*>(sqlite3_malloc64(bytes.size()));
  if (copy == nullptr) throw std::bad_alloc();
  std::copy(bytes.begin(), bytes.end(), copy);
  const auto size = static_cast<sqlite3_int64>(bytes.size());
  const int code =
      sqlite3_deserialize(handle_, name.c_str(), copy, size, size, SQLITE_DESERIALIZE_FREEONCLOSE);
  if (code != SQLITE_OK) fail(code);
}

void Database::expect_in_place() {
  int moved = 0;
  if (sqlite3_file_control(handle_, "main", SQLITE_FCNTL_HAS_MOVED, &moved) != SQLITE_OK || moved == 0)
    return;
  throw ResourceError(
      path_ +
      ": the file was removed, renamed or replaced while it was written to; put it back in its "
      "place, where it still is somewhere, and give the same command again: what was stored "
      "in it is not run again");
}

void Database::restrict_to_questions(std::int64_t most_steps) {
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0, nullptr);
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
  sqlite3_limit(handle_, SQLITE_LIMIT_LENGTH, kLongestValue);
  steps_left_ = most_steps / kStepsAtOnce;
  const auto count_down = [](void* left) { return --*static_cast<std::int64_t*>(left) < 0 ? 1 : 0; };
  sqlite3_progress_handler(handle_, kStepsAtOnce, count_down, &steps_left_);
}

void Database::fail(int code) {
  const std::string reason = system_reason(handle_);
  switch (code & 0xff) {
    case SQLITE_FULL: throw ResourceError(path_ + ": the disk is full; the run was not stored");
    case SQLITE_BUSY:
    case SQLITE_LOCKED: throw ResourceError(path_ + ": another program holds the database locked");
    case SQLITE_READONLY: throw ResourceError(path_ + ": the file or its folder is not writable");
    case SQLITE_CANTOPEN: throw ResourceError(path_ + ": the file cannot be opened" + reason);
    case SQLITE_IOERR: throw ResourceError(path_ + ": reading or writing the file failed" + reason);
    case SQLITE_PERM:
    case SQLITE_AUTH: throw ResourceError(path_ + ": access is not permitted");
    case SQLITE_PROTOCOL: throw ResourceError(path_ + ": file locks do not work on this file system");
    case SQLITE_NOTADB:
      throw InputError(path_ + ": the file is not a headrace result database; it was left as it is");
    case SQLITE_INTERRUPT:
      throw UsageError(path_ +
                       ": the question takes too long; ask for less, or see whether a recursion ends");
    case SQLITE_CORRUPT: throw InputError(path_ + ": the database is damaged");
    case SQLITE_NOMEM: throw std::bad_alloc();
    default: break;
  }
  throw InternalError(path_ +
                      ": SQLite: " + (handle_ == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(handle_)));
}

Transaction::Transaction(Database& database) : database_(database) { database_.execute("BEGIN IMMEDIATE"); }

Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.execute("ROLLBACK");
  } catch (...) {
    // SQLite has rolled back by itself after some failures, and the first failure is the one to report.
  }
}

void Transaction::commit() {
  database_.execute("COMMIT");
  open_ = false;
  database_.expect_in_place();
}

}  // namespace headrace
