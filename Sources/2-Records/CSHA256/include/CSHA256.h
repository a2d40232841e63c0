#pragma once

#include <stddef.h>
#include <stdint.h>

/// Takes blocks of 64 bytes into the eight words of a SHA-256 state (FIPS 180-4, section 6.2).
void quarry_sha256_blocks(uint32_t state[8], const uint8_t *bytes, size_t blocks);

/// The same without the processor's own instructions; a test compares the two.
void quarry_sha256_blocks_portable(uint32_t state[8], const uint8_t *bytes, size_t blocks);
