public import RecordCore
