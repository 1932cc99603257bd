/// A value that is being made by a ``ContentEncoder``.
final class ContentBox {
  private enum Form {
    case nothing
    case value(GeneratedContent)
    case array([ContentBox])
    case object(names: [String], boxes: [String: ContentBox])
  }

  private var form = Form.nothing

  /// The number of elements, of an array.
  var count: Int {
    if case .array(let boxes) = form { boxes.count } else { 0 }
  }

  /// The value as far as it has been made; what was not made is `nil`.
  var content: GeneratedContent? {
    switch form {
    case .nothing: return nil
    case .value(let value): return value
    case .array(let boxes):
      return .init(kind: .array(boxes.map { $0.content ?? .init(kind: .emptyStructure) }))
    case .object(let names, let boxes):
      let values = boxes.mapValues { $0.content ?? .init(kind: .emptyStructure) }
      return .init(kind: .structure(properties: values, orderedKeys: names))
    }
  }

  /// Makes it a value.
  func set(_ value: GeneratedContent) {
    form = .value(value)
  }

  /// Makes it an array, if it is none yet.
  func becomeArray() {
    if case .array = form { return }
    form = .array([])
  }

  /// Makes it an object, if it is none yet.
  func becomeObject() {
    if case .object = form { return }
    form = .object(names: [], boxes: [:])
  }

  /// A new element at the end of the array.
  func append() -> ContentBox {
    let box = ContentBox()
    guard case .array(var boxes) = form else {
      form = .array([box])
      return box
    }
    // Emptied first, so that the elements are held once and appending does not copy them.
    form = .nothing
    boxes.append(box)
    form = .array(boxes)
    return box
  }

  /// The property of a name: a new one, or the one that is there when it is an array or object.
  func property(_ name: String) -> ContentBox {
    guard case .object(var names, var boxes) = form else {
      let box = ContentBox()
      form = .object(names: [name], boxes: [name: box])
      return box
    }
    if let box = boxes[name] { return box }
    let box = ContentBox()
    form = .nothing
    names.append(name)
    boxes[name] = box
    form = .object(names: names, boxes: boxes)
    return box
  }
}
