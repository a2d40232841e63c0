import CloudKit
import Testing

@Suite struct `Subscriptions by hand` {
    @Test func `of a query keeps what it is about`() {
        let subscription = CKQuerySubscription(
            recordType: "City", predicate: NSPredicate(format: "n > 5"), subscriptionID: "large",
            options: [.firesOnRecordCreation, .firesOnRecordDeletion])
        subscription.zoneID = CKRecordZone.ID(zoneName: "Notes")
        #expect(subscription.subscriptionType == .query)
        #expect(subscription.subscriptionID == "large")
        #expect(subscription.recordType?.count == 4)
        #expect(subscription.recordType == "City")
        #expect(subscription.predicate.predicateFormat == "n > 5")
        #expect(subscription.querySubscriptionOptions.rawValue == 5)
        #expect(subscription.zoneID?.zoneName == "Notes")
    }

    @Test func `of a query without options fires on create, update and delete`() {
        let all: CKQuerySubscription.Options = [
            .firesOnRecordCreation, .firesOnRecordUpdate, .firesOnRecordDeletion,
        ]
        let predicate = NSPredicate(value: true)
        #expect(
            CKQuerySubscription(recordType: "City", predicate: predicate, subscriptionID: "c")
                .querySubscriptionOptions == all)
        #expect(
            CKQuerySubscription(recordType: "City", predicate: predicate)
                .querySubscriptionOptions == all)
    }

    @Test func `of zones and databases keeps what it is about`() {
        let zone = CKRecordZoneSubscription(
            zoneID: CKRecordZone.ID(zoneName: "Notes"), subscriptionID: "z")
        zone.recordType = "Note"
        #expect(zone.subscriptionType == .recordZone)
        #expect(zone.zoneID.zoneName == "Notes")
        #expect(zone.recordType == "Note")
        let database = CKDatabaseSubscription(subscriptionID: "d")
        #expect(database.subscriptionType == .database)
        #expect(database.subscriptionID == "d")
        #expect(CKDatabaseSubscription().subscriptionID != CKDatabaseSubscription().subscriptionID)
    }

    @Test func `gets a copy of what is shown`() {
        let info = CKSubscription.NotificationInfo()
        info.alertBody = "A city"
        info.shouldBadge = true
        info.desiredKeys = ["name"]
        let subscription = CKDatabaseSubscription(subscriptionID: "d")
        subscription.notificationInfo = info
        info.alertBody = "Something else"
        #expect(subscription.notificationInfo?.alertBody == "A city")
        #expect(subscription.notificationInfo?.shouldBadge == true)
        #expect(subscription.notificationInfo?.shouldSendContentAvailable == false)
        #expect(subscription.notificationInfo?.desiredKeys == ["name"])
    }

    @Test func `survives an archive`() throws {
        let query = CKQuerySubscription(
            recordType: "City", predicate: NSPredicate(format: "n > 5"), subscriptionID: "large",
            options: .firesOnce)
        query.zoneID = CKRecordZone.ID(zoneName: "Notes")
        let info = CKSubscription.NotificationInfo()
        info.shouldSendContentAvailable = true
        info.soundName = "bell"
        query.notificationInfo = info
        let zone = CKRecordZoneSubscription(
            zoneID: CKRecordZone.ID(zoneName: "Notes"), subscriptionID: "z")
        let database = CKDatabaseSubscription(subscriptionID: "d")
        for subscription in [query, zone, database] as [CKSubscription] {
            let data = try NSKeyedArchiver.archivedData(
                withRootObject: subscription, requiringSecureCoding: true)
            let read = try #require(
                try NSKeyedUnarchiver.unarchivedObject(
                    ofClasses: [
                        CKQuerySubscription.self, CKRecordZoneSubscription.self,
                        CKDatabaseSubscription.self,
                    ], from: data) as? CKSubscription)
            #expect(type(of: read) == type(of: subscription))
            #expect(read.subscriptionID == subscription.subscriptionID)
            #expect(read.notificationInfo == subscription.notificationInfo)
            if let read = read as? CKQuerySubscription {
                #expect(read.predicate == query.predicate)
                #expect(read.querySubscriptionOptions == .firesOnce)
                #expect(read.zoneID == query.zoneID)
                #expect(read.notificationInfo?.soundName == "bell")
            }
        }
    }
}

@Suite struct `Notifications from a push` {
    @Test func `of a query is read from a push`() throws {
        let push: [AnyHashable: Any] = [
            "aps": ["alert": "A city", "badge": 5, "content-available": 1] as [String: Any],
            "ck": [
                "ce": 2, "cid": "iCloud.org.example", "nid": "n1",
                "qry": [
                    "dbs": 1, "fo": 2, "rid": "paris", "sid": "large", "zid": "_defaultZone",
                    "zoid": "_defaultOwner", "af": ["name": "Paris"],
                ] as [String: Any],
            ] as [String: Any],
        ]
        let query = try #require(CKQueryNotification(fromRemoteNotificationDictionary: push))
        #expect(query.notificationType == .query)
        #expect(query.subscriptionID == "large")
        #expect(query.containerIdentifier == "iCloud.org.example")
        #expect(query.queryNotificationReason == .recordUpdated)
        #expect(query.recordID?.recordName == "paris")
        #expect(query.recordFields?["name"] as? String == "Paris")
        #expect(query.databaseScope.rawValue == 1)
        #expect(query.alertBody == "A city")
        #expect(query.badge == 5)
        #expect(!query.isPruned)
    }

    @Test func `of a query says where fields were left out`() throws {
        let push: [AnyHashable: Any] = [
            "ck": [
                "cid": "c", "p": 1,
                "qry": ["dbs": 1, "fo": 1, "rid": "paris", "sid": "large"] as [String: Any],
            ] as [String: Any]
        ]
        let query = try #require(CKQueryNotification(fromRemoteNotificationDictionary: push))
        #expect(query.isPruned)
        #expect(query.recordFields == nil)
    }

    @Test func `is one without the name of the record or zone too`() throws {
        let push: [AnyHashable: Any] = [
            "ck": ["cid": "c", "qry": ["dbs": 1, "fo": 3, "sid": "large"] as [String: Any]]
                as [String: Any]
        ]
        let query = try #require(CKQueryNotification(fromRemoteNotificationDictionary: push))
        #expect(query.recordID == nil)
        #expect(query.queryNotificationReason == .recordDeleted)
        #expect(query.subscriptionID == "large")
        let fetch: [AnyHashable: Any] = [
            "ck": ["cid": "c", "p": 1, "fet": ["dbs": 2, "sid": "z"] as [String: Any]]
                as [String: Any]
        ]
        let zone = try #require(CKRecordZoneNotification(fromRemoteNotificationDictionary: fetch))
        #expect(zone.recordZoneID == nil && zone.isPruned)
        #expect(zone.subscriptionID == "z")
    }

    @Test func `is one without its kind or reason too`() throws {
        let bare: [AnyHashable: Any] = ["ck": ["ce": 2, "cid": "c", "nid": "n"] as [String: Any]]
        let notification = try #require(CKNotification(fromRemoteNotificationDictionary: bare))
        #expect(notification.containerIdentifier == "c")
        #expect(notification.notificationID != nil)
        #expect(notification.subscriptionID == nil)
        #expect(notification.notificationType == .readNotification)
        #expect(CKDatabaseNotification(fromRemoteNotificationDictionary: bare) == nil)
        let push: [AnyHashable: Any] = [
            "ck": ["p": 1, "qry": ["dbs": 2, "sid": "large"] as [String: Any]] as [String: Any]
        ]
        let query = try #require(CKQueryNotification(fromRemoteNotificationDictionary: push))
        #expect(query.subscriptionID == "large" && query.isPruned)
        #expect(query.queryNotificationReason == .recordUpdated)
    }

    @Test func `of a zone and of a database is read from a push`() throws {
        let fetch: [AnyHashable: Any] = [
            "ck": [
                "cid": "c",
                "fet": ["dbs": 2, "sid": "z", "zid": "Notes", "zoid": "_ann"] as [String: Any],
            ] as [String: Any]
        ]
        let zone = try #require(CKRecordZoneNotification(fromRemoteNotificationDictionary: fetch))
        #expect(zone.notificationType == .recordZone)
        #expect(zone.recordZoneID == CKRecordZone.ID(zoneName: "Notes", ownerName: "_ann"))
        #expect(zone.databaseScope.rawValue == 2)
        let database = try #require(
            CKNotification(
                fromRemoteNotificationDictionary: [
                    "ck": ["cid": "c", "met": ["dbs": 3, "sid": "d"] as [String: Any]]
                        as [String: Any]
                ]))
        #expect(database.notificationType == .database)
        #expect(database.subscriptionID == "d")
    }

    @Test func `is of the class of its kind, and of no other`() throws {
        func push(_ kind: String, _ details: [String: Any]) -> [AnyHashable: Any] {
            ["ck": ["cid": "c", kind: details] as [String: Any]]
        }
        let zone = push("fet", ["dbs": 2, "sid": "z", "zid": "Notes", "zoid": "_ann"])
        let query = push("qry", ["dbs": 1, "fo": 1, "rid": "paris", "sid": "large"])
        let database = push("met", ["dbs": 3, "sid": "d"])
        let ofZone = CKNotification(fromRemoteNotificationDictionary: zone)
        #expect((ofZone as? CKRecordZoneNotification)?.recordZoneID?.zoneName == "Notes")
        let ofQuery = CKNotification(fromRemoteNotificationDictionary: query)
        #expect((ofQuery as? CKQueryNotification)?.recordID?.recordName == "paris")
        let ofDatabase = CKNotification(fromRemoteNotificationDictionary: database)
        #expect((ofDatabase as? CKDatabaseNotification)?.databaseScope == .shared)
        #expect(ofDatabase as? CKQueryNotification == nil)
        #expect(CKQueryNotification(fromRemoteNotificationDictionary: zone) == nil)
        #expect(CKRecordZoneNotification(fromRemoteNotificationDictionary: zone) != nil)
        let fields: [String: Any]? = CKQueryNotification(fromRemoteNotificationDictionary: query)?
            .recordFields
        #expect(fields == nil)
    }

    @Test func `is none of a push from elsewhere`() {
        #expect(CKNotification(fromRemoteNotificationDictionary: ["aps": ["alert": "x"]]) == nil)
        #expect(CKNotification(fromRemoteNotificationDictionary: ["ck": "x"]) == nil)
        #expect(CKNotification(fromRemoteNotificationDictionary: [:]) == nil)
    }
}
