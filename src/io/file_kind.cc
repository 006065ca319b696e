#include "io/file_kind.h"

#include <algorithm>
#include <array>
#include <string>

namespace overt::io {
namespace {

using std::string_view_literals::operator""sv;

struct Kind {
  std::string_view begin;
  std::string_view words;
};

constexpr std::string_view kExcel =
    "this is an Excel file, or another zip file; save the sheet as CSV, or read it in Python with "
    "pip install overt[excel]";
constexpr std::string_view kOldExcel =
    "this is an Excel file (.xls); save the sheet as CSV, or read it in Python with pip install "
    "overt[excel]";
constexpr std::string_view kStata =
    "this is a Stata file; export it as CSV, or read it in Python with pip install overt[stat]";
constexpr std::string_view kSpss =
    "this is an SPSS file; export it as CSV, or read it in Python with pip install overt[stat]";
constexpr std::string_view kSas =
    "this is a SAS file; export it as CSV, or read it in Python with pip install overt[stat]";
constexpr std::string_view kJson =
    "this is a JSON file; a table is needed: CSV, Parquet or Arrow (pandas.read_json and to_csv "
    "make one)";

constexpr std::array kKinds = {
    Kind{"PK\x03\x04"sv, kExcel},
    Kind{"\xD0\xCF\x11\xE0"sv, kOldExcel},
    Kind{"<stata_dta>"sv, kStata},
    Kind{"$FL2"sv, kSpss},
    Kind{"$FL3"sv, kSpss},
    Kind{"HEADER RECORD*******LIB"sv, kSas},
    Kind{"\0\0\0\0\0\0\0\0\0\0\0\0\xC2\xEA\x81\x60"sv, kSas},
    Kind{"FEA1"sv,
         "this is a Feather file of the first version; write it again with a library of today"},
    Kind{"\xFF\xFF\xFF\xFF"sv,
         "this is a stream of Arrow; write it as an Arrow file (pyarrow.feather.write_feather, "
         "say)"},
    Kind{"RDX"sv, "this is an R data file; write it as CSV or Parquet in R"},
    Kind{"SQLite format 3"sv, "this is an SQLite file; export a table of it as CSV"},
    Kind{"ORC"sv, "this is an ORC file; write it as Parquet"},
    Kind{"Obj\x01"sv, "this is an Avro file; write it as Parquet"},
    Kind{"%PDF"sv, "this is a PDF file"},
    Kind{"BZh"sv, "this is a bzip2 file; unpack it first (bunzip2)"},
    Kind{"\xFD"
         "7zXZ"sv,
         "this is an xz file; unpack it first (unxz)"},
    Kind{"<!DOCTYPE html"sv, "this is an HTML page"},
    Kind{"<!doctype html"sv, "this is an HTML page"},
    Kind{"<html"sv, "this is an HTML page"},
    Kind{"<?xml"sv, "this is an XML file"},
};

// An object, or a list of objects or lists.
bool is_json(std::string_view head) {
  const auto skip = [&] {
    const std::size_t at = head.find_first_not_of(" \t\r\n");
    head.remove_prefix(std::min(at, head.size()));
  };
  skip();
  if (head.starts_with('[')) {
    head.remove_prefix(1);
    skip();
    return head.starts_with('{') || head.starts_with('[');
  }
  if (!head.starts_with('{')) return false;
  head.remove_prefix(1);
  skip();
  return head.starts_with('"') || head.starts_with('}');
}

}  // namespace

std::string_view foreign_kind(std::string_view head) {
  for (const Kind& kind : kKinds) {
    if (head.starts_with(kind.begin)) return kind.words;
  }
  // Stata before version 13: a version, the byte order, 1, 0.
  if (head.size() > 4 && (head[0] == 0x72 || head[0] == 0x71) && (head[1] == 1 || head[1] == 2) &&
      head[2] == 1 && head[3] == 0) {
    return kStata;
  }
  return is_json(head) ? kJson : std::string_view();
}

}  // namespace overt::io
