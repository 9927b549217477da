// libdeflate's C interface, as the system has it.
#ifndef ANIMCONV_CDEFLATE_SHIM_H
#define ANIMCONV_CDEFLATE_SHIM_H

#include <libdeflate.h>

#endif
