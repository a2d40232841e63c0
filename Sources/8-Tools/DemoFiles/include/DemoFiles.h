#pragma once
#include <stddef.h>

/// The bytes of a table of the sample data of `quarry demo`; ATTRIBUTION.md describes its columns.
struct DemoFile {
    const unsigned char *bytes;
    size_t count;
};

/// Cities, one a line.
struct DemoFile demo_cities(void);
/// Countries and territories, one a line.
struct DemoFile demo_countries(void);
