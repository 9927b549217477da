/// The colour description of a video whose 8-bit limited-range samples are copied unchanged.
package struct StoredColor: Sendable, Hashable {
  /// The two matrices that animconv can convert in both directions.
  package enum Standard: Sendable, Hashable { case bt601, bt709 }

  package let matrix: Standard
  /// The video's colour tags; missing tags are the values assumed for its samples.
  package let tags: ColorTags

  package init(matrix: Standard, tags: ColorTags) {
    self.matrix = matrix
    self.tags = tags
  }
}
