#ifndef ANIMCONV_CSIGNALS_H
#define ANIMCONV_CSIGNALS_H

// Handlers for SIGINT, SIGTERM and SIGHUP that are there before the libraries of the process are
// initialised, which takes longer than all of its own start. Until somebody takes the signals they
// end the process with 128 and their number; there is nothing to clean up yet. A signal that was
// ignored at the start stays so.

// From now on writes the number of each signal, one byte, to a pipe.
void animconv_signals_deliver(int descriptor);

#endif
