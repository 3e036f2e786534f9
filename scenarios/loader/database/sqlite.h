// SQLite in C++: a connection, a statement, a transaction, each giving itself back.
//
//   Database db(path, Database::Access::write);
//   Transaction transaction(db);
//   db.prepare("INSERT INTO t VALUES (?, ?)").run(1, "one");
//   transaction.commit();          // Without it the destructor rolls back.
//
// Every failure is an exception that names the file and says what is wrong with
// it. A number that is not finite is refused: SQLite would store NaN as NULL.
// SQL has one more function, fingerprint(...): a RowHash over its arguments.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

struct sqlite3;
struct sqlite3_stmt;

namespace headrace {

class Database;

// SqlBytes: bytes that are no text, for a column of the kind BLOB.
struct SqlBytes {
  std::string_view bytes;
};

class Statement {
 public:
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&&) = delete;
  ~Statement();

  // Binds a parameter; they are counted from 1, as SQLite does.
  void bind(int index, std::int64_t value);
  void bind(int index, int value) { bind(index, static_cast<std::int64_t>(value)); }
  void bind(int index, double value);
  void bind(int index, std::string_view value);
  void bind(int index, const char* value) { bind(index, std::string_view(value)); }
  void bind(int index, const std::string& value) { bind(index, std::string_view(value)); }
  // Binds bytes that live until the statement has run.
  void bind(int index, SqlBytes value);
  void bind_null(int index);

  // Binds all parameters, runs to the end and is ready for the next run.
  template <class... Values>
  void run(const Values&... values) {
    int index = 0;
    (lend(++index, values), ...);
    while (step()) {
    }
    reset();
  }

  bool step();  // True: there is a row.
  void reset();

  // Gives a column of the row; they are counted from 0, as SQLite does.
  std::int64_t integer(int column) const;
  double real(int column) const;
  std::string text(int column) const { return std::string(text_view(column)); }
  std::string_view text_view(int column) const;   // Until the next step or reset.
  std::string_view bytes_view(int column) const;  // Likewise, of what was bound as SqlBytes.
  bool null(int column) const;
  enum class Kind { null, integer, real, text };
  Kind kind(int column) const;

  bool only_reads() const;  // Whatever the connection would let it do.
  int columns() const;
  std::string column_name(int column) const;

 private:
  friend class Database;
  Statement(Database& database, sqlite3_stmt* statement) : database_(&database), statement_(statement) {}
  void check(int code);
  // Binds a value that lives until the statement has run: SQLite need not copy its text.
  template <class Value>
  void lend(int index, const Value& value) {
    if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
      lend_text(index, value);
    } else {
      bind(index, value);
    }
  }
  void lend_text(int index, std::string_view value);

  Database* database_;
  sqlite3_stmt* statement_;
};

class Database {
 public:
  // Writing creates the file where there is none. Reading changes no row, but may finish what a program that
  // was killed in a transaction left behind, where the file system lets it. A file that is missing and is to
  // be read, or that is a folder, is an InputError.
  enum class Access { read, write };

  // `vfs` names the SQLite file layer; nullptr is the operating system's.
  Database(std::string path, Access access, const char* vfs = nullptr);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database();

  Statement prepare(std::string_view sql);
  void execute(const std::string& sql);        // Any number of statements, no rows.
  std::int64_t integer(std::string_view sql);  // The first column of the first row.
  std::string text(std::string_view sql);
  std::int64_t last_row_id() const;
  std::int64_t changes() const;  // Rows that the last statement changed.

  const std::string& path() const { return path_; }

  // The file that it would be, also of one in memory (":memory:").
  std::string bytes();
  // Attaches what bytes() of another database gave, under a name of our own; in memory.
  void attach(const std::string& name, const std::string& bytes);

  // Throws ResourceError where the file no longer stands under its name, so that what is written is lost.
  void expect_in_place();

  // Makes the connection one for questions of anybody: no pointers, no texts above 64 MiB, and an end
  // (UsageError) after so many steps of SQLite's machine, of which it takes some 10^8 a second.
  void restrict_to_questions(std::int64_t most_steps);

  // Turns an SQLite error code into the exception that says it in words.
  [[noreturn]] void fail(int code);

 private:
  void open(Access access, const char* vfs);
  void prepare_connection();
  bool needs_a_log_that_cannot_be_made();
  [[noreturn]] void fail_to_open(int code);

  std::string path_;
  sqlite3* handle_ = nullptr;
  std::int64_t steps_left_ = 0;  // In units of kStepsAtOnce.
};

// Takes the write lock at once: a transaction that reads before it writes may
// fail with "locked" whatever the timeout.
class Transaction {
 public:
  explicit Transaction(Database& database);
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();

  void commit();  // Throws, too, where the file is no longer in its place.

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace headrace
