internal import Confining
internal import SystemPackage

extension Reach {
  /// The files that are needed to write a file or folder under a name: its folder, because outputs
  /// get their names when they are complete. If that folder does not exist yet, it is the nearest
  /// existing folder above.
  static func writing(_ path: FilePath) -> Reach {
    Reach(writing: [DiskPlace(DiskPlace(path).folder).nearestFolder])
  }

  /// What a process needs to write into a folder, which may not exist yet.
  static func writing(in folder: FilePath) -> Reach {
    Reach(writing: [DiskPlace(folder).nearestFolder])
  }
}
