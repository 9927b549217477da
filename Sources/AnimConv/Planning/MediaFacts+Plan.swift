extension MediaFacts {
  /// What the output of a plan will be; its bytes are not known before it is written.
  init(of plan: ConversionPlan) {
    self.init()
    self[.container] = .word(plan.kind.description)
    self[.sound] = .truth(false)
    plan.content.note(in: &self, of: plan)
  }
}

extension ConstraintCheck {
  /// The constraints of which a plan already tells whether they will be met.
  init(foreseeable constraints: [MediaConstraint], of plan: ConversionPlan) {
    let facts = MediaFacts(of: plan)
    self.init(constraints.filter { facts[$0.property] != nil }, facts: facts)
  }
}
