/// What a type asked a ``ProbeDecoder`` for.
final class ProbeNotes {
  /// Which case of an enumeration with payloads is tried.
  let alternative: Int
  /// How many cases there are, when the type asked which case it is.
  var alternatives: Int?

  /// Whether the type asked for the names of properties that only a value has.
  var hasUnknownNames = false

  private var properties: [GenerationSchema.Property] = []
  private var optionalNames: Set<String> = []
  private var elements: [GenerationSchema] = []
  private var nested: [(name: String, notes: ProbeNotes)] = []
  private var single: GenerationSchema?
  private var shape = Shape.object

  private enum Shape {
    case object, array, single
  }

  init(alternative: Int = 0) {
    self.alternative = alternative
  }

  /// Notes that the type may look whether a property is there.
  func noteOptional(_ name: String) {
    optionalNames.insert(name)
  }

  /// Notes a property.
  func note(_ name: String, _ schema: GenerationSchema, isOptional: Bool = false) {
    shape = .object
    let isOptional = isOptional || optionalNames.contains(name)
    guard !properties.contains(where: { $0.name == name }) else { return }
    properties.append(.init(name: name, schema: schema, isOptional: isOptional))
  }

  /// Notes an element of an array.
  func note(element schema: GenerationSchema) {
    shape = .array
    elements.append(schema)
  }

  /// Notes that the type is an array.
  func noteArray() {
    shape = .array
  }

  /// Notes that the type is written as another.
  func note(single schema: GenerationSchema) {
    shape = .single
    single = schema
  }

  /// Notes a container in this one, whose own notes follow.
  func notesOfContainer(named name: String?) -> ProbeNotes {
    let notes = ProbeNotes()
    if name == nil { shape = .array }
    // Holds the place of the property, for the order.
    if let name { note(name, .any()) } else { elements.append(.any()) }
    let position = name == nil ? elements.count - 1 : 0
    nested.append((name ?? "\(position)", notes))
    return notes
  }

  /// How many elements have been asked for.
  var elementCount: Int { elements.count }

  /// The schema that the notes amount to.
  var schema: GenerationSchema {
    switch shape {
    case .single: single ?? .any()
    case .object: GenerationSchema(.object(properties: properties.map(resolved)))
    case .array: array
    }
  }

  private func resolved(_ property: GenerationSchema.Property) -> GenerationSchema.Property {
    var property = property
    if let notes = nested.first(where: { $0.name == property.name })?.notes {
      property.schema = notes.schema
    }
    return property
  }

  /// An array of what the one element was; of a fixed number when more were asked for.
  private var array: GenerationSchema {
    let elements = self.elements.indices.map { position in
      nested.first { $0.name == "\(position)" }?.notes.schema ?? self.elements[position]
    }
    guard let first = elements.first else { return .array(items: .any()) }
    guard elements.count > 1 else { return .array(items: first) }
    var distinct: [GenerationSchema] = []
    for element in elements where !distinct.contains(element) { distinct.append(element) }
    return .array(
      items: distinct.count == 1 ? first : .anyOf(distinct),
      minItems: elements.count,
      maxItems: elements.count
    )
  }
}
