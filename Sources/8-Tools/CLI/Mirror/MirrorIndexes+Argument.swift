import ArgumentParser
public import MirrorCore

extension MirrorIndexes: ExpressibleByArgument {}
