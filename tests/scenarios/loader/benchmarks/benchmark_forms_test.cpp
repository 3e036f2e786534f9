#include "scenarios/loader/benchmarks/benchmark_forms.h"

#include <fstream>

#include "tests/analysis/scratch_folder.h"
#include "tests/scenarios/loader/benchmarks/benchmark_support.h"

namespace headrace {
namespace {

TEST(BenchmarkForms, AreKnownByTheirText) {
  EXPECT_EQ(form_of_output(fio_text(fio_job({}))), "fio");
  EXPECT_EQ(form_of_output(kIorText), "ior");
  EXPECT_EQ(form_of_output("{\"Command line\": \"ior\", \"tests\": []}"), "ior");
  EXPECT_EQ(form_of_output(kMdtestText), "mdtest");
  EXPECT_EQ(form_of_output("a = b.c\n"), "");
}

// A law of every form: its own output is read, that of another names it, and no text at all crashes it.
TEST(BenchmarkForms, EachReadsItsOwnAndNamesTheOthers) {
  const std::string outputs[][2] = {
      {"fio", fio_text(fio_job({}))}, {"ior", kIorText}, {"mdtest", kMdtestText}};
  for (const std::string_view form : benchmark_forms())
    for (const auto& [of, text] : outputs) {
      const BenchmarkRead read = read_output(form, text);
      EXPECT_EQ(read.problems.has_errors(), form != of) << form << " " << of;
      if (form != of) {
        EXPECT_EQ(codes_and_lines(read), "E0720 1");
        EXPECT_NE(read.problems.text().find("`headrace import " + of + " output.txt`"), std::string::npos);
      }
    }
  for (const std::string_view form : benchmark_forms()) {
    EXPECT_EQ(codes_and_lines(read_output(form, "")), "E0721 1") << form;
    EXPECT_EQ(codes_and_lines(read_output(form, "hello\n")), "E0721 1") << form;
  }
}

// Cut after every tenth letter, and with each letter in turn another one.
TEST(BenchmarkForms, ReadCutAndMutatedTexts) {
  const std::string outputs[][2] = {
      {"fio", fio_text(fio_job({}))}, {"ior", std::string(kIorText) + kIorSummary}, {"mdtest", kMdtestText}};
  for (const auto& [form, text] : outputs)
    for (std::size_t i = 0; i < text.size(); i += 10) {
      const BenchmarkRead cut = read_output(form, text.substr(0, i));
      EXPECT_EQ(cut.outputs.empty(), cut.problems.has_errors());
      for (const char letter : {'9', '-', '{', '\n', '\xff', '\0'}) {
        std::string mutated = text;
        mutated[i] = letter;
        const BenchmarkRead read = read_output(form, mutated);
        EXPECT_EQ(read.outputs.empty(), read.problems.has_errors());
        for (const MeasuredOutput& output : read.outputs)
          for (const OutputFigure& figure : output.figures) EXPECT_GT(figure.value, 0);
      }
    }
}

TEST(BenchmarkForms, ShowPlainLettersOnly) {
  const auto source = output_text(
      "\xEF\xBB\xBF"
      "a\r\nb\x1b[31m\xffz\t\xc3\xa9\n",
      "a.txt");
  EXPECT_EQ(source->text, "a\nb?[31m?z\t\xc3\xa9\n");
}

// Longer than a scenario may be: 17 MiB of blank lines before the output.
TEST(BenchmarkForms, ReadLongFiles) {
  const ScratchFolder folder;
  const std::string path = folder / "long.txt";
  std::ofstream(path) << std::string(std::size_t{17} << 20, '\n') << kMdtestText;
  EXPECT_EQ(read_benchmark_file("mdtest", path, {}).outputs.size(), 3u);
  EXPECT_EQ(codes_and_lines(read_benchmark_file("fio", folder / "none.json", {})), "E0001 0");
}

}  // namespace
}  // namespace headrace
