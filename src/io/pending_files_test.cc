#include "io/pending_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "io/bytes.h"
#include "io/files_for_tests.h"
#include "overt/base/error.h"

namespace overt::io {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, const std::string& text) {
  OutputFile file(path);
  file.write_at(0, text);
  file.close();
}

bool any(const fs::path& /*file*/) { return true; }
bool certificate_alone(const fs::path& file) { return file == "certificate.json"; }

class PendingFilesTest : public testing::Test {
 protected:
  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  // Everything, hidden names too: "name=content", folders without one.
  std::set<std::string> all() const {
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / "")) {
      const std::string name = entry.path().lexically_relative(folder_ / "").string();
      names.insert(entry.is_regular_file() ? name + "=" + bytes_of(entry.path().string()) : name);
    }
    return names;
  }
  static Place replacing(MayGo may_go = any) {
    Place place;
    place.replace = true;
    place.may_go = may_go;
    return place;
  }
  // A release and the file that is kept of it, on their way.
  void start(Pending& pending, const std::string& text, const Place& place) const {
    const fs::path folder = pending.folder(at("release"), place);  // first, and yet put last
    write(pending.file(at("kept"), place), text);
    write(folder / "certificate.json", text);
  }
  std::string message(const std::function<void()>& run, ErrorCode expected) const {
    ErrorCode code = ErrorCode::interrupted;
    const std::string text = message_of(code, run);
    EXPECT_EQ(code, expected) << text;
    return text;
  }

  const std::set<std::string> old_ = {"kept=old", "release", "release/certificate.json=old"};
  const std::set<std::string> new_ = {"kept=new", "release", "release/certificate.json=new"};
  TemporaryFolder folder_;
};

TEST_F(PendingFilesTest, AppearTogetherOrNotAtAll) {
  {
    PendingFiles pending;
    start(pending, "old", {});
    EXPECT_FALSE(fs::exists(at("release")) || fs::exists(at("kept")));
  }
  EXPECT_TRUE(all().empty());
  PendingFiles pending;
  start(pending, "old", {});
  pending.commit();
  EXPECT_EQ(all(), old_);
  PendingFiles second;
  start(second, "new", replacing());
  EXPECT_EQ(bytes_of(at("kept")) + bytes_of(at("release/certificate.json")), "oldold");
  second.commit();
  EXPECT_EQ(all(), new_);
}

TEST_F(PendingFilesTest, WhatIsDroppedIsNotWritten) {
  PendingFiles pending;
  const fs::path folder = pending.folder(at("release"), {});
  write(pending.file(at("kept"), {}), "x");
  pending.drop(folder);
  pending.commit();
  EXPECT_EQ(all(), std::set<std::string>{"kept=x"});
}

TEST_F(PendingFilesTest, TheCustodiansFilesAreForTheirOwnerAlone) {
  PendingFiles pending;
  Place place;
  place.readers = Readers::custodian;
  write(pending.file(at("kept"), place), "x");
  pending.commit();
  EXPECT_EQ(fs::status(at("kept")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  fs::create_directory(at("release"));
  folder_.file("release/certificate.json", "{}");
  EXPECT_NE(message([&] { pending.file(at("release/kept"), place); }, ErrorCode::usage)
                .find("the folder of a release is published"),
            std::string::npos);
  place.release = at("later");
  EXPECT_NE(message([&] { pending.file(at("later/kept"), place); }, ErrorCode::usage)
                .find("the folder of a release is published"),
            std::string::npos);
}

TEST_F(PendingFilesTest, NothingIsReplacedUnasked) {
  folder_.file("kept", "precious");
  PendingFiles pending;
  EXPECT_EQ(message([&] { pending.file(at("kept"), {}); }, ErrorCode::usage),
            at("kept") + ": exists already; pass force to replace it");
  Place place = replacing();
  place.inputs = {at("kept")};
  EXPECT_EQ(message([&] { pending.file(at("kept"), place); }, ErrorCode::usage),
            at("kept") + ": not replaced: it is a file that this job reads");
  fs::remove(at("kept"));
  start(pending, "new", {});
  EXPECT_EQ(message([&] { start(pending, "new", {}); }, ErrorCode::usage),
            at("release") + ": it is to be written twice");
}

TEST_F(PendingFilesTest, WhatComesInTheMeantimeIsKept) {
  for (const char* first : {"kept", "release"}) {
    const TemporaryFolder here;
    PendingFiles pending;
    write(pending.file((here / "kept").string(), {}), "new");
    write(pending.folder((here / "release").string(), {}) / "certificate.json", "new");
    fs::create_directory(here / first);
    EXPECT_THROW(pending.commit(), Error);
    EXPECT_TRUE(fs::is_empty(here / first));
    EXPECT_FALSE(fs::exists(here / (first == std::string("kept") ? "release" : "kept")));
  }
}

TEST_F(PendingFilesTest, AFolderGoesOnlyIfAllThatIsInItMay) {
  fs::create_directory(at("release"));
  folder_.file("release/certificate.json", "{}");
  folder_.file("release/thesis.tex", "precious");
  PendingFiles pending;
  EXPECT_EQ(message([&] { pending.folder(at("release"), replacing(certificate_alone)); },
                    ErrorCode::usage),
            at("release") + ": not replaced: it holds thesis.tex, which is not of a release");
  EXPECT_THROW(pending.folder(at("release"), replacing(nullptr)), Error);
  fs::remove(at("release/thesis.tex"));
  write(pending.folder(at("release"), replacing(certificate_alone)) / "certificate.json", "new");
  folder_.file("release/thesis.tex", "precious");  // while it was at work
  EXPECT_THROW(pending.commit(), Error);
  EXPECT_EQ(bytes_of(at("release/thesis.tex")), "precious");
  EXPECT_EQ(bytes_of(at("release/certificate.json")), "{}");
}

// A run is killed: its lock is gone, its hidden folders stay. `steps` of its renames were done.
class KilledTest : public PendingFilesTest {
 protected:
  void kill_after(std::size_t steps, bool journal, bool replace) const {
    std::vector<HiddenFolder> hidden;
    Journal entries;
    for (const char* name : {"kept", "release"}) {
      hidden.push_back(HiddenFolder::beside(at(name), name));
      const fs::path content = hidden.back().content();
      if (name == std::string("release")) {
        fs::create_directory(content);
        write(content / "certificate.json", "new");
      } else {
        write(content, "new");
      }
      entries.push_back({hidden.back().path(), *file_id(content)});
    }
    for (const HiddenFolder& one : hidden) {
      if (journal) write_journal(one, entries, "x");
    }
    for (std::size_t i = 0; i < steps; ++i) put_in_place(hidden[i], replace, "x");
    for (HiddenFolder& one : hidden) one.leave();
  }
  void next_run(const std::string& place) const {
    PendingFiles pending;
    pending.drop(place == "release" ? pending.folder(at(place), replacing())
                                    : pending.file(at(place), replacing()));
  }
};

TEST_F(KilledTest, TheNextRunToEitherPlaceLeavesTheOldOrTheNew) {
  for (const bool replace : {false, true}) {
    for (const char* place : {"kept", "release"}) {
      for (std::size_t steps = 0; steps <= 2; ++steps) {
        for (const auto& entry : fs::directory_iterator(folder_ / "")) fs::remove_all(entry);
        if (replace) {
          PendingFiles pending;
          start(pending, "old", {});
          pending.commit();
        }
        kill_after(steps, true, replace);
        ASSERT_EQ(hidden_folders(at("kept")).size() + hidden_folders(at("release")).size(), 2U);
        next_run(place);
        EXPECT_EQ(all(), steps == 2 ? new_
                         : replace  ? old_
                                    : std::set<std::string>())
            << place << " after " << steps;
      }
    }
  }
}

TEST_F(KilledTest, BeforeAnythingWasPutInPlaceItIsRemoved) {
  kill_after(0, false, false);
  next_run("kept");
  EXPECT_TRUE(hidden_folders(at("kept")).empty());
  EXPECT_EQ(hidden_folders(at("release")).size(), 1U);
  next_run("release");
  EXPECT_TRUE(all().empty());
}

TEST_F(KilledTest, BetweenTwoJournalsItIsRemoved) {
  for (const std::vector<const char*>& places :
       {std::vector<const char*>{"kept", "release"}, std::vector<const char*>{"release", "kept"}}) {
    kill_after(0, true, false);
    fs::remove(hidden_folders(at("kept")).at(0) / "kept.journal");
    for (const char* place : places) next_run(place);
    EXPECT_TRUE(all().empty());
  }
}

TEST_F(KilledTest, WhatWasMovedAsideComesBack) {
  folder_.file("kept", "old");
  HiddenFolder hidden = HiddenFolder::beside(at("kept"), "kept");
  fs::rename(at("kept"), hidden.aside());
  write(hidden.content(), "new");
  hidden.leave();
  next_run("kept");
  EXPECT_EQ(all(), std::set<std::string>{"kept=old"});
}

TEST_F(KilledTest, WhatNobodyCanDecideIsNamedAndKept) {
  PendingFiles pending;
  start(pending, "old", {});
  pending.commit();
  kill_after(1, true, true);
  fs::remove_all(hidden_folders(at("release")).at(0));
  const auto before = all();
  EXPECT_NE(message([&] { next_run("kept"); }, ErrorCode::io).find(".kept.overt-"),
            std::string::npos);
  EXPECT_EQ(all(), before);
}

// What looks like the leftover of a run may have come with a folder that somebody else has made.
TEST_F(KilledTest, AJournalOfSomebodyElseLeadsNowhere) {
  fs::create_directory(at("papers"));
  folder_.file("papers/thesis", "precious");
  fs::create_directory(at(".papers.overt-abcdef"));
  folder_.file(".papers.overt-abcdef/papers", "precious");
  folder_.file(".papers.overt-abcdef/papers.old", "precious");
  const auto before = all();
  const fs::path planted = at(".kept.overt-abcdef");
  const std::vector<fs::path> named = {at("papers"), at("papers/"), at("."),
                                       at(".papers.overt-abcdef"), planted};
  for (const fs::path& other : named) {
    for (const bool last : {false, true}) {
      fs::create_directory(planted);
      Journal journal = {{planted, {0, 0}}};
      journal.insert(last ? journal.end() : journal.begin(), {other, {0, 0}});
      write_journal(*HiddenFolder::left_at(planted), journal, "x");
      ErrorCode code = ErrorCode::interrupted;
      try {
        next_run("kept");
      } catch (const Error& error) {
        code = error.code();
      }
      EXPECT_EQ(code == ErrorCode::io, fs::exists(planted))
          << other;  // it says what it cannot judge
      fs::remove_all(planted);
      EXPECT_EQ(all(), before) << other;
    }
  }
}

TEST_F(KilledTest, AJournalThatIsAPipeIsNone) {
  const fs::path planted = at(".kept.overt-abcdef");
  fs::create_directory(planted);
  ASSERT_EQ(::mkfifo((planted / "kept.journal").c_str(), 0600), 0);
  next_run("kept");
  EXPECT_TRUE(all().empty());
}

TEST_F(KilledTest, ARunAtWorkIsLeftAlone) {
  PendingFiles pending;
  start(pending, "new", {});
  next_run("kept");
  next_run("release");
  pending.commit();
  EXPECT_EQ(all(), new_);
}

class Heard final : public PendingListener {
 public:
  void begun(const fs::path& hidden) override { hidden_.push_back(hidden); }
  void committing() override { at_work_ = fs::exists(hidden_.at(0)); }

  std::vector<fs::path> hidden_;
  bool at_work_ = false;
};

TEST_F(PendingFilesTest, AListenerHearsOfHiddenFoldersBeforeTheyArePutInPlace) {
  Heard heard;
  PendingFiles pending({&heard});
  start(pending, "new", {});
  EXPECT_EQ(heard.hidden_.size(), 2U);
  EXPECT_FALSE(heard.at_work_);
  pending.commit();
  EXPECT_TRUE(heard.at_work_);
}

}  // namespace
}  // namespace overt::io
