/* A disk that fails on purpose: loaded before the C library, it counts what a process does to one store.

   AFFRAY_STORE is how the names of the store's files begin, AFFRAY_FAULTS a file of four-byte numbers that
   is shared with the test; `tests/store/faults.py` names them. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum { AT, HOW, CALLS, STRUCK, LOOSE, NUMBERS };
enum { EIO_ONCE = 1, FULL_FROM_HERE, KILLED_BEFORE, KILLED_WITHIN, KILLED_AFTER };

static volatile int *numbers;
static const char *store;

__attribute__((constructor)) static void ready(void) {
    const char *path = getenv("AFFRAY_FAULTS");
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    store = getenv("AFFRAY_STORE");
    if (fd < 0 || !store) return;
    void *found = mmap(0, NUMBERS * sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (found != MAP_FAILED) numbers = found;
    close(fd);
}

static int ours(const char *path) { return numbers && path && !strncmp(path, store, strlen(store)); }

static int held(int fd, char *path) {
    char link[40] = "/proc/self/fd/";
    int digits = 1;
    if (!numbers || fd < 0) return 0;
    for (int n = fd; n > 9; n /= 10) digits++;
    link[14 + digits] = 0;
    for (int n = fd, at = 13 + digits; at > 13; n /= 10) link[at--] = '0' + n % 10;
    ssize_t size = readlink(link, path, PATH_MAX - 1);
    if (size < 0) return 0;
    path[size] = 0;
    return ours(path);
}

static void killed(void) { kill(getpid(), SIGKILL); for (;;) pause(); }

/* What is to happen at this call; 0 for nothing. */
static int due(void) {
    if (!numbers[AT]) return 0;
    int call = __sync_add_and_fetch(&numbers[CALLS], 1);
    int how = numbers[HOW];
    if (how == FULL_FROM_HERE ? call < numbers[AT] : call != numbers[AT]) return 0;
    numbers[STRUCK]++;
    if (how == KILLED_BEFORE) killed();
    return how;
}

static int fails(int how) {
    if (how != EIO_ONCE && how != FULL_FROM_HERE) return 0;
    errno = how == EIO_ONCE ? EIO : ENOSPC;
    return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define DONE(result) { if (how == KILLED_AFTER || how == KILLED_WITHIN) killed(); return result; }

/* A write that fails has written the first half.  What is done has to stand in the write-ahead log: the
   store itself follows later. */
#define WRITES(name, left, right)                                                                           \
    ssize_t name left {                                                                                     \
        char path[PATH_MAX];                                                                                \
        int kept = errno, mine = held(fd, path);                                                            \
        errno = kept;                                                                                       \
        if (!mine) return REAL(name) right;                                                                 \
        int how = due(), half = how && how != KILLED_AFTER;                                                 \
        size_t all = size;                                                                                  \
        if (strstr(path, "-wal")) numbers[LOOSE]++;                                                         \
        if (half) size = all / 2;                                                                           \
        ssize_t result = REAL(name) right;                                                                  \
        if (fails(how)) return -1;                                                                          \
        DONE(result)                                                                                        \
    }
WRITES(write, (int fd, const void *data, size_t size), (fd, data, size))
WRITES(pwrite, (int fd, const void *data, size_t size, off_t at), (fd, data, size, at))
WRITES(pwrite64, (int fd, const void *data, size_t size, off64_t at), (fd, data, size, at))

#define SYNCS(name)                                                                                         \
    int name(int fd) {                                                                                      \
        char path[PATH_MAX];                                                                                \
        if (!held(fd, path)) return REAL(name)(fd);                                                         \
        int how = due();                                                                                    \
        if (fails(how)) return -1;                                                                          \
        int result = REAL(name)(fd);                                                                        \
        if (strstr(path, "-wal")) numbers[LOOSE] = 0;                                                       \
        DONE(result)                                                                                        \
    }
SYNCS(fsync)
SYNCS(fdatasync)

#define CUTS(name, type)                                                                                    \
    int name(int fd, type size) {                                                                           \
        char path[PATH_MAX];                                                                                \
        if (!held(fd, path)) return REAL(name)(fd, size);                                                   \
        int how = due();                                                                                    \
        if (fails(how)) return -1;                                                                          \
        int result = REAL(name)(fd, size);                                                                  \
        DONE(result)                                                                                        \
    }
CUTS(ftruncate, off_t)
CUTS(ftruncate64, off64_t)

int unlink(const char *path) {
    if (!ours(path)) return REAL(unlink)(path);
    int how = due();
    if (fails(how)) return -1;
    int result = REAL(unlink)(path);
    DONE(result)
}

int rename(const char *from, const char *to);
int rename(const char *from, const char *to) {
    if (!ours(from) && !ours(to)) return REAL(rename)(from, to);
    int how = due();
    if (fails(how)) return -1;
    int result = REAL(rename)(from, to);
    DONE(result)
}
