/// The dashboard's files, embedded in the program.
public enum Dashboard {}
