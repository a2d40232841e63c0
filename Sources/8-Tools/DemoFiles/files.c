// #embed includes the files at compile time; as a Swift literal the same data takes seconds of
// parsing in each frontend that compiles the tool.
#include "DemoFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char cities[] = {
#embed "cities.tsv"
};
static const unsigned char countries[] = {
#embed "countries.tsv"
};

struct DemoFile demo_cities(void) { return (struct DemoFile){cities, sizeof cities}; }
struct DemoFile demo_countries(void) { return (struct DemoFile){countries, sizeof countries}; }
