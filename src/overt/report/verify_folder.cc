#include "overt/report/verify_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "overt/base/version.h"
#include "overt/hierarchy/prefixes.h"
#include "overt/report/public_report.h"
#include "overt/report/release_survey.h"
#include "overt/sign/signature.h"
#include "overt/table/value_order.h"
#include "overt/verify/released_files.h"

namespace overt {
namespace {

constexpr const char* kReport = "report.html";
constexpr const char* kCertificate = "certificate.json";
constexpr std::size_t kMostNamed = 3;

// " (a, b, c and 2 more)", or nothing.
std::string named(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMostNamed); ++i) {
    text += fmt::format("{}{}", i == 0 ? " (" : ", ", names[i]);
  }
  if (names.size() > kMostNamed) text += fmt::format(" and {} more", names.size() - kMostNamed);
  return text.empty() ? text : text + ")";
}

bool holds(const std::vector<FolderEntry>& entries, std::string_view name) {
  return std::any_of(entries.begin(), entries.end(),
                     [&](const FolderEntry& entry) { return entry.path == name; });
}

// What is neither listed nor one of the three files that speak of the others. A folder is there for
// its files.
std::vector<std::string> strangers(const std::vector<FolderEntry>& entries,
                                   const Certificate& certificate) {
  std::set<std::string, std::less<>> known = {kCertificate, kReport, kSignatureFile};
  for (const auto& [name, hash] : certificate.files) {
    known.insert(name);
    known.insert(std::filesystem::path(name).parent_path().string());
  }
  std::vector<std::string> result;
  for (const FolderEntry& entry : entries) {
    if (!known.contains(entry.path)) result.push_back(entry.path);
  }
  return result;
}

bool same_version(const Certificate& certificate) {
  return certificate.program.empty() || certificate.program == kVersion;
}

void check_report(const std::filesystem::path& folder, const Certificate& certificate,
                  SurveyBuilder& survey, Storage& storage, Progress& progress,
                  Verification& result) {
  if (!same_version(certificate)) {
    result.assumed.push_back(
        fmt::format("{}: made by another version of overt, not compared with the files", kReport));
    return;
  }
  const bool same = read_release_text(folder / kReport, storage, progress) ==
                    public_report(survey.take(folder, storage, progress));
  result.checks.push_back({fmt::format("{} is what the files give", kReport), same});
}

// Whether a released hierarchy is the one that a column of codes gets by itself.
bool made_by_itself(const Hierarchy& hierarchy) {
  Column column;
  for (const auto& row : hierarchy.rows()) column.values.push_back(row[0]);
  std::sort(column.values.begin(), column.values.end());
  const std::vector<std::string_view> values(column.values.begin(), column.values.end());
  column.type = find_order(values).type;
  if (!is_code_column(column)) return false;
  Hierarchy::Rows rows = hierarchy.rows();
  std::sort(rows.begin(), rows.end());
  return rows == prefix_hierarchy(column).rows();
}

// A job does not name what it leaves to the program (hierarchy/prefixes.h).
Expectation with_prefixes(Expectation expected, const std::filesystem::path& folder,
                          const Certificate& certificate, Storage& storage, Progress& progress) {
  if (!expected.job) return expected;
  std::vector<std::string>& named = expected.job->job.hierarchies;
  for (const std::string& column : certificate.job.hierarchies) {
    if (std::find(named.begin(), named.end(), column) != named.end()) continue;
    const Hierarchy found = read_released_hierarchy(folder, column, certificate, storage, progress);
    if (made_by_itself(found)) named.push_back(column);
  }
  std::sort(named.begin(), named.end());
  return expected;
}

std::string in_words(const SignatureCheck& check) {
  switch (check.outcome) {
    case Signed::good:
      return fmt::format("the certificate bears the signer's signature ({})", check.comment);
    case Signed::other_key:
      return "the certificate bears the signer's signature (it is by another key)";
    case Signed::bad:
      return "the certificate bears the signer's signature (it does not fit the certificate)";
    default:
      return "the certificate bears the signer's signature (what is there is no signature)";
  }
}

// `text` is the certificate as it was read: what is signed is what was checked.
void check_signer(const std::filesystem::path& folder, const std::string& text,
                  const VerifyRequest& request, bool there, Storage& storage, Progress& progress,
                  Verification& result) {
  if (!request.signer) {
    result.assumed.emplace_back(
        there ? "that the certificate is the publisher's: it is signed, and no key was given to "
                "check that"
              : "that the certificate is the publisher's: nobody has signed it");
    return;
  }
  if (!there) {
    result.checks.push_back({"the certificate bears the signer's signature (it has none)", false});
    return;
  }
  const SignatureCheck check = check_signature(
      text, read_release_text(folder / kSignatureFile, storage, progress), *request.signer);
  result.checks.push_back({in_words(check), check.outcome == Signed::good});
}

}  // namespace

VerifiedFolder verify_folder(const std::filesystem::path& folder, const VerifyRequest& request,
                             Storage& storage, Progress& progress) {
  const std::vector<FolderEntry> entries = storage.list(folder);
  std::vector<std::string> others;
  for (const FolderEntry& entry : entries) {
    if (entry.kind == EntryKind::other) others.push_back(entry.path);
  }
  if (!others.empty()) {
    VerifiedFolder result;
    result.checks.push_back(
        {fmt::format("the folder holds files alone, no link, pipe or device{}", named(others)),
         false});
    return result;
  }
  const std::filesystem::path file = folder / kCertificate;
  std::string text = read_release_text(file, storage, progress);
  const Certificate certificate = parse_certificate(text, file.string());
  SurveyBuilder survey(certificate.job.roles, certificate.form == "anatomy");
  VerifyOptions options;
  options.allow_test = request.allow_test;
  options.visitor = holds(entries, kReport) ? &survey : nullptr;
  Verification result;
  if (request.original) {
    // Equal records stand or fall together.
    const CountedTable original = merge_rows(
        read_original_rows(*request.original, certificate, request.reading, storage, progress),
        progress);
    result = verify_against(folder, certificate, original, storage, progress, options);
  } else {
    result = verify_release(folder, certificate, storage, progress, options);
  }
  const std::vector<std::string> unknown = strangers(entries, certificate);
  result.checks.push_back(
      {fmt::format("the folder holds nothing that the certificate does not list{}", named(unknown)),
       unknown.empty()});
  const bool own_words =
      certificate.level_means.empty() || certificate.level_means == level_in_words(certificate);
  if (!same_version(certificate) && !own_words) {
    result.assumed.emplace_back("level_means: words of another version of overt, not compared");
  }
  // Of files that are not as certified the page need not be. Without it nothing is promised less:
  // it is a function of the files.
  if (options.visitor == nullptr) {
    result.assumed.push_back(
        fmt::format("{}: it is not there; overt report makes it from the files", kReport));
  } else if (result.passed()) {
    check_report(folder, certificate, survey, storage, progress, result);
  }
  check_expectation(with_prefixes(request.expected, folder, certificate, storage, progress),
                    certificate, result);
  check_signer(folder, text, request, holds(entries, kSignatureFile), storage, progress, result);
  return {std::move(result), std::move(text)};
}

}  // namespace overt
