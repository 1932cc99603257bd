extension Wire {
  struct Content: Codable {
    var role: String?
    var parts: [Part]?

    init(role: String?, parts: [Part]?) {
      self.role = role
      self.parts = parts
    }

    private enum CodingKeys: String, CodingKey {
      case role
      case parts
    }

    /// Reads a content: an empty object is one, an object of other fields only is not.
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      role = try container.decodeIfPresent(String.self, forKey: .role)
      parts = try container.decodeIfPresent([Part].self, forKey: .parts)
      if role == nil, parts == nil {
        try decoder.requireNoKeys()
      }
    }
  }
}
