import 'gate_options.dart';
import 'gate_state.dart';

final _address = RegExp(r'^https?://[^\s/?#…]+[^\s?#…]*$', caseSensitive: false);
final _key = RegExp(r'^[!-~]+$');
final _text = RegExp(r'^\s*[^\s…][^…]*$');

/// Finds an option that no request can carry: a setting that the build lacks, or an example that was copied with its ellipsis.
GateProblem? findMisconfiguration(GateOptions options) {
  final GateOptions(:baseUrl, :key, :platform, :version, :startWait, :openSpread) = options;
  final isAddress = _address.hasMatch(baseUrl) && (Uri.tryParse(baseUrl)?.host ?? '').isNotEmpty;
  final rules = [
    (isAddress, 'baseUrl', baseUrl, 'an address such as https://gate.example/api/v1'),
    (_key.hasMatch(key), 'key', key, 'a read key of the project'),
    (_text.hasMatch(platform), 'platform', platform, 'a platform of the project'),
    (_text.hasMatch(version), 'version', version, 'the version of the app'),
    (!startWait.isNegative, 'startWait', startWait, 'zero or longer'),
    (!openSpread.isNegative, 'openSpread', openSpread, 'zero or longer'),
  ];
  for (final (isRight, name, value, accepted) in rules) {
    if (isRight) continue;
    final message =
        'The option $name is "$value" and must be $accepted: correct it, because the gate asks nothing until then.';
    return GateProblem(GateProblemCode.misconfigured, message);
  }
  return null;
}
