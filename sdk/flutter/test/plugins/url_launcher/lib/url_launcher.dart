/// The signatures of `url_launcher` that the sample uses: the plugin itself needs a device.
library;

enum LaunchMode { platformDefault, externalApplication }

final List<Uri> launched = [];

Future<bool> launchUrl(Uri url, {LaunchMode mode = LaunchMode.platformDefault}) async {
  launched.add(url);
  return true;
}
