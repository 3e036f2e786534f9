#include "models/storage/lustre/lnet.h"

namespace headrace {

void Lnet::send_with_credit(PortId from, PortId to, Bytes size, Action arrived) {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(messages_.size()));
    messages_.emplace_back();
  }
  const std::uint32_t slot = free_.back();
  free_.pop_back();
  Peer& peer = peers_[{from, to}];
  Message& message = messages_[slot];
  message.peer = &peer;
  message.from = from;
  message.to = to;
  message.size = size;
  message.arrived = arrived;
  if (peer.on_their_way == credits_) return peer.waiting.push(slot);
  ++peer.on_their_way;
  start(slot);
}

void Lnet::start(std::uint32_t slot) {
  const Message& message = messages_[slot];
  const Action end = Action::of<&Lnet::arrived>(*this, slot);
  if (routers_ != nullptr) return routers_->to_servers().send(message.from, message.to, message.size, end);
  network_.send(message.from, message.to, message.size, end);
}

// Delivers a message, whose credit goes to the next one: that leaves before anybody looks at this one.
void Lnet::arrived(std::uint32_t slot) {
  const Message message = messages_[slot];
  free_.push_back(slot);
  if (message.peer->waiting.empty()) {
    --message.peer->on_their_way;
  } else {
    start(message.peer->waiting.pop());
  }
  message.arrived();
}

std::string Lnet::imbalance() const {
  for (const auto& peer : peers_)
    if (!peer.second.waiting.empty() && peer.second.on_their_way < credits_)
      return "messages wait for a credit that is free";
  return {};
}

}  // namespace headrace
