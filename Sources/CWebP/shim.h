// The part of libwebp's C interface that animconv uses.
#ifndef ANIMCONV_CWEBP_SHIM_H
#define ANIMCONV_CWEBP_SHIM_H

#include <webp/decode.h>
#include <webp/encode.h>

#endif
