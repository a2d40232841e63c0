// What is not here or in LogFiles.c is in the header.
#include "CSQLite.h"
