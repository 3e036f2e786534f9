#include "scenarios/loader/init/evidence.h"

#include <algorithm>
#include <array>
#include <fstream>

#include "scenarios/loader/benchmarks/benchmark_forms.h"
#include "scenarios/loader/dlio/dlio.h"
#include "scenarios/loader/import/read_description.h"
#include "scenarios/loader/init/node_forms.h"
#include "scenarios/loader/read/file_kinds.h"
#include "scenarios/loader/recordings/recording_file.h"
#include "scenarios/loader/recordings/trace_form.h"
#include "scenarios/loader/text/document.h"
#include "scenarios/loader/text/file_finder.h"
#include "scenarios/loader/text/letters.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

constexpr std::string_view kFirstBelieved = "the file that was named first is believed";

// FileKindRow: kinds of files that are known beside the tools of a node.
struct FileKindRow {
  std::string_view name, says;
};

constexpr std::array<FileKindRow, 6> kFileKindRows = {{
    {"DLIO workload", "the YAML of DLIO or MLPerf Storage, and its overrides.yaml"},
    {"system description", "the JSON of MLPerf Storage v1.0, or the facts of v3.0 as YAML"},
    {"lctl", "a dump of `lctl get_param`"},
    {"fio, ior, mdtest", "their output (fio's as JSON)"},
    {"recording", "what `headrace import TRACE` makes"},
    {"overrides", "the list of Hydra's overrides that DLIO leaves beside a run"},
}};

bool is_database(const std::string& path) {
  constexpr std::string_view kBegin = "SQLite format 3";
  std::string begin(kBegin.size(), '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return file && begin == kBegin;
}

bool has_key(const Tree& map, std::initializer_list<std::string_view> keys) {
  return std::any_of(keys.begin(), keys.end(),
                     [&](std::string_view key) { return map.find(key) != nullptr; });
}

bool is_description(const Tree& root) {
  return has_key(root, {"benchmark_hosts", "storage_system", "storage_software", "system_id"});
}

// Says whether it is a workload, and no result of one, which has its metrics alone.
bool is_workload(const Tree& root) {
  return is_dlio_file(root) &&
         has_key(root, {"workload", "workflow", "dataset", "reader", "data_reader", "train", "checkpoint"});
}

bool is_overrides(const Tree& root) {
  return root.kind == Tree::Kind::sequence && !root.items.empty() &&
         std::all_of(root.items.begin(), root.items.end(), [](const Tree& item) {
           return item.kind == Tree::Kind::scalar && item.scalar.find('=') != std::string::npos;
         });
}

class EvidenceReader {
 public:
  void read_file(const std::string& path) {
    any_given_ = true;
    if (is_database(path)) return read_recorded(path);
    if (const auto file = FileFinder::read(path, evidence_.problems, kLongestOutput))
      read_text(file->text, path);
  }

  Evidence take() {
    if (!overrides_.empty() && evidence_.dlio) {
      evidence_.dlio->override_files = overrides_;
    } else {
      for (const std::string& path : overrides_)
        evidence_.not_taken.push_back({path, "overrides of a DLIO file, and none was given"});
    }
    if (evidence_.dlio) read_dlio_evidence(*evidence_.dlio, evidence_.problems);
    if (any_given_ && evidence_.files.empty() && !evidence_.problems.has_errors())
      evidence_.problems
          .add(Mark{std::make_shared<const SourceText>(SourceText{"init", {}})}, "E0750",
               "no file is of a kind that init knows")
          .with_help(known_kinds_text(""));
    return std::move(evidence_);
  }

 private:
  void know(const std::string& path, std::string_view kind) {
    evidence_.files.push_back({path, std::string(kind)});
  }
  void read_text(std::string_view text, const std::string& path);
  void read_recorded(const std::string& path);
  void read_document(std::string_view text, const std::shared_ptr<const SourceText>& source);
  void read_benchmark(std::string_view form, std::string_view text, const std::string& path);
  void read_dump(std::string_view text, const std::string& path);
  void read_described(std::string_view text, const std::string& path);
  void read_workload(std::string_view text, const std::string& path);
  void leave(const std::shared_ptr<const SourceText>& source, const std::string& sentence, std::string help);

  Evidence evidence_;
  std::vector<std::string> overrides_;  // Files.
  bool any_given_ = false;
};

void EvidenceReader::leave(const std::shared_ptr<const SourceText>& source, const std::string& sentence,
                           std::string help) {
  evidence_.problems.warn(Mark{source}, "W0095", sentence).with_help(std::move(help));
}

void EvidenceReader::read_recorded(const std::string& path) {
  know(path, "recording");
  if (evidence_.recording)
    return evidence_.not_taken.push_back({path, "a second recording: one workload is made"});
  evidence_.recording = {path, inferred_loader(read_recording(path).recording, {})};
}

void EvidenceReader::read_text(std::string_view text, const std::string& path) {
  const std::shared_ptr<const SourceText> source = output_text(text, path);
  for (const NodeForm& form : node_forms()) {
    if (!form.recognises(source->text)) continue;
    know(path, form.name);
    return add_evidence(evidence_.node, form.read(source), kFirstBelieved, evidence_.contradictions);
  }
  const std::string_view form = form_of_output(source->text);
  if (form == "lctl") return read_dump(text, path);
  if (!form.empty()) return read_benchmark(form, text, path);
  read_document(text, source);
}

void EvidenceReader::read_dump(std::string_view text, const std::string& path) {
  know(path, "lctl");
  if (evidence_.lustre_in.empty()) evidence_.lustre_in = path;
  evidence_.problems.absorb(read_lustre_text(text, path, {}, evidence_.lustre).problems, "");
}

void EvidenceReader::read_benchmark(std::string_view form, std::string_view text, const std::string& path) {
  know(path, form);
  BenchmarkRead read = read_benchmark_text(form, text, path, {});
  if (read.problems.has_errors())
    return evidence_.not_taken.push_back(
        {path, read.problems.all().front().sentence + " " + read.problems.all().front().help});
  for (MeasuredOutput& output : read.outputs)
    evidence_.measured.push_back({path, std::string(form), std::move(output)});
}

void EvidenceReader::read_described(std::string_view text, const std::string& path) {
  know(path, "system description");
  DescriptionRead read = read_description_text(text, path);
  evidence_.problems.absorb(read.problems, "");
  if (!read.system) return;
  if (evidence_.described)
    return evidence_.not_taken.push_back({path, "a second system description: one platform is made"});
  evidence_.described = std::move(read.system);
  evidence_.described_in = path;
}

void EvidenceReader::read_workload(std::string_view text, const std::string& path) {
  know(path, "DLIO workload");
  if (evidence_.dlio) return evidence_.not_taken.push_back({path, "a second DLIO workload: one job is made"});
  evidence_.dlio.emplace();
  evidence_.dlio->path = path;
  evidence_.dlio->text = text;
}

void EvidenceReader::read_document(std::string_view text, const std::shared_ptr<const SourceText>& source) {
  const std::string& path = source->file;
  Problems problems;
  const Tree root = parse_document(text, path, problems);
  const bool is_map = root.kind == Tree::Kind::map && !problems.has_errors();
  if (is_map && is_description(root)) return read_described(text, path);
  if (is_map && is_workload(root)) return read_workload(text, path);
  if (!problems.has_errors() && is_overrides(root)) {
    know(path, "overrides");
    return overrides_.push_back(path);
  }
  if (is_map && has_key(root, {"schema", "jobs"}))
    return leave(source, in_quotes(path) + " is a scenario already",
                 "`headrace check " + path + "` reads it, and `headrace run` runs it");
  if (is_map && is_platform_file(root))
    return leave(source, in_quotes(path) + " is a platform already", "take it with --platform " + path);
  const std::string_view head = text.substr(0, std::min<std::size_t>(text.size(), 65'536));
  for (const TraceForm& form : trace_forms())
    if (form.recognises(head))
      return leave(source, in_quotes(path) + " is a trace (" + std::string(form.name) + ")",
                   "make a recording of it first: `headrace import " + path + "`");
  leave(source, in_quotes(path) + " is of no kind that init knows", known_kinds_text(""));
}

}  // namespace

std::string known_kinds_text(std::string_view lead) {
  std::string text;
  const auto add = [&](std::string_view name, std::string_view says) {
    text += (text.empty() ? std::string(lead) : "; ") + std::string(name) + ": " + std::string(says);
  };
  for (const FileKindRow& row : kFileKindRows) add(row.name, row.says);
  for (const NodeForm& form : node_forms()) add(form.name, form.says);
  return text;
}

void read_dlio_evidence(DlioEvidence& dlio, Problems& problems) {
  const std::optional<DlioVersion> spelled = spelled_version(dlio.text);
  dlio.version = spelled.value_or(dlio.version);
  dlio.version_origin = {OriginTag::assumed,
                         !spelled           ? "the program's default: nothing in the file tells"
                         : is_old(*spelled) ? "it spells record_length, as v0.5 and v1.0 do"
                                            : "it spells record_length_bytes, as v2.0 and all after it do"};
  for (const std::string& path : dlio.override_files)
    if (const auto file = FileFinder::read(path, problems))
      read_dlio_overrides(file->text, path, dlio.overrides, problems);
  const auto source = std::make_shared<const SourceText>(SourceText{dlio.path, {}});
  std::vector<NoEffect> no_effect;
  read_dlio(dlio.text, dlio.path, dlio.version, dlio.overrides,
            std::vector<Mark>(dlio.overrides.size(), Mark{source}), dlio.workload, no_effect, problems);
}

Evidence read_evidence(std::span<const std::string> paths) {
  EvidenceReader reader;
  for (const std::string& path : paths) reader.read_file(path);
  return reader.take();
}

}  // namespace headrace
