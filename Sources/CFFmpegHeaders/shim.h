// Nothing: this target only says where FFmpeg's headers are. CFFmpeg is the only user.
