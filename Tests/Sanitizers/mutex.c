// Tells ThreadSanitizer what Swift's Mutex does when a thread must wait for another one.
//
// A free Mutex is taken by an atomic instruction in our own code, which the sanitizer sees. When it is
// taken already, a function of libswiftSynchronization waits, which was built without the sanitizer: it
// would report all that the two threads do under the same lock as races. These functions stand in front
// of the library's (LD_PRELOAD) and name the address. They belong to the libraries of Swift 6; where the
// library has other names, they are never called.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

typedef __attribute__((swiftcall)) void (*lock_function)(uint32_t thread, __attribute__((swift_context)) void *mutex);
typedef __attribute__((swiftcall)) _Bool (*try_function)(__attribute__((swift_context)) void *mutex);
typedef __attribute__((swiftcall)) void (*unlock_function)(__attribute__((swift_context)) void *mutex);

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

__attribute__((swiftcall)) void lock(uint32_t thread, __attribute__((swift_context)) void *mutex) __asm__(LOCK);
__attribute__((swiftcall)) _Bool try_lock(__attribute__((swift_context)) void *mutex) __asm__(TRY_LOCK);
__attribute__((swiftcall)) void unlock(__attribute__((swift_context)) void *mutex) __asm__(UNLOCK);

__attribute__((swiftcall)) void lock(uint32_t thread, __attribute__((swift_context)) void *mutex) {
  ((lock_function)dlsym(RTLD_NEXT, LOCK))(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

__attribute__((swiftcall)) _Bool try_lock(__attribute__((swift_context)) void *mutex) {
  const _Bool is_taken = ((try_function)dlsym(RTLD_NEXT, TRY_LOCK))(mutex);
  if (is_taken && __tsan_acquire) __tsan_acquire(mutex);
  return is_taken;
}

__attribute__((swiftcall)) void unlock(__attribute__((swift_context)) void *mutex) {
  if (__tsan_release) __tsan_release(mutex);
  ((unlock_function)dlsym(RTLD_NEXT, UNLOCK))(mutex);
}
