// What the client must be able to account for at any moment.

#include "models/storage/lustre/client.h"

namespace headrace {

namespace {

std::string differ(const char* what, std::int64_t one, const char* other, std::int64_t two) {
  if (one == two) return {};
  return std::string(what) + ": " + std::to_string(one) + ", " + other + ": " + std::to_string(two);
}

std::string differ(const char* what, Bytes one, const char* other, Bytes two) {
  return differ(what, one.count(), other, two.count());
}

}  // namespace

std::string LustreClient::imbalance() const {
  for (const std::string& found :
       {read_imbalance(), write_imbalance(), request_imbalance(), locks_.imbalance()})
    if (!found.empty()) return "client of node " + std::to_string(host_.node) + ": " + found;
  return {};
}

std::string LustreClient::read_imbalance() const {
  Bytes wanted, ahead;
  for (const File& file : files_) {
    const bool reads = file.request != nullptr && file.request->operation == IoOperation::read;
    if (reads) wanted += file.wanted - file.copied;
    ahead += file.issued - file.copied;
  }
  std::string found = differ("bytes asked for", flow_.asked, "taken, given up or waited for",
                             flow_.taken + flow_.given_up + wanted);
  if (!found.empty()) return found;
  return differ("bytes from pages and requests", flow_.from_pages + flow_.by_requests,
                "taken, never taken or ahead of a reader", flow_.taken + flow_.unread + ahead);
}

std::string LustreClient::write_imbalance() const {
  Bytes unwritten;
  for (const Target& target : targets_) {
    if (target.unwritten > unwritten_limit_)
      return "unwritten bytes: " + std::to_string(target.unwritten.count()) + ", above their limit";
    unwritten += target.unwritten;
  }
  Bytes promised;  // To pieces of rows that have no room at their targets yet.
  for (const File& file : files_) {
    if (file.row_ready == 0) continue;
    promised += file.row_end - file.row_begin;
    for (std::size_t i = 0; i < file.row_ready; ++i)
      promised -= file.objects[static_cast<std::size_t>(file.row[i])].piece->length;
  }
  std::string found = differ("unwritten bytes of a node", unwritten_, "of its targets", unwritten + promised);
  if (!found.empty()) return found;
  return differ("bytes written", flow_.accepted + flow_.copying, "on targets, dirty or on their way",
                flow_.written_back + unwritten + flow_.around);
}

// Each record is named by the file that made it, and each that is for an object by its lock.
std::string LustreClient::request_imbalance() const {
  std::int64_t outstanding = 0, openers = 0, members = 0, partials = 0;
  for (const File& file : files_) {
    outstanding += file.outstanding;
    for (const Object& object : file.objects) {
      openers += object.lock != kNoLock ? 1 : 0;
      members += object.lock != kNoLock && file.in_group ? 1 : 0;
      partials += object.partial != nullptr ? 1 : 0;
      if (object.ranges_active == 0 && !object.ranges.empty()) return "a range waits for nothing";
    }
  }
  for (const Target& target : targets_) {
    partials -= target.partials;
    if (target.in_flight < spec_.max_rpcs_in_flight && !target.turns.empty())
      return "requests wait for a window that is not full";
  }
  if (partials != 0) return "dirty requests were lost or doubled";
  if (locks_.users() > outstanding + members)
    return "requests with a lock: " + std::to_string(locks_.users() - members) +
           ", requests: " + std::to_string(outstanding);
  return differ("locks of open files", openers, "locks that are open", locks_.openers());
}

}  // namespace headrace
