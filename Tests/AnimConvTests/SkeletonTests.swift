import Testing
@testable import AnimConv

@Test func targetBuilds() {}
