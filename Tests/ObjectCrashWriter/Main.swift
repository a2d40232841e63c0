import ObjectCore
