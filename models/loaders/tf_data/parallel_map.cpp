#include "models/loaders/tf_data/parallel_map.h"

#include <algorithm>
#include <string>
#include <utility>

namespace headrace {

ParallelMap::ParallelMap(StageSetting& setting, std::unique_ptr<Stage> input, const MapSpec& spec,
                         const Parallelism& calls, std::size_t first_maker)
    : setting_(setting),
      input_(std::move(input)),
      work_(setting),
      deterministic_(spec.deterministic),
      parallelism_(calls),
      first_maker_(first_maker),
      to_make_(setting.context.scope.sim(), "samples to map", static_cast<std::size_t>(calls.most())),
      room_(setting.context.scope.sim(), "room for mapped samples"),
      done_(setting.context.scope.sim(), "mapped samples"),
      processes_(setting.context.scope.sim()) {}

void ParallelMap::begin() {
  has_begun_ = true;
  const std::string path = setting_.context.scope.path() + "/map";
  processes_.spawn_daemon(path, ask());
  for (std::int64_t c = 0; c < parallelism_.most(); ++c)
    processes_.spawn_daemon(path + "/" + std::to_string(c), make(static_cast<std::size_t>(c + 1)));
}

std::list<ParallelMap::Call>::iterator ParallelMap::to_take() {
  if (deterministic_) return !calls_.empty() && calls_.front().is_done ? calls_.begin() : calls_.end();
  return std::find_if(calls_.begin(), calls_.end(), [](const Call& call) { return call.is_done; });
}

Task<std::optional<Element>> ParallelMap::next(Account& account) {
  if (!has_begun_) begin();
  auto taken = to_take();
  for (; taken == calls_.end(); taken = to_take()) {
    if (calls_.empty() && has_ended_) co_return std::nullopt;
    co_await done_.next();
  }
  account.spend(Activity::delivery, setting_.context.scope.sim().now());
  const Element element = taken->element;
  calls_.erase(taken);
  room_.tell();
  co_return element;
}

Task<> ParallelMap::ask() {
  for (;;) {
    while (static_cast<std::int64_t>(calls_.size()) >= parallelism_.after(begun_)) co_await room_.next();
    maker(0).begin(setting_.batch_of(begun_));
    const std::optional<Element> element = co_await input_->next(maker(0));
    maker(0).end();
    if (!element) break;
    const bool is_done = work_.is_done(*element);
    const Duration preprocessing = is_done ? Duration() : work_.draw_preprocessing();
    Call& call = calls_.emplace_back(*element, begun_++, preprocessing);
    if (is_done) {
      call.is_done = true;
      done_.tell();
    } else {
      co_await to_make_.push(&call);
    }
  }
  has_ended_ = true;
  done_.tell();
}

Task<> ParallelMap::make(std::size_t number) {
  while (const std::optional<Call*> given = co_await to_make_.pop()) {
    Call& call = **given;
    maker(number).begin(setting_.batch_of(call.number));
    co_await work_.run(call.element, call.preprocessing, maker(number));
    maker(number).end();
    call.is_done = true;
    done_.tell();
  }
}

}  // namespace headrace
