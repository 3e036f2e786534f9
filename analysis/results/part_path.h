// PartPath: where a visitor of parts stands: "jobs/0/epochs/3", and the path of a member there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headrace {

class PartPath {
 public:
  const std::string& text() const { return text_; }
  std::string of(std::string_view name) const {
    return text_.empty() ? std::string(name) : text_ + "/" + std::string(name);
  }

  void enter(std::string_view name) {
    lengths_.push_back(text_.size());
    text_ = of(name);
  }
  void leave() {
    text_.resize(lengths_.back());
    lengths_.pop_back();
  }

 private:
  std::string text_;
  std::vector<std::size_t> lengths_;
};

// Returns where the values behind a percentile of a job lie: "figures/serve/inference.latency_ms", the same
// for each of its percentiles.
inline std::string values_path(std::string_view job, std::string_view percentile) {
  return "figures/" + std::string(job) + "/" + std::string(percentile.substr(0, percentile.rfind('.')));
}

}  // namespace headrace
