// All of it is in the header.
#include "CSwiftRuntime.h"
