// A table in memory as an Arrow stream (arrow_stream.h). Every struct that is handed out has an
// owner of its own behind private_data, since a consumer may take a column and release the rest.

#include <string>
#include <utility>
#include <vector>

#include "python/src/memory_table.h"

namespace overt::python {
namespace {

struct SchemaOwner {
  std::string name;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> pointers;
  ArrowSchema dictionary{};
};

void release_schema(ArrowSchema* schema) {
  auto* owner = static_cast<SchemaOwner*>(schema->private_data);
  for (ArrowSchema& child : owner->children) {
    if (child.release != nullptr) child.release(&child);
  }
  if (owner->dictionary.release != nullptr) owner->dictionary.release(&owner->dictionary);
  delete owner;
  schema->release = nullptr;
}

ArrowSchema make_schema(const char* format, std::string name, std::int64_t flags,
                        std::vector<ArrowSchema> children, const ArrowSchema* dictionary) {
  auto* owner = new SchemaOwner{std::move(name), std::move(children), {}, {}};
  for (ArrowSchema& child : owner->children) owner->pointers.push_back(&child);
  ArrowSchema schema{};
  schema.format = format;
  schema.name = owner->name.c_str();
  schema.flags = flags;
  schema.n_children = static_cast<std::int64_t>(owner->children.size());
  schema.children = owner->pointers.data();
  if (dictionary != nullptr) {
    owner->dictionary = *dictionary;
    schema.dictionary = &owner->dictionary;
  }
  schema.release = release_schema;
  schema.private_data = owner;
  return schema;
}

ArrowSchema column_schema(const MemoryColumn& column) {
  switch (column.type) {
    case MemoryColumn::Type::int32:
      return make_schema("i", column.name, 0, {}, nullptr);
    case MemoryColumn::Type::int64:
      return make_schema("l", column.name, kNullable, {}, nullptr);
    default:
      const ArrowSchema values = make_schema("u", "", kNullable, {}, nullptr);
      return make_schema("i", column.name, kNullable, {}, &values);
  }
}

struct ArrayOwner {
  std::shared_ptr<const MemoryTable> table;
  std::vector<const void*> buffers;
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> pointers;
  ArrowArray dictionary{};
};

void release_array(ArrowArray* array) {
  auto* owner = static_cast<ArrayOwner*>(array->private_data);
  for (ArrowArray& child : owner->children) {
    if (child.release != nullptr) child.release(&child);
  }
  if (owner->dictionary.release != nullptr) owner->dictionary.release(&owner->dictionary);
  delete owner;
  array->release = nullptr;
}

ArrowArray make_array(const std::shared_ptr<const MemoryTable>& table, std::size_t length,
                      std::int64_t nulls, std::vector<const void*> buffers,
                      std::vector<ArrowArray> children, const ArrowArray* dictionary) {
  auto* owner = new ArrayOwner{table, std::move(buffers), std::move(children), {}, {}};
  for (ArrowArray& child : owner->children) owner->pointers.push_back(&child);
  ArrowArray array{};
  array.length = static_cast<std::int64_t>(length);
  array.null_count = nulls;
  array.n_buffers = static_cast<std::int64_t>(owner->buffers.size());
  array.buffers = owner->buffers.data();
  array.n_children = static_cast<std::int64_t>(owner->children.size());
  array.children = owner->pointers.data();
  if (dictionary != nullptr) {
    owner->dictionary = *dictionary;
    array.dictionary = &owner->dictionary;
  }
  array.release = release_array;
  array.private_data = owner;
  return array;
}

ArrowArray column_array(const std::shared_ptr<const MemoryTable>& table,
                        const MemoryColumn& column) {
  const void* valid = column.valid.empty() ? nullptr : column.valid.data();
  if (column.type == MemoryColumn::Type::int64) {
    return make_array(table, table->records, column.nulls, {valid, column.numbers.data()}, {},
                      nullptr);
  }
  if (column.type == MemoryColumn::Type::int32) {
    return make_array(table, table->records, 0, {nullptr, column.codes.data()}, {}, nullptr);
  }
  const ArrowArray values =
      make_array(table, column.offsets.size() - 1, 0,
                 {nullptr, column.offsets.data(), column.bytes.data()}, {}, nullptr);
  return make_array(table, table->records, column.nulls, {valid, column.codes.data()}, {}, &values);
}

struct StreamOwner {
  std::shared_ptr<const MemoryTable> table;
  bool given = false;
};

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  const auto& table = *static_cast<StreamOwner*>(stream->private_data)->table;
  std::vector<ArrowSchema> children;
  for (const MemoryColumn& column : table.columns) children.push_back(column_schema(column));
  *out = make_schema("+s", "", 0, std::move(children), nullptr);
  return 0;
}

int get_next(ArrowArrayStream* stream, ArrowArray* out) {
  auto* owner = static_cast<StreamOwner*>(stream->private_data);
  *out = ArrowArray{};
  if (std::exchange(owner->given, true)) return 0;
  std::vector<ArrowArray> children;
  for (const MemoryColumn& column : owner->table->columns) {
    children.push_back(column_array(owner->table, column));
  }
  *out =
      make_array(owner->table, owner->table->records, 0, {nullptr}, std::move(children), nullptr);
  return 0;
}

void release_stream(ArrowArrayStream* stream) {
  delete static_cast<StreamOwner*>(stream->private_data);
  stream->release = nullptr;
}

}  // namespace

ArrowArrayStream export_stream(std::shared_ptr<const MemoryTable> table) {
  ArrowArrayStream stream{};
  stream.get_schema = get_schema;
  stream.get_next = get_next;
  stream.get_last_error = [](ArrowArrayStream*) -> const char* { return nullptr; };
  stream.release = release_stream;
  stream.private_data = new StreamOwner{std::move(table)};
  return stream;
}

}  // namespace overt::python
