import ModelCore

@main
enum Main {
    static func main() {}
}
