# A Homebrew formula that builds the tool from source. The release workflow writes repository,
# version and checksum into a copy and attaches it to the release; by hand:
#
#     brew install --build-from-source ./quarry.rb
class Quarry < Formula
  desc "Query stack of NSPredicate, Core Data and CloudKit, with a server"
  homepage "https://github.com/@REPOSITORY@"
  url "https://github.com/@REPOSITORY@/archive/refs/tags/v@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "Apache-2.0"
  head "https://github.com/@REPOSITORY@.git", branch: "main"

  depends_on xcode: ["26.0", :build]
  uses_from_macos "python" => :build
  uses_from_macos "swift" => :build, since: :sequoia
  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  def install
    args = ["--disable-sandbox", "--configuration", "release", "--product", "quarry"]
    args << "--static-swift-stdlib" if OS.linux?
    system "swift", "build", *args
    bin.install ".build/release/quarry"
    (buildpath/"quarry.1").write Utils.safe_popen_read("Scripts/make-manual", bin/"quarry")
    man1.install "quarry.1"
    generate_completions_from_executable(bin/"quarry", "--generate-completion-script")
  end

  service do
    run [opt_bin/"quarry", "serve", "--directory", var/"quarry"]
    keep_alive true
    log_path var/"log/quarry.log"
    error_log_path var/"log/quarry.log"
  end

  test do
    (testpath/"people.jsonl").write <<~JSON
      {"name": "Ann", "age": 31}
      {"name": "Bob", "age": 7}
    JSON
    found = shell_output("#{bin}/quarry filter 'age >= 18' people.jsonl")
    assert_match "Ann", found
    refute_match "Bob", found

    system bin/"quarry", "import", "people.jsonl", "--type", "Person", "--store", "people.db"
    assert_match "31", shell_output("#{bin}/quarry query Person 'age > 20' --store people.db")
  end
end
