import Testing

@testable import Libav

@Test func targetBuilds() {}
