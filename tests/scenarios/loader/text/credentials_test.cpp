#include "scenarios/loader/text/credentials.h"

#include <gmock/gmock.h>

#include "tests/scenarios/loader/dlio/dlio_support.h"

namespace headrace {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Credentials, MasksTheValueAndNothingElse) {
  EXPECT_EQ(without_credentials("access_key_id: AKIA12  # mine\nregion: eu\n"),
            "access_key_id: xxxxxx  x xxxx\nregion: eu\n");
  EXPECT_EQ(without_credentials("{secret_access_key: abc, region: eu}"),
            "{secret_access_key: xxx, region: eu}");
  EXPECT_EQ(without_credentials("\"password\": 'it, is'\nb: 1"), "\"password\": xxxx xxx\nb: 1");
  EXPECT_EQ(without_credentials("++workload.storage.storage_options.secret_access_key=abc"),
            "++workload.storage.storage_options.secret_access_key=xxx");
  EXPECT_EQ(without_credentials("endpoint_url: http://me:pw@host:90/a@b"),
            "endpoint_url: http://xxxxx@host:90/a@b");
}

TEST(Credentials, MasksValuesOverSeveralLines) {
  EXPECT_EQ(without_credentials("a:\n  secret: |\n    one\n    two\n  b: 1\n"),
            "a:\n  secret: x\n    xxx\n    xxx\n  b: 1\n");
  EXPECT_EQ(without_credentials("secret: one\n  two\nb: 1"), "secret: xxx\n  xxx\nb: 1");
  EXPECT_EQ(without_credentials("secret:\n  one\nb: 1"), "secret:\n  xxx\nb: 1");
}

TEST(Credentials, LeavesOtherTextAsItIs) {
  for (const char* text : {"", "model: x\n", "# the secret of speed\nreader: {}\n", "url: http://host/x",
                           "secret", "tokens: 5\n", "a: b@c\n"})
    EXPECT_EQ(without_credentials(text), text);
}

// Whatever a user may write and get wrong around a credential, no message, note or workload shows it.
TEST(Credentials, NoMessageShowsACredential) {
  const char* const texts[] = {
      "storage:\n  storage_options:\n    access_key_id: TOPSECRET\n    secret_access_key: TOPSECRET\n",
      "storage: {storage_options: {secret_access_key: TOPSECRET, access_key_id: [TOPSECRET]}}\n",
      "storage: {secret_access_key: TOPSECRET, access_key_id: TOPSECRET}\n",
      "secret_access_key: TOPSECRET\n",
      "storage:\n  storage_options: {secret_access_key: \"TOPSECRET\n",
      "storage: {storage_options: {endpoint_url: http://me:TOPSECRET@host}}\nreader: 1\n",
      "storage:\n  storage_options:\n    secret_access_key: >-\n      TOPSECRET\n   x\n",
  };
  for (const char* text : texts) {
    DlioResult result = read(text, {"++workload.storage.storage_options.secret_access_key=TOPSECRET",
                                    "workload.storage.token=TOPSECRET", "secret_access_key=TOPSECRET"});
    EXPECT_THAT(result.problems.text(), Not(HasSubstr("TOPSECRET"))) << text;
    EXPECT_THAT(SpecText::of(result.workload), Not(HasSubstr("TOPSECRET"))) << text;
    for (const NoEffect& entry : result.no_effect)
      EXPECT_THAT(entry.key + entry.reason, Not(HasSubstr("TOPSECRET"))) << text;
    for (const Problem& problem : result.problems.all()) {
      if (!problem.mark.source) continue;
      EXPECT_THAT(problem.mark.source->text, Not(HasSubstr("TOPSECRET"))) << text;
    }
  }
}

// A scenario's own text keeps its overrides as they are; what is shown of it does not.
TEST(Credentials, NoExcerptOfAScenarioShowsACredential) {
  const std::string text =
      "overrides: [\"++workload.storage.storage_options.secret_access_key=TOPSECRET\", x]\n";
  Problems problems;
  const Mark mark{std::make_shared<const SourceText>(SourceText{"scenario.yaml", text}), 1, 81};
  problems.add(mark, "E0001", "near secret_access_key=TOPSECRET");
  EXPECT_THAT(problems.text(), HasSubstr("secret_access_key=xxxxxxxxx\", x]"));
  EXPECT_THAT(problems.text(), Not(HasSubstr("TOPSECRET")));
}

}  // namespace
}  // namespace headrace
