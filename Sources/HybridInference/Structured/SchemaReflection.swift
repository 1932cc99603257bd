/// Derives the schema of a type from its `Decodable` conformance.
///
/// The type is decoded from a ``ProbeDecoder``, which has no values but notes what is asked for, and
/// gives stand-ins. Types that hold themselves become references to definitions.
final class SchemaReflection {
  /// What cannot be derived, where, and what to write instead.
  struct Failure: Error {
    var path: [String]
    var reason: String
  }

  /// There is no stand-in yet for a type that holds itself.
  struct NoStandIn: Error {}

  /// Whether a type's ``Generable/generationSchema`` is only asked for in order to learn whether the
  /// type has written one.
  @TaskLocal static var isLookingForCustomSchemas = false
  /// What the derived default gives then.
  static let derivedMark = GenerationSchema(.any, title: "derived by SchemaReflection")

  /// How deeply types may hold others: generic types can do so without end.
  private static let maximumDepth = 64

  private var open: [ObjectIdentifier] = []
  private var recursive: Set<ObjectIdentifier> = []
  private var schemas: [ObjectIdentifier: GenerationSchema] = [:]
  private var names: [ObjectIdentifier: String] = [:]
  private var definitions: [GenerationSchema.Definition] = []
  private var standIns: [ObjectIdentifier: Any] = [:]

  /// The schema of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - guides: What else is said of its properties.
  /// - Returns: The schema. One that could not be derived holds the reason.
  static func schema<T: Decodable>(
    of type: T.Type,
    guides: [String: GenerationGuide] = [:]
  ) -> GenerationSchema {
    if isLookingForCustomSchemas { return derivedMark }
    let reflection = SchemaReflection()
    do {
      var schema = try reflection.derive(type, isRoot: true, guides: guides, at: [])
      schema.definitions = reflection.definitions
      return schema
    } catch {
      return GenerationSchema(failure: .init(reason: Self.reason(of: error, type)))
    }
  }

  private static func reason(of error: any Error, _ type: Any.Type) -> String {
    switch error {
    case let error as Failure:
      let path = error.path.joined(separator: ".")
      return "no schema can be derived for \(type)\(path.isEmpty ? "" : ", property “\(path)”"): "
        + error.reason
    case let error as GenerationSchema.Failure: return error.reason
    case is NoStandIn:
      return "no schema can be derived for \(type): it holds itself without an optional or an array"
    default: return "no schema can be derived for \(type)"
    }
  }

  /// The schema of a type inside another.
  func schema<T: Decodable>(of type: T.Type, at path: [String]) throws -> GenerationSchema {
    if let source = type as? any SchemaSource.Type { return try source.schema(by: self, at: path) }
    let id = ObjectIdentifier(type)
    if let schema = schemas[id] { return schema }
    if open.contains(id) {
      recursive.insert(id)
      return GenerationSchema(.reference(name(of: type)))
    }
    guard open.count < Self.maximumDepth else {
      throw Failure(path: path, reason: "types hold others too deeply; write its generationSchema")
    }
    if let schema = Self.customSchema(of: type) {
      if let failure = schema.failure { throw failure }
      schemas[id] = schema
      return schema
    }
    let guides = (type as? any Generable.Type)?.guides ?? [:]
    return try derive(type, isRoot: false, guides: guides, at: path)
  }

  /// A value of a type, that stands where the probe needs one.
  func standIn<T: Decodable>(for type: T.Type, at path: [String]) throws -> T {
    if let source = type as? any SchemaSource.Type, let value = source.standIn as? T {
      return value
    }
    let id = ObjectIdentifier(type)
    if let value = standIns[id] as? T { return value }
    guard !open.contains(id) else { throw NoStandIn() }
    let schema = try schema(of: type, at: path)
    if let value = standIns[id] as? T { return value }
    // The type has written its schema: an example of that.
    if let value = try? schema.example.value(as: type) { return value }
    _ = try derive(type, isRoot: false, guides: [:], at: path)
    if let value = standIns[id] as? T { return value }
    throw NoStandIn()
  }

  private func derive<T: Decodable>(
    _ type: T.Type,
    isRoot: Bool,
    guides: [String: GenerationGuide],
    at path: [String]
  ) throws -> GenerationSchema {
    let id = ObjectIdentifier(type)
    if isRoot, let source = type as? any SchemaSource.Type {
      return try source.schema(by: self, at: path).handingDefinitions(to: &definitions)
        .applying(guides, to: "\(type)", definitions: &definitions)
    }
    open.append(id)
    defer { open.removeLast() }
    var schema = try enumeration(type) ?? probe(type, at: path)
    schema = try schema.handingDefinitions(to: &definitions)
      .applying(guides, to: "\(type)", definitions: &definitions)
    guard recursive.contains(id) else {
      if schemas[id] == nil { schemas[id] = schema }
      return schema
    }
    definitions.append(.init(name: name(of: type), schema: schema))
    let reference = GenerationSchema(.reference(name(of: type)))
    schemas[id] = reference
    return isRoot ? schema : reference
  }

  private static func customSchema<T>(of type: T.Type) -> GenerationSchema? {
    guard let type = type as? any Generable.Type else { return nil }
    let schema = $isLookingForCustomSchemas.withValue(true) { type.generationSchema }
    return schema == derivedMark ? nil : schema
  }

  /// A name for the definition of a type: the type's own, with a number when it is taken.
  private func name<T>(of type: T.Type) -> String {
    let id = ObjectIdentifier(type)
    if let name = names[id] { return name }
    let plain = String(describing: type).filter { $0.isLetter || $0.isNumber || $0 == "_" }
    var name = plain
    var number = 1
    while names.values.contains(name) {
      number += 1
      name = plain + "\(number)"
    }
    names[id] = name
    return name
  }
}

extension SchemaReflection {
  /// The schema of an enumeration with raw values, all of which are known.
  private func enumeration<T: Decodable>(_ type: T.Type) -> GenerationSchema? {
    guard type is any RawRepresentable.Type, let cases = type as? any CaseIterable.Type else {
      return nil
    }
    let values = Self.allCases(of: cases)
    let raws = values.compactMap { ($0 as? any RawRepresentable).map { Self.rawValue(of: $0) } }
    let contents = raws.compactMap(Self.content)
    guard !contents.isEmpty, contents.count == values.count else { return nil }
    standIns[ObjectIdentifier(type)] = values.first
    let texts = contents.compactMap(\.stringValue)
    return GenerationSchema(
      texts.count == contents.count ? .enumeration(texts) : .constants(contents)
    )
  }

  private static func allCases<T: CaseIterable>(of type: T.Type) -> [Any] { Array(type.allCases) }

  private static func rawValue<T: RawRepresentable>(of value: T) -> Any { value.rawValue }

  private static func content(_ raw: Any) -> GeneratedContent? {
    switch raw {
    case let value as String: .init(kind: .string(value))
    case let value as any BinaryInteger:
      Int64(exactly: value).map { .init(kind: .integer($0)) }
        ?? UInt64(exactly: value).map { .init(kind: .unsignedInteger($0)) }
    case let value as Double: .init(kind: .number(value))
    case let value as Float: .init(kind: .number(Double(value)))
    case let value as Character: .init(kind: .string(String(value)))
    default: nil
    }
  }

  /// Decodes a type from a probe, once for each case of an enumeration with payloads.
  private func probe<T: Decodable>(_ type: T.Type, at path: [String]) throws -> GenerationSchema {
    let first = try run(type, alternative: 0, at: path)
    if first.notes.hasUnknownNames {
      throw Failure(
        path: path,
        reason:
          "\(type) has properties of any names; make it Generable and write its generationSchema"
      )
    }
    guard let count = first.notes.alternatives else { return first.notes.schema }
    var schemas = [first.isDone ? first.notes.schema : nil]
    schemas += Array(repeating: nil, count: count - 1)
    // A case that holds the type itself needs a stand-in, which another case gives.
    var left = schemas.indices.filter { schemas[$0] == nil }
    var isLastRound = false
    while !left.isEmpty {
      for position in left {
        let result = try run(type, alternative: position, at: path)
        if result.isDone { schemas[position] = result.notes.schema }
      }
      let still = left.filter { schemas[$0] == nil }
      if isLastRound || still.count == left.count, !still.isEmpty {
        throw Failure(path: path, reason: "\(type) has a case that never ends")
      }
      isLastRound = still.isEmpty
      left = still
    }
    return .anyOf(schemas.compactMap(\.self))
  }

  private func run<T: Decodable>(
    _ type: T.Type,
    alternative: Int,
    at path: [String]
  ) throws -> (notes: ProbeNotes, isDone: Bool) {
    let notes = ProbeNotes(alternative: alternative)
    do {
      let value = try T(from: ProbeDecoder(notes: notes, reflection: self, path: path))
      let id = ObjectIdentifier(type)
      if standIns[id] == nil { standIns[id] = value }
      return (notes, true)
    } catch is NoStandIn {
      // Only the cases of an enumeration can be tried again.
      if notes.alternatives == nil { throw NoStandIn() }
      return (notes, false)
    } catch let error as Failure {
      throw error
    } catch let error as GenerationSchema.Failure {
      throw error
    } catch {
      throw Failure(path: path, reason: Self.advice(for: type))
    }
  }

  private static func advice<T>(for type: T.Type) -> String {
    type is any RawRepresentable.Type
      ? "\(type) does not list its values; make it CaseIterable, or write the generationSchema of the "
        + "type that holds it"
      : "\(type) does not decode from stand-in values; make it Generable and write its generationSchema"
  }
}
