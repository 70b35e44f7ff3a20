const _storeHosts = {
  'apps.apple.com',
  'itunes.apple.com',
  'play.google.com',
  'appgallery.huawei.com',
  'appgallery.cloud.huawei.com',
};

/// Store apps by scheme, with the hosts that their links can have.
const _storeSchemes = {
  'itms-apps': {'apps.apple.com', 'itunes.apple.com'},
  'itms-appss': {'apps.apple.com', 'itunes.apple.com'},
  'market': {'details'},
  'appmarket': {'details'},
};

/// Parsers disagree about backslashes, spaces and control characters: a link with any of them is not opened.
final _plainCharacters = RegExp(r'^[\x21-\x5B\x5D-\x7E]+$');

/// Parses a link that the gate may open: a page of a known store, or of one of [allowedHosts].
///
/// Returns null for anything else: a forged answer must not send users to a forged app.
Uri? parseAllowedLink(String? link, Iterable<String> allowedHosts) {
  if (link == null || !_plainCharacters.hasMatch(link)) return null;
  final uri = Uri.tryParse(link);
  if (uri == null || uri.userInfo.isNotEmpty) return null;
  if (uri.scheme != 'https')
    return !uri.hasPort && (_storeSchemes[uri.scheme]?.contains(uri.host) ?? false) ? uri : null;
  final isKnown = _storeHosts.contains(uri.host) || allowedHosts.any((host) => host.toLowerCase() == uri.host);
  return isKnown && uri.port == 443 ? uri : null;
}
