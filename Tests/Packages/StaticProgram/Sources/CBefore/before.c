#include "before.h"

__attribute__((constructor)) static void before(void) { register_names(); }
