// All of it is in the header.
#include "CSQLite.h"
