// Where the fields of FFmpeg's structures are, for each release.
#ifndef ANIMCONV_CFFMPEG_LAYOUT_H
#define ANIMCONV_CFFMPEG_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

// A field that the release lacks.
#define CFFMPEG_ABSENT 0xffff

// The place of each field of fields.h in bytes, under the names of structure and field.
struct cffmpeg_layout {
#define FIELD(structure, name, five, six, seven, eight, nine) uint16_t structure##_##name;
#define FIELD_UNTIL_6 FIELD
#define FIELD_SINCE_7 FIELD
#include "fields.h"
#undef FIELD
#undef FIELD_UNTIL_6
#undef FIELD_SINCE_7
};

// A major release of FFmpeg: the releases of its five libraries, in the order of libraries.h.
struct cffmpeg_release {
  unsigned majors[5];
  struct cffmpeg_layout layout;
};

// The releases that can be opened, newest first.
extern const struct cffmpeg_release cffmpeg_releases[];
extern const size_t cffmpeg_release_count;

static inline unsigned cffmpeg_release_major(size_t release, int library) {
  return cffmpeg_releases[release].majors[library];
}

// Compares a library with a layout: with what the library says of its options, or with the values
// that new objects have. Returns the field that is elsewhere, null when all are where they should be.
const char *cffmpeg_misplaced(int library, void *handle, const struct cffmpeg_layout *layout);

#endif
