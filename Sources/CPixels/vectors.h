#ifndef ANIMCONV_VECTORS_H
#define ANIMCONV_VECTORS_H

// Loops over pixels are compiled twice for x86: for any processor, and for those with AVX2, which are
// asked at run time. Both do the same whole-number arithmetic.
//
// VECTOR_LOOP(name, (parameters), (arguments)) makes `name` of an inline function `name_loop`.
#if defined(__x86_64__)
#define VECTOR_LOOP(result, name, parameters, arguments)                                       \
  __attribute__((target("avx2"))) static result name##_avx2 parameters {                       \
    return name##_loop arguments;                                                              \
  }                                                                                            \
  static result name##_plain parameters { return name##_loop arguments; }                      \
  result name parameters {                                                                     \
    return __builtin_cpu_supports("avx2") ? name##_avx2 arguments : name##_plain arguments;    \
  }
#else
#define VECTOR_LOOP(result, name, parameters, arguments)                                       \
  result name parameters { return name##_loop arguments; }
#endif

#define LOOP static inline __attribute__((always_inline))

#endif
