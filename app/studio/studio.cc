#include "studio/studio.h"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

#include "overt/base/error.h"
#include "overt/html/page.h"
#include "overt/html/stylesheet.h"
#include "studio/assets.h"
#include "studio/folder.h"
#include "studio/frame.h"
#include "studio/zip.h"

namespace overt::studio {
namespace {

namespace fs = std::filesystem;

// A browser opens a handful of connections to one place, so that streams that never end would keep
// a page in another tab waiting: each lasts for a while and is opened again by the browser.
constexpr int kRoundsOfNews = 16;
constexpr auto kRound = std::chrono::milliseconds(500);

const char* name_of(TaskState state) {
  switch (state) {
    case TaskState::running:
      return "running";
    case TaskState::done:
      return "done";
    case TaskState::failed:
      return "failed";
    case TaskState::cancelled:
      return "cancelled";
    default:
      return "none";
  }
}

std::string news_of(const TaskStatus& task) {
  const nlohmann::ordered_json now = {
      {"state", name_of(task.state)}, {"phase", task.phase}, {"done", task.done},
      {"total", task.total},          {"next", task.next},   {"version", task.version}};
  return fmt::format("retry: 1000\ndata: {}\n\n",
                     now.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

HttpResponse text_of(std::string_view text, const char* type) {
  HttpResponse response;
  response.type = type;
  response.body = text;
  return response;
}

// A page that stands for itself: it may load and run nothing, whatever is in it.
HttpResponse whole_page(const std::string& page) {
  HttpResponse response;
  response.body = page;
  response.headers.emplace_back("Content-Security-Policy",
                                "default-src 'none'; style-src 'unsafe-inline'; sandbox; "
                                "frame-ancestors 'none'");
  return response;
}

void as_download(HttpResponse& response, const std::string& name) {
  std::string plain;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    plain += byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\' && c != '/' ? c : '_';
  }
  response.headers.emplace_back("Content-Disposition",
                                fmt::format("attachment; filename=\"{}\"", plain));
}

std::string title_of(const std::string& path) {
  static const std::vector<std::pair<std::string, std::string>> kTitles = {
      {"/", "The table"},
      {"/roles", "Roles of the columns"},
      {"/hierarchy", "A hierarchy"},
      {"/promise", "The promise"},
      {"/compare", "Compare on a twin"},
      {"/release", "Release, once"},
      {"/after", "Several releases of one table"},
      {"/verify", "Verify a release"},
      {"/explain", "How an adversary thinks"},
      {"/job", "The job file"},
      {"/progress", "At work"}};
  for (const auto& [known, title] : kTitles) {
    if (known == path) return title;
  }
  return "There is no such page";
}

// How many steps must be open for a page to make sense.
std::size_t steps_needed(const std::string& path) {
  if (path == "/roles" || path == "/hierarchy") return 2;
  if (path == "/promise") return 3;
  return path == "/compare" || path == "/release" ? 5 : 1;
}

}  // namespace

const std::vector<Studio::Route>& Studio::routes() {
  static const std::vector<Route> kRoutes = {
      {"/table", "/", &Studio::choose_table},
      {"/types", "/", &Studio::set_types},
      {"/roles", "/roles", &Studio::set_roles},
      {"/checks", "/roles", &Studio::set_checks},
      {"/hierarchy", "/hierarchy", &Studio::set_hierarchy},
      {"/promise", "/promise", &Studio::set_promise},
      {"/compare", "/compare", &Studio::compare_methods},
      {"/choose", "/compare", &Studio::choose_point},
      {"/words", "/release", &Studio::set_words},
      {"/release", "/release", &Studio::release_once},
      {"/custodian", "/release", &Studio::report_to_custodian},
      {"/after", "/after", &Studio::set_after},
      {"/verify", "/verify", &Studio::verify_folder},
      {"/explain", "/explain", &Studio::explain_problem},
      {"/job", "/job", &Studio::open_job},
      {"/cancel", "/progress", &Studio::cancel},
      {"/quit", "/", &Studio::quit}};
  return kRoutes;
}

Studio::Studio(StudioOptions options) : options_(std::move(options)) {}

Session Studio::snapshot() const {
  const std::lock_guard lock(mutex_);
  return session_;
}

PageContext Studio::context(const Session& session) const {
  PageContext context{session, options_.form_token, {}, {}, {}, false, {}};
  context.tables = tables_in(options_.folder);
  context.releases = releases_in(options_.folder);
  context.kept = kept_groups_in(options_.folder);
  const bool released = session.released && !session.released->result.refusal &&
                        session.job.after == session.released->job.after;
  context.ran_before = released || !session.denied.empty();
  context.busy = tasks_.status().running();
  return context;
}

HttpResponse Studio::answer(const HttpRequest& request) {
  if (request.method == "POST") return post(request);
  const std::string& path = request.path;
  if (path == "/studio.css") {
    return text_of(std::string(kStylesheet) + std::string(kStudioStyle), "text/css; charset=utf-8");
  }
  if (path == "/studio.js") return text_of(kStudioScript, "text/javascript; charset=utf-8");
  if (path == "/studio.svg") return text_of(kStudioIcon, "image/svg+xml");
  if (path == "/events") return events();
  // A table that is being released is not offered to be released.
  const TaskStatus task = tasks_.status();
  if (path == "/release" && task.running() && task.name == kReleasing)
    return see_other("/progress");
  try {
    HttpResponse found = file(request);
    if (found.status != 404) return found;
    return show(path, request, "");
  } catch (const Error& error) {
    return show("/", request, snapshot().in_their_words(error.what()));
  }
}

HttpResponse Studio::post(const HttpRequest& request) {
  for (const Route& route : routes()) {
    if (request.path != route.path) continue;
    const std::string before = snapshot().job.input;
    HttpResponse response;
    try {
      response = see_other((this->*route.action)(request.form));
    } catch (const Error& error) {
      response = show_error(route.from, request, snapshot().in_their_words(error.what()));
    }
    forget_uploads(request.form, before);
    return response;
  }
  return show("/nowhere", request, "");
}

// The page that a form came from, with what was wrong with it.
HttpResponse Studio::show_error(const std::string& path, const HttpRequest& request,
                                const std::string& error) {
  HttpRequest again = request;
  again.query.emplace_back("column", request.form.get("column"));
  HttpResponse page;
  try {
    page = show(path, again, error);
  } catch (const Error&) {
    page = show("/", again, error);  // there is no such page for what was asked
  }
  if (page.status == 200) page.status = 422;
  return page;
}

// Of what came with a form only the table is kept, until there is another one.
void Studio::forget_uploads(const Form& form, const std::string& input_before) const {
  const std::string input = snapshot().job.input;
  std::error_code ignored;
  for (const UploadedFile& file : form.files) {
    if (file.path != input) fs::remove(file.path, ignored);
  }
  if (input_before != input && fs::path(input_before).parent_path() == options_.private_folder) {
    fs::remove(input_before, ignored);
  }
}

HttpResponse Studio::show(const std::string& path, const HttpRequest& request,
                          const std::string& error) {
  const Session session = snapshot();
  const TaskStatus task = tasks_.status();
  if (session.steps_open() < steps_needed(path)) {
    return see_other(session.steps_open() == 1   ? "/"
                     : session.steps_open() == 2 ? "/roles"
                                                 : "/promise");
  }
  // Work that is done before anybody could watch it.
  if (path == "/progress" && task.state == TaskState::done) return see_other(task.next);
  PageContext here = context(session);
  HttpResponse response;
  FramedPage page{path, title_of(path), "", {}};
  if (path == "/") {
    page.body = table_page(here);
  } else if (path == "/roles") {
    page.body = roles_page(here);
  } else if (path == "/hierarchy") {
    page.body = hierarchy_of(here, request.get("column"));
  } else if (path == "/promise") {
    here.categories = categories_of(session);
    page.body = promise_page(here);
  } else if (path == "/compare") {
    page.body = compare_page(here, task);
  } else if (path == "/release") {
    page.body = release_page(here);
  } else if (path == "/after") {
    page.body = after_page(here);
  } else if (path == "/verify") {
    page.body = verify_page(here);
  } else if (path == "/explain") {
    page.body = explain_page(here);
  } else if (path == "/job") {
    page.body = job_page(here);
  } else if (path == "/progress") {
    if (task.state == TaskState::failed) page.title = "It did not work";
    if (task.state == TaskState::cancelled) page.title = "Cancelled";
    page.body = progress_page(here, task);
  } else {
    response.status = 404;
    page.body.paragraph({go("/", "Begin with the table", "button")});
  }
  response.body = print_frame(page, {options_.form_token, task, error, session.steps_open()});
  return response;
}

HttpResponse Studio::refuse_form(int status) const {
  const char* why = "The form could not be read.";
  if (status == 403) why = "This form is not of the studio that runs now. Open its page again.";
  if (status == 413) why = "That is more than a form may hold.";
  if (status == 507)
    why = "The private folder of the studio cannot take the file: the disk is full.";
  if (status == 500) why = "A defect in overt, please report it; nothing was written.";
  HttpResponse response;
  response.status = status;
  FramedPage page{"", "Not taken", "", Html().paragraph({why})};
  page.body.paragraph({go("/", "Begin with the table", "button")});
  response.body = print_frame(page, {options_.form_token, tasks_.status(), "", 1});
  return response;
}

// Server-sent events: the status as it is, and again with every change.
HttpResponse Studio::events() const {
  HttpResponse response;
  response.type = "text/event-stream";
  response.stream = [this](const Write& write) {
    TaskStatus task = tasks_.status();
    bool listening = write(news_of(task));
    for (int round = 0; round < kRoundsOfNews && listening && task.running(); ++round) {
      const std::uint64_t seen = task.version;
      task = tasks_.wait_for_change(seen, kRound);
      listening = write(task.version == seen ? std::string(": still here\n\n") : news_of(task));
    }
  };
  return response;
}

// What is not a page of the frame: reports, downloads. 404: none of these.
HttpResponse Studio::file(const HttpRequest& request) {
  const std::string& path = request.path;
  const Session session = snapshot();
  const bool released = session.released && !session.released->result.refusal;
  HttpResponse response;
  if (path == "/compare/live") {
    response.body = compare_chart(session).str();
  } else if (path == "/job.toml" && session.look) {
    ReleaseJob shown = session.shown_job();
    if (shown.output.empty()) shown.output = "release";
    response = text_of(print_job(shown), "application/toml");
    as_download(response, "job.toml");
  } else if (path == "/release.zip" && released) {
    const std::string name = session.released->job.output;
    response.type = "application/zip";
    response.stream = [folder = options_.folder / name, name](const Write& write) {
      try {
        write_zip(folder, name, write);
      } catch (const std::exception&) {
        // Half a file: the browser sees that its end is missing.
        write("");
      }
    };
    as_download(response, name + ".zip");
  } else if (path == "/report" && released) {
    return whole_page(options_.storage->read_text(
        (fs::path(session.released->job.output) / "report.html").string(), unwatched()));
  } else if (path == "/custodian/report" && released &&
             !session.released->custodian_report.empty()) {
    return whole_page(session.released->custodian_report);
  } else if (path == "/explain/walk" && !session.explained.empty()) {
    return whole_page(session.explained);
  } else if (path == "/hierarchy.csv" && session.look) {
    const std::string& column = session.look->columns[column_of(request.get("column"))].name;
    const auto found = session.hierarchies.find(column);
    if (found == session.hierarchies.end()) throw Error(ErrorCode::usage, "there is none");
    response =
        text_of(options_.storage->read_text(found->second, unwatched()), "text/csv; charset=utf-8");
    as_download(response, fs::path(hierarchy_file(column)).filename().string());
  } else {
    response.status = 404;
  }
  return response;
}

std::string Studio::start(const std::string& name, const std::string& next, TaskWork work) {
  if (!tasks_.start(name, next, std::move(work))) {
    throw Error(ErrorCode::usage, "something else is running; wait for it, or cancel it");
  }
  return next == "/compare" ? next : "/progress";
}

std::string Studio::cancel(const Form&) {
  tasks_.cancel();
  // Most work stops at once, and then its page can say so.
  tasks_.wait_for_rest(std::chrono::seconds(2));
  return "/progress";
}

std::string Studio::quit(const Form&) {
  options_.quit();
  return "/";
}

}  // namespace overt::studio
