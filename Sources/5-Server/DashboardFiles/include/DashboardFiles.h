#pragma once
#include <stddef.h>

/// A file of the dashboard, its bytes in the program.
struct DashboardFile {
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

/// The file at a place, and how many there are.
const struct DashboardFile *dashboard_file_at(size_t place);
extern const size_t dashboard_file_count;
