// libstdc++ of Debian 12 takes random numbers from glibc 2.36. This one is linked in its place, so that
// the packaged program starts with glibc 2.35, too. Nothing in animconv asks for such numbers.
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

uint32_t arc4random(void) {
  uint32_t number;
  if (getrandom(&number, sizeof number, 0) != sizeof number) abort();
  return number;
}
