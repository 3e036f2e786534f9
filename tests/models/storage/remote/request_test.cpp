#include "models/storage/remote/request.h"

#include <gtest/gtest.h>

#include "tests/models/support/tally.h"

namespace headrace {
namespace {

RemoteRequest on_its_way(RemoteRequest::Work work) {
  RemoteRequest request;
  request.work = work;
  request.sent = Time::at(3_s);
  request.arrived = Time::at(5_s);
  request.begun = Time::at(9_s);
  request.by_thread = 8_s;
  request.served = Time::at(33_s);
  return request;
}

TEST(RemoteRequestTime, GoesToThePartsOfItsWay) {
  Tally tally(Time::at(1_s));
  tell(tally, on_its_way(RemoteRequest::Work::read), Time::at(65_s));
  EXPECT_EQ(tally.of(Activity::window), 2_s);
  EXPECT_EQ(tally.of(Activity::network), 2_s + 32_s);
  EXPECT_EQ(tally.of(Activity::server_queue), 4_s + 8_s);
  EXPECT_EQ(tally.of(Activity::device), 16_s);
  EXPECT_EQ(tally.all(), 64_s);
}

TEST(RemoteRequestTime, OfNamesIsMetadataButForTheWay) {
  Tally tally(Time::at(1_s));
  tell(tally, on_its_way(RemoteRequest::Work::none), Time::at(65_s));
  EXPECT_EQ(tally.of(Activity::metadata), 2_s + 28_s);
  EXPECT_EQ(tally.of(Activity::network), 2_s + 32_s);
  EXPECT_EQ(tally.all(), 64_s);
}

// The server was down when the request came there at 5 s; sent again at 7 s, it was at a thread at 9 s.
TEST(RemoteRequestTime, UntilItIsSentAgainIsTheOutage) {
  RemoteRequest request = on_its_way(RemoteRequest::Work::read);
  request.resent = Time::at(7_s);
  Tally tally(Time::at(1_s));
  tell(tally, request, Time::at(65_s));
  EXPECT_EQ(tally.of(Activity::outage), 2_s);
  EXPECT_EQ(tally.of(Activity::server_queue), 2_s + 8_s);
  EXPECT_EQ(tally.all(), 64_s);
}

// The window of a request was, until 2 s, full of requests that an outage had lost.
TEST(RemoteRequestTime, BehindWhatAnOutageLostIsTheOutageToo) {
  RemoteRequest request = on_its_way(RemoteRequest::Work::read);
  request.blocked = Time::at(2_s);
  Tally tally(Time::at(1_s));
  tell(tally, request, Time::at(65_s));
  EXPECT_EQ(tally.of(Activity::outage), 1_s);
  EXPECT_EQ(tally.of(Activity::window), 1_s);
}

// A server without drives: all that it does is in the time of its thread.
TEST(RemoteRequestTime, OfAServerWithoutDrivesIsItsOwn) {
  RemoteRequest request = on_its_way(RemoteRequest::Work::write);
  request.by_thread = 24_s;
  Tally tally(Time::at(9_s));
  tell(tally, request, Time::at(33_s));
  EXPECT_EQ(tally.of(Activity::server_queue), 24_s);
}

}  // namespace
}  // namespace headrace
