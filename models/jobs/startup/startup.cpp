#include "models/jobs/startup/startup.h"

#include <algorithm>
#include <utility>

namespace headrace {

Startup::Startup(const JobSetting& setting, const JobSpec& job, std::span<const Dataset> data)
    : sim_(setting.scope.sim()),
      path_(setting.scope.path()),
      spec_(*job.startup),
      layout_(job.place(Purpose::software).layout),
      files_(setting.add_files("software")),
      names_(setting.add_files("names")) {
  without_objects_.mdt_size = 1_MiB;  // A name that is not there has no objects, as a file on an MDS alone.
  data_.assign(data.begin(), data.end());
  for (std::size_t set = 0; spec_.manifests && set < data_.size(); ++set)
    manifests_.push_back(setting.add_files("manifest"));
  for (const Seat& seat : setting.seats) {  // Seats of one node stand together.
    const bool other_node = crews_.empty() || crews_.back().seat.node != seat.node;
    if (other_node || spec_.importers == Importers::rank) {
      Memory& memory = memories_.try_emplace(seat.node->id(), sim_, seat.at(Purpose::software)).first->second;
      crews_.emplace_back(sim_, seat, memory);
    }
    crew_of_.push_back(&crews_.back());
  }
  result_.processes = spec_.processes * static_cast<std::int64_t>(crews_.size());
}

Task<> Startup::run(RankId rank, Account& account) {
  if (!begun_) begun_ = sim_.now();
  Crew& crew = *crew_of_[static_cast<std::size_t>(rank)];
  std::optional<Relay::Listening> listening(std::in_place, crew.first, account);
  if (!std::exchange(crew.begun, true))
    for (std::int64_t process = 0; process < spec_.processes; ++process)
      crew.processes.spawn(path_ + "/import/" + std::to_string(rank),
                           import_all(crew, process == 0 ? crew.first : nobody()));
  co_await crew.processes.join();
  listening.reset();
  account.spend(Activity::start_up, sim_.now());
  if (has_stopped_) co_return;
  ++ready_;
  result_.span = sim_.now() - *begun_;
}

void Startup::stop() {
  has_stopped_ = true;
  for (Crew& crew : crews_) {
    crew.processes.cancel_all();
    crew.begun = false;
  }
  for (auto& [node, memory] : memories_) {
    memory.known = 0;
    memory.asking = false;
    memory.image.reset();
  }
}

void Startup::add(Duration StartupResult::* part, Time since) {
  if (!has_stopped_) result_.*part += sim_.now() - since;
}

FileInfo Startup::file_of(std::int64_t number, Bytes size) const {
  FileInfo file;
  file.id.set = files_;
  file.id.index = number;
  file.size = size;
  file.layout = layout_;
  return file;
}

Task<> Startup::import_all(Crew& crew, Account& account) {
  if (spec_.image && spec_.files > 0) {
    co_await import_from_image(crew, account);
  } else {
    co_await import_one_by_one(crew, account);
  }
  if (spec_.lists_dataset) co_await list_all(crew, account);
  if (spec_.manifests) co_await read_manifests(crew, account);
}

Task<> Startup::import_one_by_one(Crew& crew, Account& account) {
  for (std::int64_t file = 0; file < spec_.files; ++file) {
    const Time since = sim_.now();
    if (spec_.names_shared) {
      co_await look_up(crew.memory, file, account);
    } else {
      co_await ask_for(crew.memory, file, account);
    }
    add(&StartupResult::lookups, since);
    co_await read_file(crew, file, account);
    co_await run_module(crew, account);
  }
}

// Reads the files where they lie in the image, one behind the other.
Task<> Startup::import_from_image(Crew& crew, Account& account) {
  const Duration names = spec_.image->lookup * (spec_.lookups + 1);
  for (std::int64_t file = 0; file < spec_.files; ++file) {
    const Time since = sim_.now();
    co_await crew.seat.node->work(names, Bytes(), account);
    account.spend(Activity::preprocess, sim_.now());
    add(&StartupResult::lookups, since);
    co_await read_in_image(crew.memory, file, account);
    co_await run_module(crew, account);
  }
}

// Reads a file of the image, which the first one mounts: it stays so as long as the job.
Task<> Startup::read_in_image(Memory& memory, std::int64_t file, Account& account) {
  Time since = sim_.now();
  Relay::Listening listening(memory.answers, account);
  auto turn = co_await memory.image_turn.acquire();
  if (!memory.image) {
    const FileInfo image = file_of(0, std::max(1_B, spec_.file_size * spec_.files));
    const FileHandle handle = co_await memory.software.open(image, memory.answers);
    memory.image.emplace(memory.software, handle);
    add(&StartupResult::opens, since);
    since = sim_.now();
  }
  if (spec_.file_size > Bytes()) {
    const Bytes at = spec_.file_size * file;
    const FileHandle handle = memory.image->handle();
    co_await memory.software.read(handle, at, spec_.file_size, IoMode::buffered, memory.answers);
  }
  turn.release();
  add(&StartupResult::reads, since);
}

Task<> Startup::run_module(Crew& crew, Account& account) {
  const Time since = sim_.now();
  co_await crew.seat.node->work(spec_.module_time, Bytes(), account);
  account.spend(Activity::preprocess, sim_.now());
  add(&StartupResult::modules, since);
}

// Looks up the names before a file, once a node: others of it wait for the first to ask, who asks in the
// order of the files, as all do.
Task<> Startup::look_up(Memory& memory, std::int64_t file, Account& account) {
  while (memory.asking && file >= memory.known) {
    Relay::Listening listening(memory.answers, account);
    co_await memory.asked.next();
  }
  if (file < memory.known) co_return;
  memory.asking = true;
  Relay::Listening listening(memory.answers, account);
  co_await ask_for(memory, file, memory.answers);
  memory.known = file + 1;
  memory.asking = false;
  memory.asked.tell();
}

Task<> Startup::ask_for(Memory& memory, std::int64_t file, Account& account) {
  FileInfo name;
  name.id.set = names_;
  name.layout = without_objects_;
  for (std::int64_t i = 0; i < spec_.lookups; ++i) {
    name.id.index = file * spec_.lookups + i;
    co_await memory.software.stat(name, account);
  }
}

Task<> Startup::read_file(Crew& crew, std::int64_t file, Account& account) {
  FileSystem& software = crew.memory.software;
  const FileInfo info = file_of(file, spec_.file_size);
  Time since = sim_.now();
  const FileHandle handle = co_await software.open(info, account);
  HeldFile held(software, handle);
  add(&StartupResult::opens, since);
  since = sim_.now();
  if (info.size > Bytes()) co_await software.read(handle, Bytes(), info.size, IoMode::buffered, account);
  add(&StartupResult::reads, since);
  since = sim_.now();
  co_await software.close(held.release(), account);
  add(&StartupResult::opens, since);
}

Task<> Startup::list_all(Crew& crew, Account& account) {
  const Time since = sim_.now();
  for (std::size_t set = 0; set < data_.size(); ++set) {
    const Dataset& data = data_[set];
    FileSystem& storage = crew.seat.of_dataset(set);
    const std::int64_t folders =
        std::clamp<std::int64_t>(data.spec().subfolders, 1, std::max<std::int64_t>(1, data.files()));
    for (std::int64_t folder = 0; folder < folders; ++folder) {
      const FileInfo directory = data.file(folder);
      const std::int64_t entries = (data.files() - folder + folders - 1) / folders;
      co_await storage.list(directory, entries, account);
    }
  }
  add(&StartupResult::listing, since);
}

// Reads the manifests of each data set where that is. Those of a node find in its memory what another process
// of it has read, as far as its file system keeps that.
Task<> Startup::read_manifests(Crew& crew, Account& account) {
  const Time since = sim_.now();
  const ManifestSpec& spec = *spec_.manifests;
  for (std::size_t set = 0; set < data_.size(); ++set) {
    FileSystem& storage = crew.seat.of_dataset(set);
    for (std::int64_t i = 0; i < spec.files; ++i) {
      FileInfo file = data_[set].file(0);
      file.id.set = manifests_[set];
      file.id.index = i;
      file.size = spec.size;
      const FileHandle handle = co_await storage.open(file, account);
      HeldFile held(storage, handle);
      co_await storage.read(handle, Bytes(), spec.size, IoMode::buffered, account);
      co_await storage.close(held.release(), account);
      co_await crew.seat.node->work(spec.work, Bytes(), account);
      account.spend(Activity::preprocess, sim_.now());
    }
  }
  add(&StartupResult::manifests, since);
}

StartupResult Startup::result() const {
  StartupResult result = result_;
  if (begun_ && ready_ < crew_of_.size() && !has_stopped_) result.span = sim_.now() - *begun_;
  for (const auto& [node, memory] : memories_)
    result.from_storage += memory.software.reads_of(files_).fetched;
  for (std::size_t set = 0; set < manifests_.size(); ++set) {
    const FileSystem* last = nullptr;
    for (const Crew& crew : crews_) {  // Crews of one node stand together.
      const FileSystem& client = crew.seat.of_dataset(set);
      if (std::exchange(last, &client) == &client) continue;
      result.manifests_from_storage += client.reads_of(manifests_[set]).fetched;
    }
  }
  return result;
}

}  // namespace headrace
