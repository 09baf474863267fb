/* All that the kernel asks of a C library. On Linux the Python that loads it has it; see windows.c. */
#include <stddef.h>
void *memcpy(void *, const void *, size_t);
