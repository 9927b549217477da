// The interface is implemented in Swift; a target needs a file that is compiled.
#include "animconv.h"
