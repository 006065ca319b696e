// What the pages Compare, Release and those behind them ask for.

#include <fmt/format.h>
#include <sys/stat.h>

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <system_error>

#include "overt/base/error.h"
#include "overt/report/custodian_report.h"
#include "overt/report/explain_page.h"
#include "overt/report/logged_run.h"
#include "overt/report/run_compare.h"
#include "overt/report/run_release.h"
#include "overt/report/verify_folder.h"
#include "overt/strategy/explain.h"
#include "overt/strategy/problem.h"
#include "overt/strategy/strategy.h"
#include "studio/folder.h"
#include "studio/studio.h"
#include "studio/unzip.h"

namespace overt::studio {
namespace {

namespace fs = std::filesystem;

std::int64_t whole(std::string_view text, std::string_view what) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) {
    throw Error(ErrorCode::usage, fmt::format("{}: expected a whole number", what));
  }
  return number;
}

// For its owner alone; it may be there already.
void make_custodian_folder(const fs::path& folder) {
  if (::mkdir((folder / kCustodianFolder).c_str(), 0700) == 0) return;
  struct stat info {};
  if (::stat((folder / kCustodianFolder).c_str(), &info) != 0 || !S_ISDIR(info.st_mode)) {
    throw Error(ErrorCode::io, fmt::format("{}: cannot be made", kCustodianFolder));
  }
}

constexpr const char* kZipFile = "release.zip";

// A folder of its own in the private one; it is removed with everything in it.
class PrivateFolder {
 public:
  explicit PrivateFolder(const fs::path& place) : path_((place / "unpacked-XXXXXX").string()) {
    if (::mkdtemp(path_.data()) == nullptr) {
      throw Error(ErrorCode::io, "the private folder of the studio cannot be written");
    }
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  ~PrivateFolder() { remove(); }
  void remove() const {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  fs::path path() const { return path_; }

 private:
  std::string path_;
};

// The entries of the log of runs; none where nothing was run yet.
std::vector<LogEntry> logged(Storage& storage) {
  std::error_code ignored;
  if (!fs::exists(kRunLog, ignored)) return {};
  return read_run_log(kRunLog, storage, unwatched()).entries();
}

}  // namespace

std::string Studio::compare_methods(const Form& form) {
  const Session session = snapshot();
  if (session.steps_open() < 5) return "/promise";
  RunCompareOptions options;
  for (std::string_view rest = form.get("promises"); !rest.empty();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    std::string_view one = rest.substr(0, comma);
    while (one.starts_with(' ')) one.remove_prefix(1);
    while (one.ends_with(' ')) one.remove_suffix(1);
    options.compare.l.push_back(whole(one, "promises"));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  options.compare.clock = [] {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
  };
  const std::string compared = session.comparable();
  const auto keep = [this, compared](const Comparison& found) {
    auto shown = std::make_shared<Comparison>(found);
    mark_frontier(shown->points);
    const std::lock_guard lock(mutex_);
    session_.comparison = std::move(shown);
    session_.compared = compared;
  };
  options.compare.seen = keep;
  return start("Comparing on a twin", "/compare",
               [this, options, job = session.job, keep](Progress& progress) {
                 {
                   const std::lock_guard lock(mutex_);
                   session_.comparison = nullptr;
                 }
                 const auto storage = options_.open_storage();
                 keep(run_compare(job, options, *storage, progress));
               });
}

std::string Studio::choose_point(const Form& form) {
  const std::string_view point = form.get("point");
  const std::size_t colon = point.find(':');
  if (colon == point.npos) throw Error(ErrorCode::usage, "no point is chosen");
  const std::lock_guard lock(mutex_);
  if (session_.steps_open() < 5) return "/promise";
  ReleaseJob job = session_.job;
  const std::int64_t l = whole(point.substr(0, colon), "the promise");
  if (l != kOwnCaps) {
    job.caps = PromiseJob();
    job.l = l;
  }
  job.method = point.substr(colon + 1);
  job.hierarchies = session_.hierarchies_for(job.caps);
  job.check_grouping();
  session_.job = std::move(job);
  return "/compare";
}

std::string Studio::set_words(const Form& form) {
  const std::lock_guard lock(mutex_);
  if (session_.steps_open() < 5) return "/promise";
  PublicWords words;
  words.title = form.get("title");
  words.publisher = form.get("publisher");
  words.contact = form.get("contact");
  words.licence = form.get("licence");
  words.about = form.get("about");
  session_.job.words = words;
  return "/release";
}

std::string Studio::release_once(const Form& form) {
  Session session = snapshot();
  if (session.steps_open() < 5) return "/promise";
  const std::string name = new_name(form.get("output"), "name of the release");
  if (name == kCustodianFolder) {
    throw Error(ErrorCode::usage, "this name is the custodian's folder; choose another one");
  }
  if (!form.has("once")) {
    throw Error(ErrorCode::usage, "the box below is not ticked: one job, one run, one publication");
  }
  {
    const std::lock_guard lock(mutex_);
    session_.job.output = name;
    session_.keep_groups = form.has("keep_groups");
    session = session_;
  }
  ReleaseJob job = session.job;
  if (session.keep_groups) {
    job.keep_groups = fmt::format("{}/{}.parquet", kCustodianFolder, name);
  }
  job.check();
  // A reason stays in the log; that releases were checked together is one.
  job.log = kRunLog;
  RunOptions options;
  options.logging.time = options_.now();
  options.date = options.logging.time.substr(0, 10);
  options.logging.again = form.get("again");
  options.force = !options.logging.again.empty();
  options.forcible = false;
  if (!job.after.empty() && options.logging.again.empty()) {
    options.logging.again = fmt::format("checked together with {} earlier", job.after.size());
  }
  make_custodian_folder(options_.folder);
  return start(kReleasing, "/release", [this, job, options](Progress& progress) {
    const auto opened = options_.open_storage();
    Storage& storage = *opened;
    auto released = std::make_shared<Released>();
    released->job = job;
    const std::size_t before = logged(storage).size();
    released->result = run_release(job, options, storage, progress);
    // What is wrong with the table or the promise is said before the log knows of a run.
    const std::vector<LogEntry> after = logged(storage);
    const bool denied = after.size() > before && after.back().event == log_event::kDenied;
    if (released->result.refusal && denied) {
      const std::lock_guard lock(mutex_);  // what was released before stays
      session_.denied = released->result.refusal->reason;
      return;
    }
    if (!released->result.refusal) {
      released->verification = overt::verify_folder(job.output, {}, storage, unwatched());
    }
    const std::lock_guard lock(mutex_);
    session_.released = released;
    session_.denied.clear();
  });
}

std::string Studio::report_to_custodian(const Form&) {
  const Session session = snapshot();
  if (!session.released) return "/release";
  return start("Measuring and attacking", "/release",
               [this, released = session.released](Progress& progress) {
                 const auto storage = options_.open_storage();
                 auto reported = std::make_shared<Released>(*released);
                 reported->custodian_report = custodian_report(
                     released->job, released->result, released->job.output, *storage, progress);
                 const std::lock_guard lock(mutex_);
                 if (session_.released == released) session_.released = std::move(reported);
               });
}

std::string Studio::set_after(const Form& form) {
  std::vector<std::string> after;
  for (std::size_t i = 0; form.has(fmt::format("file.{}", i)); ++i) {
    if (form.has(fmt::format("use.{}", i))) {
      after.push_back(path_below(options_.folder, form.get(fmt::format("file.{}", i))));
    }
  }
  if (!form.get("path").empty()) after.push_back(path_below(options_.folder, form.get("path")));
  const std::lock_guard lock(mutex_);
  if (session_.steps_open() < 5) return "/promise";
  ReleaseJob job = session_.job;
  job.after = after;
  const bool merges = method_row(job.method).needs_earlier;
  if (form.has("merge") != merges) {
    job.method = kDefaultMethod;
    for (const MethodRow& row : method_table()) {
      if (form.has("merge") && row.needs_earlier) job.method = row.name;
    }
  }
  job.output = job.output.empty() ? "release" : job.output;
  job.check();
  session_.job = std::move(job);
  return "/release";
}

std::string Studio::verify_folder(const Form& form) {
  const UploadedFile* const upload = form.file("release");
  auto verified = std::make_shared<VerifiedRelease>();
  // A release that was uploaded lies in a folder of its own until it is verified.
  std::shared_ptr<const PrivateFolder> unpacked;
  if (upload != nullptr) {
    verified->folder = plain_name(upload->name);
    if (verified->folder.empty()) verified->folder = "release.zip";
    verified->uploaded = true;
    unpacked = std::make_shared<const PrivateFolder>(options_.private_folder);
    // What comes with a form is forgotten when it has been answered, and this takes longer.
    fs::rename(upload->path, unpacked->path() / kZipFile);
  } else {
    verified->folder = path_below(options_.folder, form.get("folder"));
  }
  return start("Verifying", "/verify", [this, verified, unpacked](Progress& progress) {
    fs::path folder = verified->folder;
    // When the work ends, not when the next one begins.
    const std::shared_ptr<const PrivateFolder> removed(unpacked.get(),
                                                       [](const PrivateFolder* one) {
                                                         if (one != nullptr) one->remove();
                                                       });
    try {
      if (unpacked) {
        fs::create_directory(unpacked->path() / "release");
        folder = unzip_release(unpacked->path() / kZipFile, unpacked->path() / "release", progress);
      }
      verified->certificate = read_certificate(folder, *options_.storage, progress);
      verified->verification = overt::verify_folder(folder, {}, *options_.storage, progress);
    } catch (const Error& error) {
      if (!unpacked) throw;
      throw Error(error.code(), with_name(error.what(), folder.string(), verified->folder));
    }
    const std::lock_guard lock(mutex_);
    session_.verified = verified;
  });
}

std::string Studio::explain_problem(const Form& form) {
  Problem problem = parse_problem(form.get("problem"), "the problem");
  return start("Walking", "/explain", [this, problem](Progress& progress) {
    const LoadedProblem loaded(problem);
    std::vector<DrawnWalk> walks;
    for (const StrategyKind& kind : strategy_kinds()) {
      if (kind.jumps) continue;
      ExplainOptions options;
      options.strategy = std::string(kind.name);
      const Explained explained = explain(loaded, options, progress);
      walks.push_back({std::string(kind.name), *explained.walk});
    }
    std::string page = walk_page(loaded, walks);
    const std::lock_guard lock(mutex_);
    session_.explained = std::move(page);
  });
}

}  // namespace overt::studio
