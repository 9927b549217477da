/// What a video says of its samples of 8 bits and limited range, which are handed on as they are.
package struct StoredColor: Sendable, Hashable {
  /// The two matrices that animconv knows both ways.
  package enum Standard: Sendable, Hashable { case bt601, bt709 }

  package let matrix: Standard
  /// Those of the video; what it does not say is what its samples were taken for.
  package let tags: ColorTags

  package init(matrix: Standard, tags: ColorTags) {
    self.matrix = matrix
    self.tags = tags
  }
}
