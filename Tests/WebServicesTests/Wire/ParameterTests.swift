import Testing
import WebServices

@Suite struct `A parameter of a request` {
    @Test(
        arguments: [
            ("", nil), ("a=1", "1"), ("a", ""), ("a=", ""), ("b=2&a=1", "1"), ("a=1&a=2", "1"),
            ("ab=2&a=1", "1"), ("ab=2", nil), ("aa=2&a", ""), ("b&a=x%20y+z", "x y+z"),
            ("a=1=2&b", "1=2"), ("b=a=1", nil), ("&&a=1&", "1"), ("&", nil), ("=1", nil),
            ("A=1", nil), ("a=é", "é"), ("a=%C3%A9", "é"), ("a=%C3", "%C3"), ("a=%", "%"),
        ] as [(String, String?)])
    func `is the first of its whole name`(query: String, value: String?) {
        let request = WireRequest("GET", "/", query: query)
        #expect(request.parameter("a") == value, "\(query)")
    }
}
