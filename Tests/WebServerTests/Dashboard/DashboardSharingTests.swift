import Foundation
import ServerCore
import Testing

extension DashboardTests {
    /// Subscriptions, shares, participants.
    @Suite struct Sharing {
        /// Asks the web services as a user, from the page of an administrator.
        private func ask(
            _ page: DashboardPage, as user: String, _ endpoint: String, _ body: String
        ) async throws {
            try await page.evaluate(
                """
                fetch('/admin/1/session').then(r => r.json()).then(s => fetch(
                  '/database/1/\(DashboardStage.container)/development/private/\(endpoint)',
                  {method: 'POST', headers: {'x-quarry-csrf': s.csrf, 'x-quarry-user': '\(user)'},
                   body: JSON.stringify(\(body))})).then(r => r.json()).then(a => {
                     const bad = Object.values(a)[0].find?.(e => e.serverErrorCode);
                     if (bad || a.serverErrorCode) throw new Error(JSON.stringify(bad || a)); })
                """)
        }

        @Test func `subscriptions are listed by user and deleted`() async throws {
            try await DashboardStage.visit { page, scene in
                try await ask(
                    page, as: "_grace", "subscriptions/modify",
                    """
                    {operations: [{operationType: 'create', subscription: {subscriptionID: 'news',
                      subscriptionType: 'zone', zoneID: {zoneName: 'Notes'}}}]}
                    """)
                try await page.go(DashboardStage.place("subscriptions"), until: "tbody tr")
                #expect(try await page.text("tbody").contains("Every change in the zone Notes"))
                #expect(try await page.text("tbody").contains("grace"))
                try await page.choose(".controls .labelled:nth-child(2) select", "_alan")
                try await page.wait("document.querySelector('main .empty')")
                try await page.evaluate("history.back()")
                try await page.press("Delete news of grace")
                try await page.press("Delete")
                try await page.wait("document.querySelector('main .empty')")
            }
        }

        @Test func `zones of one name are told apart by their owners`() async throws {
            try await DashboardStage.visit { page, _ in
                try await page.evaluate(
                    """
                    const before = window.fetch;
                    const answer = (body) => new Response(JSON.stringify(body));
                    window.fetch = async (path, options) => {
                      const url = new URL(path, location.href);
                      if (url.pathname.endsWith('/zones')) return answer({ zones: ['_alan', '_ada'].map((owner) => (
                        { zoneID: { zoneName: 'Trip', ownerRecordName: owner }, tracksChanges: true })) });
                      if (url.pathname.endsWith('/feed')) return answer({ syncToken: 't', moreComing: false,
                        records: [{ recordName: `of ${url.searchParams.get('owner')}`, deleted: true }] });
                      return before(path, options);
                    };
                    true;
                    """)
                let zones = DashboardStage.place("zones", "database=shared&user=_grace")
                try await page.go(zones, until: "main tbody tr:nth-child(2) button")
                try await page.click("main tbody tr:nth-child(2) button")
                let shown = "document.querySelector('.panel tbody th')?.innerText === 'of _ada'"
                try await page.wait(shown)
                #expect(try await page.count("tr.is-chosen") == 1)
                try await page.go("#/tokens", until: "#add")
                try await page.evaluate("history.back()")
                try await page.wait(shown)
                #expect(try await page.count("tr.is-chosen") == 1)
            }
        }

        @Test func `shares are read to the last page`() async throws {
            let host = try await DashboardSample.host(.memory)
            try await DashboardStage.visit(
                of: host, DashboardStage.place("records"), until: "#page-title"
            ) { page in
                try await ask(
                    page, as: "_grace", "zones/modify",
                    "{operations: [{operationType: 'create', zone: {zoneID: {zoneName: 'Shared'}}}]}"
                )
                try await ask(
                    page, as: "_grace", "records/modify",
                    """
                    {zoneID: {zoneName: 'Shared'}, atomic: true, operations: ['trip', 'plan'].flatMap(name => [
                      {operationType: 'create', record: {recordName: name, recordType: 'Note',
                        fields: {title: {value: name}}, createShortGUID: true}},
                      {operationType: 'create', record: {recordName: `share-${name}`,
                        recordType: 'cloudkit.share', forRecord: {recordName: name},
                        publicPermission: 'NONE'}}])}
                    """)
                // Pages of one share, so that two shares need two.
                try await page.evaluate(
                    """
                    const before = window.fetch;
                    window.fetch = (path, options) => before(path, typeof options?.body === 'string'
                      ? { ...options, body: options.body.replace('"limit":200', '"limit":1') } : options);
                    true;
                    """)
                try await page.go(DashboardStage.place("shares"), until: "tbody tr")
                try await page.wait(
                    "document.querySelector('main caption')?.textContent === 'Shares'")
                #expect(try await page.texts("main tbody th") == "share-plan|share-trip")
            }
        }

        @Test func `participants of a share are invited, changed and removed`() async throws {
            try await DashboardStage.visit { page, scene in
                try await ask(
                    page, as: "_grace", "zones/modify",
                    "{operations: [{operationType: 'create', zone: {zoneID: {zoneName: 'Shared'}}}]}"
                )
                try await ask(
                    page, as: "_grace", "records/modify",
                    """
                    {zoneID: {zoneName: 'Shared'}, atomic: true, operations: [
                      {operationType: 'create', record: {recordName: 'trip', recordType: 'Note',
                        fields: {title: {value: 'A trip'}}, createShortGUID: true}},
                      {operationType: 'create', record: {recordName: 'share-trip',
                        recordType: 'cloudkit.share', forRecord: {recordName: 'trip'},
                        publicPermission: 'NONE', fields: {'cloudkit.title': {value: 'The trip'}}}}]}
                    """)
                try await page.go(DashboardStage.place("shares"), until: "tbody tr")
                #expect(try await page.text("tbody").contains("Only participants"))
                try await page.press("Participants of The trip")
                let link = try await page.text("dialog .hint code")
                try await page.fill("dialog input[type=email]", "alan@example.org")
                try await page.press("Invite")
                try await page.wait(
                    "document.querySelector('dialog [aria-label=\"What Alan may do\"]')")
                try await page.choose("[aria-label='What Alan may do']", "READ_WRITE")
                try await page.wait(
                    "document.querySelector('#alerts').textContent === 'Alan is changed.'")
                try await page.choose("dialog .labelled select", "READ_ONLY")
                try await page.wait(
                    "document.querySelector('main tbody').innerText.includes('All users may read')")
                try await page.wait(
                    "document.querySelector('[aria-label=\"What Alan may do\"]').value === 'READ_WRITE'"
                )
                try await page.press("Remove Alan")
                try await page.wait("document.querySelectorAll('dialog tbody tr').length === 1")
                // A user with the link keeps it.
                #expect(try await page.text("dialog .hint code") == link)
                try await page.press("Done")
                try await page.press("trip")
                try await page.wait(
                    "document.querySelector('dialog [data-field=title] textarea')?.value === 'A trip'"
                )
            }
        }

        @Test func `users come by a one-time link, and by asking`() async throws {
            try await DashboardStage.visit { page, scene in
                try await ask(
                    page, as: "_grace", "zones/modify",
                    "{operations: [{operationType: 'create', zone: {zoneID: {zoneName: 'Guests'}}}]}"
                )
                try await ask(
                    page, as: "_grace", "records/modify",
                    """
                    {zoneID: {zoneName: 'Guests'}, operations: [{operationType: 'create', record: {
                      recordName: 'cloudkit.zoneshare', recordType: 'cloudkit.share',
                      publicPermission: 'NONE', fields: {'cloudkit.title': {value: 'The guests'}}}}]}
                    """)
                try await page.go(DashboardStage.place("shares"), until: "tbody tr")
                try await page.press("Participants of The guests")
                try await page.press("Make a one-time link")
                try await page.wait("document.querySelectorAll('dialog tbody tr').length === 2")
                let link = try await page.text("dialog .hint code")
                let oneTime = try await page.text("dialog tbody code")
                #expect(oneTime.hasPrefix(link + "-"))
                #expect(
                    try await page.text("dialog tbody").contains("The first user with the link"))
                try await page.choose("dialog select:has(option[value='true'])", "true")
                try await page.wait("document.querySelector('#alerts').textContent === 'Saved'")
                try await ask(
                    page, as: "_alan", "records/requestAccess",
                    "{shortGUIDs: [{value: '\(link)'}]}")
                try await page.press("Done")
                try await page.go(DashboardStage.place("records"), until: "#page-title")
                try await page.go(DashboardStage.place("shares"), until: "tbody tr")
                try await page.press("Participants of The guests")
                #expect(try await page.text("dialog").contains("Users that ask to take part"))
                try await page.press("Let in")
                try await page.wait(
                    "document.querySelector('dialog [aria-label=\"What Alan may do\"]')")
                #expect(try await page.text("dialog").contains("Users that ask") == false)
            }
        }

        @Test func `a share that another client changed is shown as it is stored`() async throws {
            let host = try await DashboardSample.host(.memory)
            try await DashboardStage.visit(
                of: host, DashboardStage.place("records"), until: "#page-title"
            ) { page in
                func modify(_ operation: String, _ values: String) async throws {
                    try await ask(
                        page, as: "_grace", "records/modify",
                        """
                        {zoneID: {zoneName: 'Guests'}, operations: [{operationType: '\(operation)', record: {
                          recordName: 'cloudkit.zoneshare', recordType: 'cloudkit.share', \(values)}}]}
                        """)
                }
                try await ask(
                    page, as: "_grace", "zones/modify",
                    "{operations: [{operationType: 'create', zone: {zoneID: {zoneName: 'Guests'}}}]}"
                )
                try await modify(
                    "create",
                    "publicPermission: 'NONE', fields: {'cloudkit.title': {value: 'The guests'}}")
                try await page.go(DashboardStage.place("shares"), until: "tbody tr")
                try await page.press("Participants of The guests")
                try await modify("forceUpdate", "publicPermission: 'READ_WRITE'")
                try await page.choose("dialog .labelled select", "READ_ONLY")
                try await page.wait("document.querySelector('dialog .notice.error')")
                try await page.wait(
                    "document.querySelector('dialog .labelled select').value === 'READ_WRITE'")
                try await page.choose("dialog .labelled select", "READ_ONLY")
                try await page.wait("document.querySelector('#alerts').textContent === 'Saved'")
                try await page.wait(
                    "document.querySelector('main tbody').innerText.includes('All users may read')")
            }
            try await host.close()
        }

        @Test func `an index that a query for shares lacks is switched on`() async throws {
            let host = try await DashboardSample.host(.memory)
            try await DashboardStage.visit(
                of: host, DashboardStage.place("records"), until: "#page-title"
            ) { page in
                try await ask(
                    page, as: "_grace", "zones/modify",
                    "{operations: [{operationType: 'create', zone: {zoneID: {zoneName: 'Guests'}}}]}"
                )
                try await ask(
                    page, as: "_grace", "records/modify",
                    """
                    {zoneID: {zoneName: 'Guests'}, operations: [{operationType: 'create', record: {
                      recordName: 'cloudkit.zoneshare', recordType: 'cloudkit.share',
                      publicPermission: 'NONE'}}]}
                    """)
                let share = "type=cloudkit.share"
                try await page.go(DashboardStage.place("schema", share), until: ".fields-table")
                try await page.click("[aria-label='___modTime Queryable']")
                try await page.press("Review and save")
                try await page.press("Save")
                try await page.wait("!document.querySelector('dialog')")
                try await page.go(
                    DashboardStage.place("records", "\(share)&database=private&user=_grace"),
                    until: "tbody tr")
                try await page.fill(".predicate-input", "modificationDate > now()")
                try await page.key("Escape")
                try await page.press("Explain")
                try await page.wait("document.querySelector('dialog li')")
                #expect(
                    try await page.texts("dialog li").contains(
                        "cloudkit.share.___modTime QUERYABLE"))
                try await page.press("Switch it on")
                try await page.wait("document.querySelector('dialog .notice.ok')")
            }
            try await host.close()
        }
    }
}
