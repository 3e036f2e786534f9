// RemoteBench: the plainest store of models/storage/remote: what its client asks takes no service, and a
// piece of 1 MB takes the drives' latency.
#pragma once

#include <memory>

#include "models/storage/remote/remote_store.h"
#include "tests/models/support/store_machine.h"

namespace headrace {

class RemoteBench final : public RemoteStore {
 public:
  struct Spec {
    Spec() {
      servers.nic = exact_port();
      servers.device = endless_drives();
      servers.device.flash().read_latency = Distribution(1_ms);
    }
    void visit(Fields&) {}

    ServerSpec servers;
    WindowShape shape;
    Bytes error;  // Asked for too much.
  };
  // What a piece takes alone, its data through the ports.
  static constexpr Duration kPiece = kRoundTrip + 1_ms + 1'954_ns;

  RemoteBench(const Context& context, const Spec& spec)
      : RemoteStore(context, spec.servers, WaySpec(), "servers"), spec_(spec) {}

  static std::unique_ptr<Recipe<Store>> recipe_of(const Spec& spec) {
    return recipe<Store, RemoteBench>(spec);
  }
  static Task<> read_later(StoreMachine& machine, Duration wait, FileInfo file, Time& end) {
    co_await machine.sim().delay(wait);
    co_await read_whole(machine.client(), file, IoMode::direct);
    end = machine.sim().now();
  }

 private:
  class Client final : public RemoteClient {
   public:
    Client(Scope scope, RemoteStore& store, const Host& host, const Spec& spec)
        : RemoteClient(scope, store, host, spec.shape), error_(spec.error) {}

   private:
    void plan(File& file) override {
      const IoRequest& request = *file.request;
      if (request.operation == IoOperation::open) add_request(file, kNoTime, 0);
      if (request.operation == IoOperation::read)
        add_range(file, Work::read, kNoTime, request.offset, end_of_read(file) + error_, 1'000'000_B);
    }
    std::int32_t target_of(const File&, Bytes) const override { return 0; }

    static inline const Distribution kNoTime;
    Bytes error_;
  };
  std::unique_ptr<RemoteClient> make_client(Scope scope, const Host& host) override {
    return std::make_unique<Client>(scope, *this, host, spec_);
  }

  Spec spec_;
};

}  // namespace headrace
