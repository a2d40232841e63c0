#pragma once
#include <stddef.h>

/// The description of the server's endpoints, `/openapi.yaml`.
const unsigned char *openapi_bytes(void);
extern const size_t openapi_count;
