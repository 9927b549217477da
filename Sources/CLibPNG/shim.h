// libpng as the system has it; CPNG is the only user.
#ifndef ANIMCONV_CLIBPNG_SHIM_H
#define ANIMCONV_CLIBPNG_SHIM_H

#include <png.h>

#endif
