// zlib of the operating system; Debian has its header in zlib1g-dev.
#include <zlib.h>
