// What becomes of a result database when the disk lies: 200 damages, each told or without any effect.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "analysis/cli/program.h"
#include "analysis/errors.h"
#include "analysis/results/content_hash.h"
#include "analysis/results/merge.h"
#include "analysis/results/reader.h"
#include "tests/analysis/results/sample_sweep.h"
#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

constexpr std::int64_t kPoints = 13, kStored = 12;
constexpr int kDamages = 200;

class DamageTest : public testing::Test {
 protected:
  DamageTest() {
    Ledger(good_, sample_sweep(kPoints), RowChoice::all).add(sample_finished_runs(kStored));
    Database(good_, Database::Access::write).execute("VACUUM");  // Full pages: few bytes mean nothing.
    std::ifstream file(good_, std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(file), {});
    hash_ = hash_of(good_);
    call({"query", good_, "points", "--json"}, points_);
    resume(good_);
    resumed_ = hash_of(good_);
  }

  static std::string hash_of(const std::string& path) { return content_hash(ResultReader(path).database()); }
  static void resume(const std::string& path) {
    Ledger(path, sample_sweep(kPoints), RowChoice::all).add(sample_finished_runs(kPoints));
  }
  static int call(const std::vector<std::string>& words, std::string& printed) {
    StringSink out, err;
    const int code = run_program(words, Streams{out, err});
    printed = code == 0 ? out.text() : err.text();
    return code;
  }

  // Damages the file by one bit, one byte, 512 zeroes or a cut, by turns; never by nothing.
  std::string damaged(int number) {
    std::mt19937_64 draw(static_cast<std::uint64_t>(number));
    std::string bytes = bytes_;
    const std::size_t at = draw() % bytes.size();
    switch (number % 4) {
      case 0: bytes[at] = static_cast<char>(bytes[at] ^ (1 << draw() % 8)); break;
      case 1: bytes[at] = static_cast<char>(bytes[at] + 1 + static_cast<int>(draw() % 255)); break;
      case 2: bytes.replace(at / 512 * 512, 512, 512, '\0'); break;
      default: bytes.resize(at);
    }
    return bytes;
  }
  std::string written(const std::string& bytes) const {
    const std::string path = folder_ / "damaged.db";
    std::filesystem::remove(path + "-wal");
    std::filesystem::remove(path + "-journal");
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    return path;
  }

  // Whether it was told. Where it was not, what comes out is what would have come out of the whole file.
  template <class Use>
  bool is_told(const std::string& bytes, const std::string& expected, Use use) const {
    try {
      EXPECT_EQ(use(written(bytes)), expected);
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("damaged.db: "), std::string::npos) << error.what();
      return true;
    }
    return false;
  }

  const ScratchFolder folder_ = ScratchFolder(ScratchFolder::Where::memory);
  const std::string good_ = folder_ / "good.db";
  std::string bytes_, hash_, points_, resumed_;
};

TEST_F(DamageTest, IsToldOrWithoutEffect) {
  int told = 0;
  for (int number = 0; number < kDamages; ++number) {
    SCOPED_TRACE("damage " + std::to_string(number));
    const std::string bytes = damaged(number);
    std::string printed;
    const int shown = call({"show", "hash", written(bytes)}, printed);
    EXPECT_TRUE(shown == 3 || (shown == 0 && printed == hash_ + "\n")) << shown << " " << printed;
    const int asked = call({"query", written(bytes), "points", "--json"}, printed);
    EXPECT_TRUE(asked == 3 || (asked == 0 && printed == points_)) << asked << " " << printed;
    told += is_told(bytes, resumed_, [](const std::string& path) {
      resume(path);
      return hash_of(path);
    });
    is_told(bytes, hash_, [this](const std::string& path) {
      const std::string out = folder_ / "merged.db";
      std::filesystem::remove(out);
      merge_results(out, std::vector{path});
      return hash_of(out);
    });
  }
  EXPECT_GE(told, kDamages / 2) << "the others fell on bytes that mean nothing, the free ones of a page";
  std::cout << "oracle: damages told: " << told << " of " << kDamages << "\n";
}

}  // namespace
}  // namespace headrace
