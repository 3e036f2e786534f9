#include "scenarios/loader/init/first_job.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "scenarios/loader/fields/field_writer.h"
#include "scenarios/loader/import/description_part.h"
#include "scenarios/loader/import/import_priors.h"
#include "scenarios/loader/init/accelerator_list.h"
#include "scenarios/loader/recordings/inferred_workload.h"
#include "scenarios/loader/text/file_finder.h"

namespace headrace {
namespace {

namespace fs = std::filesystem;

// Rules of MLPerf Storage for data sets [read].
constexpr double kStepsOfRules = 500, kMemoriesOfRules = 5;
// Steps below which an answer calls an epoch too short: two for each of eight stretches, and the first.
constexpr double kFewestStepsToJudge = 17;

// UnetFile: the shipped UNet3D of an accelerator, and those whose computation it stands for.
struct UnetFile {
  std::string_view file, own, others;
};
constexpr UnetFile kUnetFiles[] = {
    {"workloads/unet3d_h100.yaml", "H100", "H200|H800|H20|GH200"},
    {"workloads/unet3d_a100.yaml", "A100", "A800|A30|A40|A6000|A10"},
    {"workloads/unet3d_b200.yaml", "B200", "B100|B300|GB200|GB300"},
    {"workloads/unet3d_v100.yaml", "V100", "P100|T4"},
};

std::string short_name(const std::string& path) { return fs::path(path).filename().string(); }

class JobWriter {
 public:
  JobWriter(const Evidence& evidence, JobGround& ground) : evidence_(evidence), ground_(ground) {}

  FirstJob write() {
    name_accelerator();
    if (evidence_.dlio) {
      dlio_ = *evidence_.dlio;
      if (evidence_.recording)
        job_.not_taken.push_back({short_name(evidence_.recording->path),
                                  "the loader behind it: a DLIO file says more of a job than is inferred"});
      write_dlio({OriginTag::read, "the file itself"}, path_from(ground_.file, dlio_.path));
    } else if (evidence_.recording) {
      write_inferred();
    } else {
      take_unet();
    }
    write_place();
    job_.text += job_.lines.text();
    return std::move(job_);
  }

 private:
  double ranks_each() const {
    return ground_.accelerators ? ground_.accelerators->value
                                : whole_number_text(import_prior("clients.accelerators").value).value_or(1);
  }
  double ranks() const { return std::max(1.0, ground_.nodes.value * ranks_each()); }

  void name_accelerator();
  void take_unet();
  void write_dlio(const Origin& origin, const std::string& path);
  void write_overrides();
  void write_even(std::string list);
  void write_inferred();
  void write_place();

  const Evidence& evidence_;
  JobGround& ground_;
  FirstJob job_;
  DlioEvidence dlio_;
  AcceleratorName accelerator_;
  bool has_ranks_ = true;  // accelerators_per_node is still to be written.
};

void JobWriter::name_accelerator() {
  if (ground_.accelerator.text.empty()) {
    if (evidence_.dlio) accelerator_ = accelerator_name_in(short_name(evidence_.dlio->path));
    if (!accelerator_.is_known) accelerator_ = {};
    return;
  }
  accelerator_ = accelerator_name_in(ground_.accelerator.text);
  if (!evidence_.dlio || !accelerator_.is_known) return;
  const AcceleratorName of_file = accelerator_name_in(short_name(evidence_.dlio->path));
  if (of_file.is_known && of_file.name != accelerator_.name)
    job_.contradictions.push_back(
        {"computation time of a step", of_file.name + " (" + short_name(evidence_.dlio->path) + ")",
         accelerator_.name + " (" + ground_.accelerator.place + ")",
         "the file says how long a step takes, and nothing else does: give the file of your accelerator"});
}

// Takes the shipped UNet3D of the accelerator, or of the nearest one that has a time of it.
void JobWriter::take_unet() {
  const UnetFile* chosen = std::begin(kUnetFiles);
  std::string why = "no file tells of a job; UNet3D is the workload of the shipped examples";
  for (const UnetFile& row : kUnetFiles) {
    const bool is_near = has_any_word(accelerator_.name, row.others);
    if (!is_near && accelerator_.name != row.own) continue;
    chosen = &row;
    if (is_near)
      why += "; no time of it is published for " + accelerator_.name + ", that of " + std::string(row.own) +
             " stands";
  }
  const bool is_told = accelerator_.name.empty() || has_any_word(accelerator_.name, chosen->own) ||
                       has_any_word(accelerator_.name, chosen->others);
  if (!is_told)
    why += "; no time of it is known for " + accelerator_.name + ", that of " + std::string(chosen->own) +
           " stands";
  if (accelerator_.name.empty()) accelerator_ = {std::string(chosen->own), true};
  dlio_.path = chosen->file;
  const auto file = FileFinder::read(dlio_.path, job_.problems);
  if (!file) return;
  dlio_.text = file->text;
  read_dlio_evidence(dlio_, job_.problems);
  job_.gaps.push_back({"jobs.train.dlio", "no file tells of a job", dlio_.path});
  write_dlio({OriginTag::assumed, why}, dlio_.path);
}

void JobWriter::write_dlio(const Origin& origin, const std::string& path) {
  job_.text = "jobs:\n  train:\n";
  PlatformLines& lines = job_.lines;
  lines.value("dlio", yaml_text(path), origin);
  lines.assume("dlio_version", std::string(kDlioVersions[static_cast<std::size_t>(dlio_.version)]),
               dlio_.version_origin, "which version of DLIO ran is not said");
  ground_.trains = dlio_.workload.training.enabled;
  write_overrides();
}

// Writes the files of overrides, and a number of files where the data set is too small to judge.
void JobWriter::write_overrides() {
  std::string list;
  for (const std::string& path : dlio_.override_files)
    list += (list.empty() ? "" : ", ") + yaml_text(path_from(ground_.file, path));
  const Origin files{OriginTag::read, "the files themselves"};
  const DatasetSpec& set = dlio_.workload.dataset;
  const auto per_step = static_cast<double>(dlio_.workload.loader.batch_size) * ranks();
  const auto samples = static_cast<double>(set.samples_per_file);
  const double steps = std::floor(static_cast<double>(set.files) * samples / per_step);
  if (!ground_.trains || dlio_.workload.mixture || steps >= kFewestStepsToJudge) {
    if (ground_.is_even && ground_.trains && !dlio_.workload.mixture) return write_even(list);
    if (!list.empty()) job_.lines.value("overrides", "[" + list + "]", files);
    return;
  }
  const double bytes = std::max(1.0, static_cast<double>(set.record_length.count()) * samples);
  const double by_steps = kStepsOfRules * per_step / samples;
  const double by_memory = kMemoriesOfRules * ground_.memory * ground_.nodes.value / bytes;
  const double unit = std::max(1.0, std::ceil(per_step / samples));
  const double count = std::ceil(std::clamp(std::max(by_steps, by_memory), 1.0, 1e11) / unit) * unit;
  list += (list.empty() ? "" : ", ") + ("++workload.dataset.num_files_train=" + count_text(count));
  const std::int64_t epochs = dlio_.workload.training.epochs;
  if (epochs > 1) list += ", ++workload.train.epochs=1";
  job_.lines.assume(
      "overrides", "[" + list + "]",
      {OriginTag::assumed, "rules of MLPerf Storage: 500 steps and five times the memory of the nodes; the " +
                               count_text(static_cast<double>(set.files)) + " files that are said make " +
                               count_text(steps) + (steps == 1 ? " step" : " steps") +
                               " of an epoch, too few to judge" +
                               (epochs > 1 ? ". One epoch of " + std::to_string(epochs) : "")},
      "the data set that is said is too small for so many accelerators");
}

// Writes as many samples as all ranks get alike: whole files of them, or fewer samples of each file.
void JobWriter::write_even(std::string list) {
  const DatasetSpec& set = dlio_.workload.dataset;
  const std::int64_t per_step = dlio_.workload.loader.batch_size * std::llround(ranks());
  const std::int64_t unit = per_step / std::gcd(per_step, set.samples_per_file);
  const bool has_files = set.files >= unit;
  const std::int64_t count = has_files ? set.files / unit * unit : set.samples_per_file / per_step * per_step;
  const std::string key = has_files ? "num_files_train" : "num_samples_per_file";
  if (!list.empty()) list += ", ";
  list += "++workload.dataset." + key + "=" + std::to_string(std::max<std::int64_t>(1, count));
  job_.lines.assume("overrides", "[" + list + "]",
                    {OriginTag::assumed,
                     "of all that are said a rank gets fewer steps than the others, and this "
                     "version of DLIO waits for it for ever"},
                    "the data set that is said does not deal evenly over the ranks");
}

void JobWriter::write_inferred() {
  const RecordingEvidence& recording = *evidence_.recording;
  std::string text = workload_text(recording.loader, {short_name(recording.path), "", "", ""});
  const std::size_t jobs = text.find("jobs:\n");
  job_.text = "# The job is inferred from " + yaml_text(short_name(recording.path)) +
              ": behind each value how sure it is, and why.\n" + text.substr(jobs);
  has_ranks_ = false;
  job_.gaps.push_back({"jobs.train.workload", "a trace does not say what a loader was told",
                       "what it did, with how sure each value is (`headrace infer " + recording.path + "`)"});
}

void JobWriter::write_place() {
  PlatformLines& lines = job_.lines;
  lines.open("nodes");
  lines.value("group", yaml_text(ground_.group), {OriginTag::derived, "the platform's"});
  const std::int64_t hosts = evidence_.recording && !evidence_.dlio
                                 ? std::max<std::int64_t>(1, evidence_.recording->loader.nodes.value)
                                 : 0;
  if (hosts > 0)
    lines.value("count", count_text(static_cast<double>(hosts)),
                {OriginTag::derived, "hosts of the recording"});
  else
    lines.count("count", ground_.nodes, "", "how many nodes run the job is not said");
  lines.close();
  if (has_ranks_) {
    if (ground_.accelerators)
      lines.count("accelerators_per_node", ground_.accelerators, "",
                  "the accelerators of a node are not said");
    else
      lines.prior("accelerators_per_node", "clients.accelerators", "no accelerators are described");
  }
  if (!accelerator_.name.empty()) {
    const std::string place =
        ground_.accelerator.text.empty() ? "" : ground_.accelerator.place + ": " + ground_.accelerator.text;
    if (accelerator_.is_known)
      lines.value("accelerator", yaml_text(accelerator_.name),
                  place.empty() ? Origin{OriginTag::derived, "by the workload's name"}
                                : Origin{OriginTag::read, place});
    else
      lines.assume(
          "accelerator", yaml_text(accelerator_.name),
          {OriginTag::assumed, place + ", which is not among those known; the nearest name, for the report"},
          "an accelerator that is not known by name");
  }
  lines.value("storage", yaml_text(ground_.storage), {OriginTag::derived, "the platform's"});
  if (!ground_.is_lustre) return;
  lines.open("layout");
  const auto write = [&](const char* field, const char* usual) {
    const auto told = std::find_if(ground_.layout.begin(), ground_.layout.end(),
                                   [&](const ToldText& value) { return value.field == field; });
    if (told != ground_.layout.end()) return lines.value(field, told->text, told->origin);
    lines.assume(field, usual, {OriginTag::assumed, "Lustre's default"}, "how files are striped is not said");
  };
  write("stripe_count", "1");
  write("stripe_size", "1 MiB");
  lines.close();
}

}  // namespace

std::string path_from(const std::string& scenario, const std::string& path) {
  std::error_code error;
  const fs::path folder = fs::absolute(scenario, error).parent_path();
  if (error || !fs::exists(path, error)) return path;
  const std::string found = fs::absolute(path, error).lexically_relative(folder).string();
  return error || found.empty() ? path : found;
}

std::string platform_path(const std::string& name, const std::string& scenario) {
  std::error_code error;
  if (fs::is_regular_file(name, error)) return path_from(scenario, name);
  const bool is_name = name.find('/') == std::string::npos && !name.ends_with(".yaml");
  return is_name ? "platforms/" + name + ".yaml" : name;
}

FirstJob first_job(const Evidence& evidence, JobGround& ground) {
  return JobWriter(evidence, ground).write();
}

}  // namespace headrace
