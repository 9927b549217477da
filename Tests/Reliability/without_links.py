#!/usr/bin/env python3
"""A FUSE file system that shows another folder and has no links, as those of network drives.

  without_links.py FOLDER MOUNT ERRNO      link(2) fails with this number

It runs until it is unmounted. It knows no rename with flags either, as FUSE 2 does not.
"""
import errno
import os
import sys

try:
    import fusepy as fuse   # as Debian calls it
except ImportError:
    import fuse


class WithoutLinks(fuse.Operations):
    def __init__(self, folder, code):
        self.folder = os.path.realpath(folder)
        self.code = code

    def __call__(self, operation, path, *arguments):
        try:
            return super().__call__(operation, self.folder + path, *arguments)
        except OSError as error:
            raise fuse.FuseOSError(error.errno or errno.EIO) from error

    def link(self, target, source):
        raise fuse.FuseOSError(self.code)

    def symlink(self, target, source):
        raise fuse.FuseOSError(self.code)

    def getattr(self, path, handle=None):
        found = os.lstat(path)
        return {key: getattr(found, key) for key in (
            "st_mode", "st_nlink", "st_size", "st_uid", "st_gid", "st_atime", "st_mtime",
            "st_ctime")}

    def readdir(self, path, handle):
        return [".", "..", *os.listdir(path)]

    def statfs(self, path):
        found = os.statvfs(path)
        return {key: getattr(found, key) for key in (
            "f_bavail", "f_bfree", "f_blocks", "f_bsize", "f_favail", "f_ffree", "f_files",
            "f_flag", "f_frsize", "f_namemax")}

    def create(self, path, mode, info=None):
        return os.open(path, os.O_RDWR | os.O_CREAT, mode)

    def open(self, path, flags):
        return os.open(path, flags & ~os.O_NOFOLLOW)

    def read(self, path, size, offset, handle):
        return os.pread(handle, size, offset)

    def write(self, path, data, offset, handle):
        return os.pwrite(handle, data, offset)

    def truncate(self, path, length, handle=None):
        os.truncate(path, length)

    def fsync(self, path, data_only, handle):
        os.fsync(handle)

    def release(self, path, handle):
        os.close(handle)

    def rename(self, old, new):
        os.rename(old, self.folder + new)

    def utimens(self, path, times=None):
        os.utime(path, times)

    chmod = os.chmod
    mkdir = os.mkdir
    rmdir = os.rmdir
    unlink = os.unlink


if __name__ == "__main__":
    fuse.FUSE(WithoutLinks(sys.argv[1], int(sys.argv[3])), sys.argv[2], foreground=True,
              nothreads=True)
