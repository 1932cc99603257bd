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
