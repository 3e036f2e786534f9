#include <algorithm>
#include <cctype>

#include "analysis/cli/options/answer_form.h"
#include "analysis/cli/verb.h"
#include "analysis/results/points_table.h"
#include "analysis/results/reader.h"
#include "scenarios/loader/text/problems.h"

namespace headrace {

namespace {

constexpr const char* kPoints = "points";
constexpr std::int64_t kMostSteps = 4'000'000'000;  // A scan of 10^7 rows is a tenth of that.

// Tables and views; a view is a question that was asked before.
constexpr const char* kList =
    "SELECT s.name, s.type AS kind, group_concat(c.name, ' ') AS columns FROM sqlite_schema s"
    " JOIN pragma_table_info(s.name) c WHERE s.type IN ('table', 'view') AND s.name NOT LIKE 'sqlite_%'"
    " GROUP BY s.name UNION ALL SELECT 'points', 'built in',"
    " 'a row a point of a sweep and replication: sweep point replication state message outcome seed run,"
    " a column a parameter, a column a figure'";

Cell cell(const Statement& rows, int column) {
  switch (rows.kind(column)) {
    case Statement::Kind::integer: return rows.integer(column);
    case Statement::Kind::real: return rows.real(column);
    case Statement::Kind::text: return rows.text(column);
    case Statement::Kind::null: break;
  }
  return {};
}

void print(Database& database, const std::string& sql, Sink& out, RowForm form) {
  Statement rows = database.prepare(sql);
  // Such as a pragma, or a copy into another file, which a connection that changes no row still does.
  if (!rows.only_reads() || rows.columns() == 0)
    throw UsageError(database.path() + ": 'query' only reads, and this is no question: " + sql);
  std::vector<std::string> columns;
  for (int i = 0; i < rows.columns(); ++i) columns.push_back(rows.column_name(i));
  RowOutput output(out, form, columns);
  std::vector<Cell> cells;
  while (rows.step()) {
    cells.clear();
    for (int i = 0; i < rows.columns(); ++i) cells.push_back(cell(rows, i));
    output.row(cells);
  }
  output.finish();
}

bool is_one_word(const std::string& sql) {
  return std::all_of(sql.begin(), sql.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

// Returns the SQL of a word alone, which is the table or view of that name.
std::string sql_of_word(Database& database, const std::string& word) {
  Statement rows = database.prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')");
  std::vector<std::string> names = {kPoints};
  while (rows.step()) names.push_back(rows.text(0));
  if (std::find(names.begin(), names.end(), word) != names.end()) return "SELECT * FROM " + word;
  const std::string nearest = nearest_word(word, std::vector<std::string_view>(names.begin(), names.end()));
  throw UsageError("there is no table '" + word + "'" +
                   (nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
}

class QueryVerb final : public Verb {
 public:
  void declare(Options& options) override;
  void finish() override;
  ExitCode run(const Streams& streams) override;

 private:
  std::vector<std::string> words_;  // A result database; then SQL or the name of a table, maybe.
  bool csv_ = false;
  AnswerForm form_;
};

void QueryVerb::declare(Options& options) {
  options.words("file", words_,
                "a result database; then SQL, the name of a table or view, or `points`: a row a point of\n"
                "a sweep and replication, with parameters and figures as columns. Without: what there is",
                "FILE.db [SQL]");
  options.flag("--csv", csv_, "as CSV, for pandas.read_csv; --json is for pandas.read_json");
  options.footer("Example:\n  headrace query results/osts.db points --csv > points.csv");
  form_.declare(options);
}

void QueryVerb::finish() {
  if (words_.empty()) throw UsageError("'query' needs a result database");
  if (words_.size() > 2)
    throw UsageError("'" + words_[2] + "' is one word too many for 'query'; SQL is one word, in quotes");
  if (csv_ && form_.json) throw UsageError("--csv and --json contradict each other");
}

ExitCode QueryVerb::run(const Streams& streams) {
  ResultReader reader(words_.front());
  Database& database = reader.database();
  database.restrict_to_questions(kMostSteps);
  const RowForm form = form_.json ? RowForm::json : csv_ ? RowForm::csv : RowForm::table;
  const std::string asked = words_.size() == 2 ? words_[1] : "";
  if (asked == kPoints) {
    write_points(database, streams.out, form);
    return ExitCode::ok;
  }
  const std::string sql = asked.empty() ? kList : is_one_word(asked) ? sql_of_word(database, asked) : asked;
  try {
    print(database, sql, streams.out, form);
  } catch (const InternalError& error) {
    throw UsageError(error.what());  // What SQLite does not understand here is what somebody wrote.
  }
  return ExitCode::ok;
}

}  // namespace

std::unique_ptr<Verb> query_verb() { return std::make_unique<QueryVerb>(); }

}  // namespace headrace
