/// The formats of texts that are held to; others are only descriptions, as JSON Schema has it.
enum StringFormat {
  /// The pattern of a format; `nil` for one that is not held to.
  ///
  /// Narrower than the standards: only forms that every reader takes.
  static func pattern(of format: String) -> String? {
    switch format {
    case "date-time": "^\(date)T\(time)$"
    case "date": "^\(date)$"
    case "time": "^\(time)$"
    case "duration": "^P(([1-9][0-9]{0,3}D)?T[1-9][0-9]{0,3}[HMS]|[1-9][0-9]{0,3}[DWMY])$"
    case "uuid": "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"
    case "uri", "url", "iri", "uri-reference", "iri-reference":
      "^https?://\(host)(:[1-9][0-9]{0,3})?(/\(path)*)?(\\?\(path)*)?(#\(path)*)?$"
    case "email", "idn-email":
      "^[A-Za-z0-9_+-]{1,32}(\\.[A-Za-z0-9_+-]{1,32})?@\(host)$"
    case "hostname", "idn-hostname": "^\(host)$"
    case "ipv4": "^\(byte)(\\.\(byte)){3}$"
    case "ipv6": "^([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$"
    case "byte", "base64":
      "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"
    default: nil
    }
  }

  private static let byte = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
  private static let label = "[A-Za-z0-9]([A-Za-z0-9-]{0,30}[A-Za-z0-9])?"
  private static let host = "(\(label)\\.){1,4}[A-Za-z]{2,12}"
  private static let path = "([A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})"
  /// With the days that a month has, and a 29th of February only in leap years.
  private static let date =
    "([12][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])"
    + "|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))"
    + "|([12][0-9](0[48]|[2468][048]|[13579][26])|(12|16|20|24|28)00)-02-29)"
  private static let time = "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{3})?Z"
}
