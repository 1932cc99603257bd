// The C API of llama.cpp as this package sees it. Everything here has a reason to be C; the rest is
// called from Swift directly.
#pragma once

#include <llama.h>

// A pool of threads that a context keeps between its calls.
//
// The functions of a pool are in the CPU backend, which an installed libllama may link or may load
// when it starts. Asking the registry by name works with both, and where they are missing the
// answer is NULL: ggml then makes its own.
static inline struct ggml_threadpool *hybrid_threadpool_new(int32_t threads, uint32_t poll) {
  ggml_backend_dev_t device = ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_CPU);
  if (device == NULL) return NULL;
  typedef struct ggml_threadpool *(*make_pool)(struct ggml_threadpool_params *);
  make_pool make = (make_pool)ggml_backend_reg_get_proc_address(
      ggml_backend_dev_backend_reg(device), "ggml_threadpool_new");
  if (make == NULL) return NULL;
  // A C struct with a fixed array of 512 flags: Swift would see a tuple of that size.
  struct ggml_threadpool_params params = ggml_threadpool_params_default(threads);
  params.poll = poll;
  return make(&params);
}

// See hybrid_threadpool_new.
static inline void hybrid_threadpool_free(struct ggml_threadpool *pool) {
  ggml_backend_dev_t device = ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_CPU);
  if (pool == NULL || device == NULL) return;
  typedef void (*free_pool)(struct ggml_threadpool *);
  free_pool release = (free_pool)ggml_backend_reg_get_proc_address(
      ggml_backend_dev_backend_reg(device), "ggml_threadpool_free");
  if (release != NULL) release(pool);
}

// Whether a token must not be reachable from plain text: the model's control tokens, and the
// "unknown" token. An enum of flags in C; Swift sees an enum without the combinations.
static inline bool hybrid_token_is_special(const struct llama_vocab *vocab, llama_token token) {
  return (llama_vocab_get_attr(vocab, token) & (LLAMA_TOKEN_ATTR_CONTROL | LLAMA_TOKEN_ATTR_UNKNOWN)) != 0;
}

// Whether a token only fills a place of the vocabulary.
static inline bool hybrid_token_is_unused(const struct llama_vocab *vocab, llama_token token) {
  return (llama_vocab_get_attr(vocab, token) & LLAMA_TOKEN_ATTR_UNUSED) != 0;
}

// Whether the tokenizer finds a token's text in any text, plain text too.
static inline bool hybrid_token_is_user_defined(const struct llama_vocab *vocab, llama_token token) {
  return (llama_vocab_get_attr(vocab, token) & LLAMA_TOKEN_ATTR_USER_DEFINED) != 0;
}

// Whether the white space before and after a special token belongs to it.
static inline bool hybrid_token_strips_left(const struct llama_vocab *vocab, llama_token token) {
  return (llama_vocab_get_attr(vocab, token) & LLAMA_TOKEN_ATTR_LSTRIP) != 0;
}
static inline bool hybrid_token_strips_right(const struct llama_vocab *vocab, llama_token token) {
  return (llama_vocab_get_attr(vocab, token) & LLAMA_TOKEN_ATTR_RSTRIP) != 0;
}

// How many of llama.cpp's libraries there are among those that this process has loaded, and how many
// of them keep their data when the process ends. See hybrid_keep_library_data.
typedef struct {
  int libraries;
  int keeping;
} hybrid_kept_data;

#if defined(__linux__) && defined(__LP64__)
#include <elf.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// What dl_iterate_phdr tells of a loaded library. The C library declares both only with _GNU_SOURCE,
// which the header of a module cannot define.
struct dl_phdr_info;
extern int dl_iterate_phdr(int (*take)(struct dl_phdr_info *, size_t, void *), void *data);
typedef struct {
  Elf64_Addr address;
  const char *path;
  const Elf64_Phdr *segments;
  Elf64_Half segment_count;
} hybrid_library;

// Stands in for __cxa_atexit: the destructor of a piece of global data is not registered.
static inline int hybrid_register_no_destructor(void (*destroy)(void *), void *data, void *library) {
  (void)destroy, (void)data, (void)library;
  return 0;
}

// Points a library's links to __cxa_atexit, in one of its two tables of links, to
// hybrid_register_no_destructor. Gives the number of links that were changed.
static inline int hybrid_relink(const hybrid_library *library, const Elf64_Rela *links, size_t bytes,
                                const Elf64_Sym *symbols, const char *names) {
  int changed = 0;
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (size_t i = 0; i < bytes / sizeof(Elf64_Rela); i++) {
    if (strcmp(names + symbols[ELF64_R_SYM(links[i].r_info)].st_name, "__cxa_atexit") != 0) continue;
    const uintptr_t slot = library->address + links[i].r_offset;
    void *const start = (void *)(slot & ~(page - 1));
    int is_protected = 0;
    for (int j = 0; j < library->segment_count; j++) {
      const Elf64_Phdr *segment = &library->segments[j];
      if (segment->p_type != PT_GNU_RELRO) continue;
      // The loader protects whole pages, both bounds rounded down: what stands on a page with other
      // data, as it can where pages are large, stays writable.
      const uintptr_t from = library->address + segment->p_vaddr;
      const uintptr_t to = from + segment->p_memsz;
      if (slot >= (from & ~(page - 1)) && slot < (to & ~(page - 1))) is_protected = 1;
    }
    if (is_protected && mprotect(start, page, PROT_READ | PROT_WRITE) != 0) continue;
    __atomic_store_n((uintptr_t *)slot, (uintptr_t)&hybrid_register_no_destructor, __ATOMIC_RELEASE);
    if (is_protected) mprotect(start, page, PROT_READ);
    changed++;
  }
  return changed;
}

// Relinks one library, if it is one of llama.cpp's.
static inline int hybrid_keep_data_of(struct dl_phdr_info *info, size_t size, void *result) {
  (void)size;
  const hybrid_library *library = (const hybrid_library *)info;
  const char *slash = strrchr(library->path, '/');
  const char *name = slash ? slash + 1 : library->path;
  if (strncmp(name, "libllama", 8) != 0 && strncmp(name, "libggml", 7) != 0) return 0;
  const Elf64_Dyn *entry = NULL;
  for (int i = 0; i < library->segment_count; i++) {
    if (library->segments[i].p_type != PT_DYNAMIC) continue;
    entry = (const Elf64_Dyn *)(library->address + library->segments[i].p_vaddr);
  }
  const Elf64_Sym *symbols = NULL;
  const char *names = NULL;
  const Elf64_Rela *calls = NULL, *others = NULL;
  size_t calls_size = 0, others_size = 0;
  for (; entry != NULL && entry->d_tag != DT_NULL; entry++) {
    // glibc has put addresses in place of the file's offsets; musl has not.
    const uintptr_t value = entry->d_un.d_ptr;
    const uintptr_t address = value < library->address ? value + library->address : value;
    if (entry->d_tag == DT_SYMTAB) symbols = (const Elf64_Sym *)address;
    if (entry->d_tag == DT_STRTAB) names = (const char *)address;
    if (entry->d_tag == DT_JMPREL) calls = (const Elf64_Rela *)address;
    if (entry->d_tag == DT_PLTRELSZ) calls_size = value;
    if (entry->d_tag == DT_RELA) others = (const Elf64_Rela *)address;
    if (entry->d_tag == DT_RELASZ) others_size = value;
  }
  hybrid_kept_data *kept = (hybrid_kept_data *)result;
  kept->libraries++;
  if (symbols == NULL || names == NULL) return 0;
  const int changed = (calls ? hybrid_relink(library, calls, calls_size, symbols, names) : 0) +
                      (others ? hybrid_relink(library, others, others_size, symbols, names) : 0);
  if (changed > 0) kept->keeping++;
  return 0;
}
#endif

// Makes llama.cpp's libraries keep the global data that they make from now on.
//
// C++ registers a destructor (__cxa_atexit) when a piece of global data is made, and much of
// llama.cpp's is made when a model is first loaded or run. exit() calls destructors in the reverse
// order: this data would be gone before any handler of ours could stop the threads that use it. So
// the libraries' links to __cxa_atexit are pointed to a function that registers nothing: the data
// lives until the process is gone, as C's does. Data that was made when the libraries were loaded is
// not concerned: it goes after our handler, which was registered later.
static inline hybrid_kept_data hybrid_keep_library_data(void) {
  hybrid_kept_data kept = {0, 0};
#if defined(__linux__) && defined(__LP64__)
  dl_iterate_phdr(hybrid_keep_data_of, &kept);
#endif
  return kept;
}
