#include "sim/wait_place.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "sim/fair_network.h"
#include "sim/link.h"
#include "sim/resource.h"
#include "sim/task_group.h"

namespace headrace {
namespace {

using Texts = std::vector<std::string>;

Task<> transfer(Link& link) { co_await link.transfer(1_MiB); }
Task<> acquire(Resource& resource) {
  const Resource::Hold held = co_await resource.acquire();
  Resource::Hold never = co_await resource.acquire();
}
Task<> cross(FairNetwork& net, LinkId link) {
  const std::vector<LinkId> path = {link};
  co_await net.transfer(path, 1_MiB);
}

// Each kind of place names those that wait, in the order in which they were spawned.
TEST(WaitPlace, AStalledRunSaysWhoWaitsWhere) {
  Simulation sim;
  Link link(sim, "wire", Bandwidth());
  Resource resource(sim, "threads", 1);
  FairNetwork net(sim, "fabric");
  const LinkId port = net.add_link("port", Bandwidth());
  TaskGroup group(sim);
  group.spawn("a", cross(net, port));
  group.spawn("b", transfer(link));
  group.spawn("c", acquire(resource));
  EXPECT_EQ(sim.run().still_waiting,
            (Texts{"a: network 'fabric'", "b: link 'wire'", "c: resource 'threads'"}));
}

// Of places that are gone nobody is told, whichever of them went first.
TEST(WaitPlace, OneThatIsGoneIsNotAsked) {
  Simulation sim;
  auto first = std::make_unique<Link>(sim, "first", Bandwidth());
  auto second = std::make_unique<Link>(sim, "second", Bandwidth());
  Link third(sim, "third", Bandwidth());
  TaskGroup group(sim);
  group.spawn("a", transfer(*first));
  group.spawn("b", transfer(*second));
  group.spawn("c", transfer(third));
  EXPECT_EQ(sim.run().still_waiting, (Texts{"a: link 'first'", "b: link 'second'", "c: link 'third'"}));
  second.reset();
  first.reset();
  EXPECT_EQ(sim.run().still_waiting, (Texts{"a: something that no longer exists",
                                            "b: something that no longer exists", "c: link 'third'"}));
}

// A callback that waits is no process.
TEST(WaitPlace, ACallbackIsNotNamed) {
  Simulation sim;
  Link link(sim, "wire", Bandwidth());
  Link::Flow flow;
  link.start(flow, 1_MiB, {});
  TaskGroup group(sim);
  group.spawn("a", transfer(link));
  EXPECT_EQ(sim.run().still_waiting, Texts{"a: link 'wire'"});
}

}  // namespace
}  // namespace headrace
