/// The signatures of `package_info_plus` that the sample uses: the plugin itself needs a device.
library;

class PackageInfo {
  PackageInfo(this.version);

  /// The version that is installed.
  static String installed = '';

  static Future<PackageInfo> fromPlatform() async => PackageInfo(installed);

  final String version;
}
