/* What a library on Windows needs to stand alone: where it is entered, and a memcpy of its own.
   Volatile, so that the compiler does not take the loop for a memcpy and call itself. */
#include <stddef.h>

int DllMainCRTStartup(void *library, unsigned long why, void *reserved) {
    (void)library, (void)why, (void)reserved;
    return 1;
}

void *memcpy(void *to, const void *from, size_t n) {
    for (size_t i = 0; i < n; i++) ((volatile char *)to)[i] = ((const char *)from)[i];
    return to;
}
