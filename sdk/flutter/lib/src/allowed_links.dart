const _storeHosts = {
  'apps.apple.com',
  'itunes.apple.com',
  'play.google.com',
  'appgallery.huawei.com',
  'appgallery.cloud.huawei.com',
};

/// Apple's links name a host of Apple; the others open the page of an app.
final _storeSchemes = RegExp(
  r'^(itms-appss?://(apps|itunes)\.apple\.com/|(market|appmarket)://details\?)',
  caseSensitive: false,
);
final _plainCharacters = RegExp(r'^[!-\[\]-~]+$');
final _secureHost = RegExp(r'^https://([a-z0-9.-]+)(?=[/?#]|$)', caseSensitive: false);

/// Parses a link that the gate may open: a page of a known store, or of one of [allowedHosts].
///
/// Returns null for anything else, and for anything unusual, such as a port, a user or a backslash: a hijacked server must not become
/// a way to install another app.
Uri? parseAllowedLink(String? link, Iterable<String> allowedHosts) {
  if (link == null || !_plainCharacters.hasMatch(link)) return null;
  final host = _secureHost.firstMatch(link)?[1]?.toLowerCase();
  final isAllowed = host == null
      ? _storeSchemes.hasMatch(link)
      : _storeHosts.contains(host) || allowedHosts.any((allowed) => allowed.toLowerCase() == host);
  return isAllowed ? Uri.tryParse(link) : null;
}
