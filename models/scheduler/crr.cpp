// CRR: clients in turn, a quantum of requests each, as the CRR-N policy of Lustre's NRS does with the nodes
// that send to a server. A client without requests loses its turn and what is left of its quantum.

#include <unordered_map>

#include "models/scheduler/policy.h"

namespace headrace {

namespace {

struct CrrSpec {
  std::int64_t quantum = 8;

  void visit(Fields& f) {
    f.integer({"quantum", "requests of one client before the next one's turn", "Lustre's CRR-N: 8 [read]"},
              quantum, 1, 65'536);
  }
};

class ClientRoundRobin final : public RequestScheduler {
 public:
  ClientRoundRobin(const Context&, const CrrSpec& spec) : quantum_(spec.quantum) {}

  void add(ScheduledRequest& request, Time) override {
    Client& client = clients_[request.client];
    if (client.waiting.empty()) line_up(client);
    client.waiting.push(request);
  }

  ScheduledRequest* take(Time) override {
    if (first_ == nullptr) return nullptr;
    Client& client = *first_;
    ScheduledRequest& request = client.waiting.pop();
    ++served_;
    if (served_ < quantum_ && !client.waiting.empty()) return &request;
    served_ = 0;
    first_ = client.next;
    if (first_ == nullptr) last_ = nullptr;
    if (!client.waiting.empty()) line_up(client);
    return &request;
  }

  Time next_chance(Time now) const override { return first_ == nullptr ? Time::never() : now; }

 private:
  struct Client {
    RequestQueue waiting;
    Client* next = nullptr;
  };

  void line_up(Client& client) {
    client.next = nullptr;
    (last_ == nullptr ? first_ : last_->next) = &client;
    last_ = &client;
  }

  std::int64_t quantum_;
  std::int64_t served_ = 0;  // Of the first client, in this turn.
  std::unordered_map<NodeId, Client> clients_;
  Client* first_ = nullptr;  // Those with requests, in the order of their turns.
  Client* last_ = nullptr;
};

}  // namespace

std::unique_ptr<Recipe<RequestScheduler>> scheduler_crr() {
  return recipe<RequestScheduler, ClientRoundRobin, CrrSpec>();
}

}  // namespace headrace
