#pragma once
#include <stddef.h>
#include <stdint.h>

/// libFuzzer's loop for programs that bring their own `main`.
int LLVMFuzzerRunDriver(int *_Nonnull argc, char *_Nullable *_Nonnull *_Nonnull argv,
                        int (*_Nonnull callback)(const uint8_t *_Nullable data, size_t size));
