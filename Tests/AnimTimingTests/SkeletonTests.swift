import Testing

@testable import AnimTiming

@Test func targetBuilds() {}
