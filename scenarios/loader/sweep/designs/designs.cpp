#include "scenarios/loader/sweep/designs/design.h"

namespace headrace {

std::int64_t grid_size(const DesignSetting& setting);
std::int64_t list_size(const DesignSetting& setting);
std::int64_t one_at_a_time_size(const DesignSetting& setting);
std::int64_t sampled_size(const DesignSetting& setting);
std::int64_t morris_size(const DesignSetting& setting);
std::int64_t saltelli_size(const DesignSetting& setting);

void place_on_grid(const DesignSetting& setting, std::int64_t point, std::span<double> shares);
void place_in_list(const DesignSetting& setting, std::int64_t point, std::span<double> shares);
void place_one_at_a_time(const DesignSetting& setting, std::int64_t point, std::span<double> shares);
void place_at_random(const DesignSetting& setting, std::int64_t point, std::span<double> shares);
void place_in_latin_hypercube(const DesignSetting& setting, std::int64_t point, std::span<double> shares);
void place_in_sobol(const DesignSetting& setting, std::int64_t point, std::span<double> shares);
void place_of_morris(const DesignSetting& setting, std::int64_t point, std::span<double> shares);
void place_of_saltelli(const DesignSetting& setting, std::int64_t point, std::span<double> shares);

namespace {

constexpr Design kDesigns[] = {
    {"grid", "every combination of the values; the last axis changes fastest", {}, grid_size, place_on_grid},
    {"list", "the first values of all axes, then the second values, …", {}, list_size, place_in_list},
    {"one_at_a_time",
     "the scenario as it stands, then each value of each axis by itself",
     {.has_base = true},
     one_at_a_time_size,
     place_one_at_a_time},
    {"random",
     "values drawn by themselves for each point",
     {.is_sampled = true, .is_endless = true},
     sampled_size,
     place_at_random},
    {"latin_hypercube",
     "as many parts of each axis as points, each part taken once",
     {.is_sampled = true},
     sampled_size,
     place_in_latin_hypercube},
    {"sobol",
     "a Sobol sequence, which fills all axes evenly",
     {.is_sampled = true, .is_endless = true},
     sampled_size,
     place_in_sobol},
    {"morris",
     "trajectories that move one axis at a time, for elementary effects; `points` are trajectories",
     {.is_sampled = true, .is_whole = true},
     morris_size,
     place_of_morris},
    {"saltelli",
     "the matrices from which Sobol indices are estimated; `points` are base points",
     {.is_sampled = true, .is_whole = true},
     saltelli_size,
     place_of_saltelli},
};

}  // namespace

std::span<const Design> designs() { return kDesigns; }

}  // namespace headrace
