#include "studio/serve.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>

#include "io/hidden_folder.h"
#include "io/storage.h"
#include "overt/base/error.h"
#include "studio/gate.h"
#include "studio/http_server.h"
#include "studio/limits.h"
#include "studio/studio.h"

extern char** environ;

namespace overt::studio {
namespace {

namespace fs = std::filesystem;

constexpr auto kGrace = std::chrono::milliseconds(500);

// What runs have begun and not yet put in place: removed when work must be left behind.
class Unfinished final : public PendingListener {
 public:
  void begun(const fs::path& hidden) override {
    const std::lock_guard lock(mutex_);
    paths_.insert(hidden);
  }
  void committing() override {
    const std::lock_guard lock(mutex_);
    paths_.clear();  // what is about to be put in place must not be disturbed
  }
  void remove_all() {
    const std::lock_guard lock(mutex_);
    std::error_code ignored;
    for (const fs::path& path : paths_) fs::remove_all(path, ignored);
  }

 private:
  std::mutex mutex_;
  std::set<fs::path> paths_;
};

// What the work of a task looks at: it must stay for as long as that runs.
struct House {
  Unfinished unfinished;
  std::unique_ptr<Storage> storage = io::arrow_storage({&unfinished});
  std::unique_ptr<Gate> gate;
  std::unique_ptr<Studio> studio;
};

// The address has a token, and what a process was started with can be seen by everybody on the
// machine: so the browser is given a file that only its owner can read.
void open_browser(const std::string& address, const fs::path& folder, Storage& storage) {
  const fs::path file = folder / "open.html";
  storage.write_text(file, fmt::format("<!doctype html>\n<meta charset=\"utf-8\">\n"
                                       "<meta http-equiv=\"refresh\" content=\"0; url={0}\">\n"
                                       "<title>Overt Studio</title>\n<a href=\"{0}\">Open</a>\n",
                                       address));
  ::chmod(file.c_str(), 0600);
  std::string command = "xdg-open";
  std::string path = file.string();
  char* const arguments[] = {command.data(), path.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  }
  pid_t child = 0;
  // Where there is none, the address is on the terminal.
  static_cast<void>(::posix_spawnp(&child, command.c_str(), &actions, nullptr, arguments, environ));
  posix_spawn_file_actions_destroy(&actions);
}

}  // namespace

void serve(const ServeOptions& options) {
  std::error_code error;
  const fs::path folder = fs::canonical(options.folder, error);
  if (!error) fs::current_path(folder, error);  // paths are then what they are on the command line
  if (error) {
    throw Error(ErrorCode::io, fmt::format("{}: {}", options.folder, error.message()));
  }
  const io::HiddenFolder hidden = io::HiddenFolder::for_a_while("studio");
  auto house = std::make_unique<House>();
  std::unique_ptr<Gate>& gate = house->gate;
  std::unique_ptr<Studio>& studio = house->studio;

  HttpHandlers handlers;
  handlers.refuse = [&](const HttpRequest& request) { return gate->refuse(request); };
  handlers.form_token = [&] { return gate->form_token(); };
  handlers.refuse_form = [&](int status) { return studio->refuse_form(status); };
  handlers.answer = [&](const HttpRequest& request) { return studio->answer(request); };
  handlers.uploads = hidden.path();
  handlers.most_bytes = kMostUpload;
  HttpServer server(handlers);
  gate = std::make_unique<Gate>(server.bind(options.port), kMostUpload);
  studio = std::make_unique<Studio>(
      StudioOptions{gate->form_token(), folder, hidden.path(), house->storage.get(),
                    [unfinished = &house->unfinished] { return io::arrow_storage({unfinished}); },
                    options.now, options.ended});
  std::thread listening([&] { server.run(); });
  options.ready(gate->address());
  if (options.browser) open_browser(gate->address(), hidden.path(), *house->storage);
  options.wait();

  studio->tasks().cancel();
  server.stop();
  listening.join();
  if (!studio->tasks().wait_for_rest(kGrace)) {
    // Some steps take longer than anybody wants to wait: the thread ends with the process.
    house->unfinished.remove_all();
    static_cast<void>(house.release());
  }
}

}  // namespace overt::studio
