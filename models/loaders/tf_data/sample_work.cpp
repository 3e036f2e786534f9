#include "models/loaders/tf_data/sample_work.h"

namespace headrace {

SampleWork::SampleWork(StageSetting& setting)
    : setting_(setting),
      decode_(setting.context.node.host_work().decode.of(setting.context.data.spec().format)),
      moved_per_byte_(cost_of(setting.context.data.spec().format).bytes_moved_per_byte),
      preprocesses_(setting.context.scope.blamed("preprocess")),
      keeps_(setting.context.spec.tf_data.cache_after == CacheAfter::map) {}

Task<> SampleWork::run(Element element, Duration preprocessing, Account& account) {
  Node& node = setting_.context.node;
  const Simulation& sim = setting_.context.scope.sim();
  if (element.length > Bytes()) {
    const Bytes moved = setting_.context.data.spec().decoded(element.length) * moved_per_byte_;
    const ThreadWork decode{element.length / decode_, moved, node.decodes()};
    co_await node.work(decode, account);
    account.spend(Activity::decode, sim.now());
  }
  const ThreadWork preprocess{preprocessing, Bytes(), preprocesses_};
  if (!preprocess.none()) co_await node.work(preprocess, account);
  account.spend(Activity::preprocess, sim.now());
  if (keeps_) setting_.kept.keep(element.place);
}

}  // namespace headrace
