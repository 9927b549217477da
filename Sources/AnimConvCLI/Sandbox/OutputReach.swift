internal import Confining
internal import SystemPackage

extension Reach {
  /// The files that are needed to write a file or folder under a name: its folder, because outputs
  /// get their names when they are complete, or the nearest existing folder above that will be
  /// made.
  static func writing(_ path: FilePath) -> Reach {
    Reach(writing: [DiskPlace(DiskPlace(path).folder).nearestFolder])
  }

  /// The same for a folder that receives files, or will be made.
  static func writing(in folder: FilePath) -> Reach {
    Reach(writing: [DiskPlace(folder).nearestFolder])
  }
}
