// #embed includes the file at compile time; a resource of SwiftPM is written as a Swift array.
#include "OpenAPIFile.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char yaml[] = {
#embed "openapi.yaml"
};

const unsigned char *openapi_bytes(void) { return yaml; }
const size_t openapi_count = sizeof yaml;
