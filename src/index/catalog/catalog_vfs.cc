// The C side of the VFS: thin functions between SQLite's tables of pointers and a VfsFile.
#include "index/catalog/catalog_vfs.h"

#include <atomic>
#include <cstring>
#include <new>
#include <string>

namespace kindred::index {

namespace {

// What SQLite allocates for an open file; `base` must come first.
struct OpenFile {
  sqlite3_file base;
  CatalogVfs* catalog_vfs;
};

CatalogVfs& VfsOf(sqlite3_file* file) { return *reinterpret_cast<OpenFile*>(file)->catalog_vfs; }

// Exceptions end here: kept for the connection, returned to SQLite as `code`.
template <typename Act>
int Guarded(sqlite3_file* file, int code, Act act) {
  try {
    return act(VfsOf(file));
  } catch (...) {
    VfsOf(file).Keep(std::current_exception());
    return code;
  }
}

int Close(sqlite3_file*) { return SQLITE_OK; }

int Read(sqlite3_file* file, void* to, int amount, sqlite3_int64 offset) {
  return Guarded(file, SQLITE_IOERR_READ, [&](CatalogVfs& catalog_vfs) {
    std::span<std::uint8_t> bytes(static_cast<std::uint8_t*>(to), static_cast<std::size_t>(amount));
    const auto from = static_cast<std::uint64_t>(offset);
    const std::uint64_t size = catalog_vfs.file().size();
    const std::uint64_t there = from < size ? std::min<std::uint64_t>(size - from, bytes.size()) : 0;
    catalog_vfs.file().Read(from, bytes.first(there));
    if (there == bytes.size()) return SQLITE_OK;
    std::memset(bytes.data() + there, 0, bytes.size() - there);  // as the interface demands
    return SQLITE_IOERR_SHORT_READ;
  });
}

int Write(sqlite3_file* file, const void* from, int amount, sqlite3_int64 offset) {
  return Guarded(file, SQLITE_IOERR_WRITE, [&](CatalogVfs& catalog_vfs) {
    catalog_vfs.file().Write(static_cast<std::uint64_t>(offset),
                             {static_cast<const std::uint8_t*>(from), static_cast<std::size_t>(amount)});
    return SQLITE_OK;
  });
}

int Truncate(sqlite3_file* file, sqlite3_int64 size) {
  return Guarded(file, SQLITE_IOERR_TRUNCATE, [&](CatalogVfs& catalog_vfs) {
    catalog_vfs.file().Truncate(static_cast<std::uint64_t>(size));
    return SQLITE_OK;
  });
}

int Sync(sqlite3_file*, int) { return SQLITE_OK; }  // GrowingCatalogFile::Finish does

int FileSize(sqlite3_file* file, sqlite3_int64* size) {
  *size = static_cast<sqlite3_int64>(VfsOf(file).file().size());
  return SQLITE_OK;
}

// One connection per file, guarded by the index's own lock.
int Lock(sqlite3_file*, int) { return SQLITE_OK; }
int CheckReservedLock(sqlite3_file*, int* held) {
  *held = 0;
  return SQLITE_OK;
}
int FileControl(sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; }
int SectorSize(sqlite3_file*) { return 4096; }
int DeviceCharacteristics(sqlite3_file*) { return SQLITE_IOCAP_POWERSAFE_OVERWRITE; }

// Pages of a committed catalog are used where they were read to, not copied. SQLite never writes to them: it
// fetches only for reading.
int Fetch(sqlite3_file* file, sqlite3_int64 offset, int amount, void** bytes) {
  *bytes = nullptr;  // then it reads
  return Guarded(file, SQLITE_IOERR_MMAP, [&](CatalogVfs& catalog_vfs) {
    *bytes = const_cast<std::uint8_t*>(
        catalog_vfs.file().Fetch(static_cast<std::uint64_t>(offset), static_cast<std::uint64_t>(amount)));
    return SQLITE_OK;
  });
}
// A null pointer means that nothing may stay mapped; nothing is.
int Unfetch(sqlite3_file* file, sqlite3_int64 offset, void* bytes) {
  if (bytes != nullptr) VfsOf(file).file().Unfetch(static_cast<std::uint64_t>(offset));
  return SQLITE_OK;
}

const sqlite3_io_methods kMethods = [] {
  sqlite3_io_methods methods{};
  methods.iVersion = 3;  // from the second on, pages may be fetched
  methods.xClose = Close;
  methods.xRead = Read;
  methods.xWrite = Write;
  methods.xTruncate = Truncate;
  methods.xSync = Sync;
  methods.xFileSize = FileSize;
  methods.xLock = Lock;
  methods.xUnlock = Lock;
  methods.xCheckReservedLock = CheckReservedLock;
  methods.xFileControl = FileControl;
  methods.xSectorSize = SectorSize;
  methods.xDeviceCharacteristics = DeviceCharacteristics;
  methods.xFetch = Fetch;
  methods.xUnfetch = Unfetch;
  return methods;
}();

int Open(sqlite3_vfs* vfs, sqlite3_filename, sqlite3_file* file, int flags, int* out_flags) {
  file->pMethods = nullptr;
  if ((flags & SQLITE_OPEN_MAIN_DB) == 0) return SQLITE_CANTOPEN;
  auto* open = reinterpret_cast<OpenFile*>(file);
  open->catalog_vfs = static_cast<CatalogVfs*>(vfs->pAppData);
  open->base.pMethods = &kMethods;
  if (out_flags != nullptr) *out_flags = flags;
  return SQLITE_OK;
}

int Delete(sqlite3_vfs*, const char*, int) { return SQLITE_IOERR_DELETE_NOENT; }
int Access(sqlite3_vfs*, const char*, int, int* result) {
  *result = 0;  // there is never a journal
  return SQLITE_OK;
}
int FullPathname(sqlite3_vfs*, const char* name, int size, char* to) {
  return sqlite3_snprintf(size, to, "%s", name) == nullptr ? SQLITE_CANTOPEN : SQLITE_OK;
}

// No random numbers and no time: the same changes make the same file.
int Randomness(sqlite3_vfs*, int size, char* to) {
  std::memset(to, 0, static_cast<std::size_t>(size));
  return size;
}
int Sleep(sqlite3_vfs*, int) { return 0; }
int CurrentTime(sqlite3_vfs*, double* time) {
  *time = 0;
  return SQLITE_OK;
}
int GetLastError(sqlite3_vfs*, int, char*) { return 0; }

}  // namespace

CatalogVfs::CatalogVfs(VfsFile& file) : file_(file) {
  static std::atomic<std::uint64_t> registered{0};
  name_ = "kindred-vfs-" + std::to_string(++registered);
  vfs_.iVersion = 1;
  vfs_.szOsFile = sizeof(OpenFile);
  vfs_.mxPathname = 64;
  vfs_.zName = name_.c_str();
  vfs_.pAppData = this;
  vfs_.xOpen = Open;
  vfs_.xDelete = Delete;
  vfs_.xAccess = Access;
  vfs_.xFullPathname = FullPathname;
  vfs_.xRandomness = Randomness;
  vfs_.xSleep = Sleep;
  vfs_.xCurrentTime = CurrentTime;
  vfs_.xGetLastError = GetLastError;
  if (sqlite3_vfs_register(&vfs_, 0) != SQLITE_OK) throw std::bad_alloc();
}

CatalogVfs::~CatalogVfs() { sqlite3_vfs_unregister(&vfs_); }

}  // namespace kindred::index
