#pragma once

// The studio: a request comes in, the session changes or a task starts, a page goes out. It is a
// thin face: what it does is done by the calls that the command line and Python make (run_release,
// run_compare, verify_release, ..). HTTP is not its matter, and neither is who may ask (gate.h).
//
//   Studio studio(options);
//   HttpResponse page = studio.answer(request);
//
// Safe from any thread: the session is behind a lock that nothing long is done under.

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "overt/table/storage.h"
#include "studio/http.h"
#include "studio/pages.h"
#include "studio/session.h"
#include "studio/task_runner.h"

namespace overt::studio {

struct StudioOptions {
  std::string form_token;
  std::filesystem::path folder;          // tables are found and releases written here, absolute
  std::filesystem::path private_folder;  // removed in the end
  Storage* storage = nullptr;            // for small files; outlives the studio
  // Another one for each task, so that what it reads of a database is of one moment, and the
  // connection ends with it.
  std::function<std::unique_ptr<Storage>()> open_storage;
  std::function<std::string()> now;  // YYYY-MM-DDTHH:MM:SSZ, for certificates and the log
  std::function<void()> quit;        // somebody asked the studio to end
};

inline const std::string kReleasing = "Releasing";  // the task

class Studio {
 public:
  explicit Studio(StudioOptions options);

  HttpResponse answer(const HttpRequest& request);
  // A form that could not be read; 500: a defect of ours.
  HttpResponse refuse_form(int status) const;
  TaskRunner& tasks() { return tasks_; }

 private:
  // What a form asks for: changes the session, and says which page is next. Throws Error for what
  // cannot be; then the page that it came from says so.
  using Action = std::string (Studio::*)(const Form&);
  struct Route {
    const char* path;
    const char* from;  // the page that shows an error
    Action action;
  };
  static const std::vector<Route>& routes();

  HttpResponse show(const std::string& path, const HttpRequest& request, const std::string& error);
  HttpResponse show_error(const std::string& path, const HttpRequest& request,
                          const std::string& error);
  HttpResponse post(const HttpRequest& request);
  void forget_uploads(const Form& form, const std::string& input_before) const;
  HttpResponse events() const;
  HttpResponse file(const HttpRequest& request);

  std::string choose_table(const Form& form);
  std::string set_types(const Form& form);
  std::string set_roles(const Form& form);
  std::string set_checks(const Form& form);
  std::string set_hierarchy(const Form& form);
  std::string set_promise(const Form& form);
  std::string compare_methods(const Form& form);
  std::string choose_point(const Form& form);
  std::string set_words(const Form& form);
  std::string release_once(const Form& form);
  std::string report_to_custodian(const Form& form);
  std::string set_after(const Form& form);
  std::string verify_folder(const Form& form);
  std::string explain_problem(const Form& form);
  std::string open_job(const Form& form);
  std::string cancel(const Form& form);
  std::string quit(const Form& form);

  // Starts a task. Throws Error{usage} when another one is running.
  std::string start(const std::string& name, const std::string& next, TaskWork work);
  // Reads the table of the session's job by these rules, which become the job's if that works.
  std::string read_table_by(const ReadOptions& reading, const ReadingRules& rules);
  Session snapshot() const;
  PageContext context(const Session& session) const;
  std::size_t column_of(std::string_view number) const;
  Html hierarchy_of(const PageContext& context, std::string_view number) const;
  std::map<std::string, std::vector<CategoryLevel>> categories_of(const Session& session) const;

  StudioOptions options_;
  mutable std::mutex mutex_;
  Session session_;   // guarded by mutex_
  TaskRunner tasks_;  // last: it ends before what its work looks at
};

}  // namespace overt::studio
