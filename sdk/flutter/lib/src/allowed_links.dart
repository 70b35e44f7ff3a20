/// Beginnings of the links that the gate may open, in lower case: those of `sdk/conformance/store-links.json`.
final List<String> storeLinks = [
  for (final scheme in ['https', 'itms-apps', 'itms-appss', 'macappstore'])
    for (final name in ['apps', 'itunes']) '$scheme://$name.apple.com/',
  'https://testflight.apple.com/',
  'itms-beta://testflight.apple.com/',
  'itms-beta://beta.itunes.apple.com/',
  'https://play.google.com/',
  'market://details?',
  'https://www.amazon.com/gp/mas/',
  'https://www.amazon.com/dp/',
  'amzn://apps/',
  'https://galaxystore.samsung.com/',
  'https://apps.samsung.com/',
  'samsungapps://productdetail/',
  'https://appgallery.huawei.com/',
  'https://appgallery.cloud.huawei.com/',
  'appmarket://details?',
  'https://apps.microsoft.com/',
  'https://www.microsoft.com/store/',
  'ms-windows-store://pdp/',
  'https://f-droid.org/',
  'fdroid.app:',
  'https://appdistribution.firebase.google.com/',
  'https://appdistribution.firebase.dev/',
];

/// Schemes that run code, read the device or have no known receiver, whatever the app allows.
final _neverAllowed = RegExp('^(https?|javascript|vbscript|data|blob|file|content|intent):');
final _plainCharacters = RegExp(r'^[!-\[\]-~]+$');
final _dotSegment = RegExp(r'/(\.|%2e){1,2}([/?#]|$)');
final _secureHost = RegExp(r'^https://([a-z0-9.-]+)([/?#]|$)');
final _scheme = RegExp('^([a-z][a-z0-9+.-]*):.');

/// Parses a link that the gate may open: a page of a known store, or one of [hosts] or [schemes].
///
/// Returns null for anything else, and for anything unusual, such as a port, a user or a backslash: a hijacked server must not become
/// a way to install another app.
Uri? parseAllowedLink(String? link, {Iterable<String> hosts = const [], Iterable<String> schemes = const []}) {
  final text = link?.toLowerCase();
  if (link == null || text == null || !_plainCharacters.hasMatch(text) || _dotSegment.hasMatch(text)) return null;
  final host = _secureHost.firstMatch(text)?[1];
  final scheme = _neverAllowed.hasMatch(text) ? null : _scheme.firstMatch(text)?[1];
  final isAllowed =
      storeLinks.any(text.startsWith) ||
      hosts.any((own) => own.toLowerCase() == host) ||
      schemes.any((own) => own.toLowerCase() == scheme);
  return isAllowed ? Uri.tryParse(link) : null;
}
