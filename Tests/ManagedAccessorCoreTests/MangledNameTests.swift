import Testing

@testable import ManagedAccessorCore

@Suite struct MangledNameTests {
    private let note = NominalType(
        module: "App", path: [NominalType.Step(name: "Note", kind: "C")])

    private func getter(_ name: String, _ type: MangledType, in module: String = "App") -> String {
        var owner = note
        owner.module = module
        return Mangler.accessor(
            of: name, in: owner, discriminator: nil, type: type, isSetter: false)
    }

    private let text = MangledType.shorthand("SS", name: "String")
    private let number = MangledType.shorthand("Si", name: "Int")

    // Each symbol below was taken from the compiler (`swiftc -emit-silgen`).
    @Test func `a property's symbol names class, property and type`() {
        #expect(getter("title", text) == "$s3App4NoteC5titleSSvg")
        #expect(getter("title", .optional(text)) == "$s3App4NoteC5titleSSSgvg")
        #expect(
            Mangler.accessor(
                of: "title", in: note, discriminator: nil, type: .optional(text), isSetter: true)
                == "$s3App4NoteC5titleSSSgvs")
    }

    @Test func `what occurred before becomes a letter`() {
        #expect(getter("other", .nominal(note)) == "$s3App4NoteC5otherACvg")
        #expect(getter("noteBook", text) == "$s3App4NoteC8noteBookSSvg")
        #expect(getter("Note", text) == "$s3App4NoteCABSSvg")
        #expect(getter("myNote", text) == "$s3App4NoteC02myB0SSvg")
        #expect(
            getter("pairs", .generic(.shorthand("SD", name: "Dictionary"), [text, text]))
                == "$s3App4NoteC5pairsSDyS2SGvg")
    }

    @Test func `a private property carries its file`() {
        let index = ModuleIndex(module: "m", sources: ScannedSources())
        #expect(
            index.discriminator(of: "/tmp/A.swift") == "_" + MD5.hexadecimal(Array("mA.swift".utf8))
        )
    }

    @Test func `methods name labels, result and parameters`() {
        let set = MangledType.nominal(
            NominalType(module: "Foundation", path: [NominalType.Step(name: "NSSet", kind: "C")]))
        #expect(
            Mangler.method(
                "addToItems", in: note, discriminator: nil, labels: [nil], parameters: [set],
                result: .void) == "$s3App4NoteC10addToItemsyy10Foundation5NSSetCF")
        #expect(
            Mangler.method(
                "insert", in: note, discriminator: nil, labels: [nil, "at"],
                parameters: [.nominal(note), number], result: .void)
                == "$s3App4NoteC6insert_2atyAC_SitF")
    }

    @Test func `the digest is that of RFC 1321`() {
        #expect(MD5.hexadecimal([]) == "D41D8CD98F00B204E9800998ECF8427E")
        #expect(MD5.hexadecimal(Array("abc".utf8)) == "900150983CD24FB0D6963F7D28E17F72")
        let long = Array(
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890".utf8)
        #expect(MD5.hexadecimal(long) == "57EDF4A22BE3C955AC49DA2E2107B67A")
    }

    @Test func `names beyond ASCII are spelled in it`() {
        #expect(Punycode.encode("vergüenza") == "vergenza_JFa")
        #expect(getter("é", text) == "$s3App4NoteC003JcaSSvg")
        #expect(!Punycode.isNeeded(for: Array("a_1".utf8)))
    }
}
