import 'dart:async';
import 'dart:math';

import 'gate_request.dart';
import 'gate_state.dart';
import 'gate_storage.dart';
import 'request_web.dart' if (dart.library.io) 'request_io.dart';

/// Runs a function after a delay, and returns a function that cancels it.
typedef GateSchedule = void Function() Function(Duration delay, void Function() run);

/// Reasons for which the gate covers the app.
enum GateBlockReason { update, maintenance }

/// Options of a client. Everything that the environment does is an argument, with a default where one exists.
class GateOptions {
  GateOptions({
    required this.baseUrl,
    required this.key,
    required this.platform,
    required this.version,
    this.instanceId,
    this.os,
    this.language,
    this.storage,
    this.openLink,
    this.update,
    this.onProblem,
    this.beforeBlock,
    this.beforeBlockTime = const Duration(seconds: 30),
    this.startWait = const Duration(seconds: 2),
    this.openSpread = const Duration(seconds: 30),
    this.allowedHosts = const [],
    this.allowedSchemes = const [],
    GateRequest? request,
    this.now = DateTime.now,
    double Function()? random,
    this.schedule = _scheduleTimer,
  }) : request = request ?? sendRequest,
       random = random ?? Random().nextDouble;

  /// Address of the read API, ending in `/api/v1`.
  final String baseUrl;

  /// Read key of the project. It is public: everyone who has the app can read it.
  final String key;

  /// Platform as declared in the project: `ios`, `android`, `web`.
  final String platform;

  /// Version of the app as the user has it installed.
  final String version;

  /// The back end of this user, if each can be in maintenance on its own.
  final String? instanceId;

  /// Version of the device's system, as releases require it: `17.4` on iOS, the API level on Android.
  final String? os;

  /// BCP 47 tag; without one, the server answers in the project's first language.
  final String? language;

  /// Without one, every start is the first of its version.
  final GateStorage? storage;

  /// Opens a store link. False: it could not be opened.
  final FutureOr<Object?> Function(Uri link)? openLink;

  /// Replaces opening the store link, for example by an in-app update. False: nothing was done.
  final FutureOr<Object?> Function(GateState state)? update;

  /// Called when a problem begins or changes.
  final void Function(GateProblem problem)? onProblem;

  /// Saves the user's work when the gate is about to cover the app, which is blocked as soon as the result completes.
  ///
  /// Called once for each block, and again after a restart until it completed for this version. At `until`, by the clock of the
  /// device, the app is blocked regardless.
  final FutureOr<void> Function(GateBlockReason reason, DateTime until)? beforeBlock;

  /// The longest wait for [beforeBlock], 10 minutes at most.
  final Duration beforeBlockTime;

  /// The longest that the first start of a version waits for an answer; zero: not at all.
  final Duration startWait;

  /// The time over which the clients open after a maintenance, each at its own moment, so that their users don't arrive at the back
  /// end together. At most a tenth of the maintenance; zero: all open when it ends.
  final Duration openSpread;

  /// Hosts that store links may have besides those of the stores: exact names, HTTPS only.
  final List<String> allowedHosts;

  /// Schemes that store links may have besides those of the stores, such as `acme-updates`; never `javascript`, `http` and the like.
  final List<String> allowedSchemes;

  /// Default: `dart:io`, or `fetch` on the web.
  final GateRequest request;

  /// The clock of the device.
  final DateTime Function() now;

  /// At least 0, below 1.
  final double Function() random;

  /// Default: [Timer].
  final GateSchedule schedule;
}

void Function() _scheduleTimer(Duration delay, void Function() run) => Timer(delay, run).cancel;

final _address = RegExp(r'^https?://[^\s/?#…]+[^\s?#…]*$', caseSensitive: false);
final _key = RegExp(r'^[!-~]+$');
final _text = RegExp(r'^\s*[^\s…][^…]*$');

/// Finds an option that no request can carry: a setting that the build lacks, or an example that was copied with its ellipsis.
GateProblem? findMisconfiguration(GateOptions options) {
  final GateOptions(:baseUrl, :key, :platform, :version, :startWait, :openSpread, :beforeBlockTime) = options;
  final isAddress = _address.hasMatch(baseUrl) && (Uri.tryParse(baseUrl)?.host ?? '').isNotEmpty;
  final rules = [
    (isAddress, 'baseUrl', baseUrl, 'an address such as https://gate.example/api/v1'),
    (_key.hasMatch(key), 'key', key, 'a read key of the project'),
    (_text.hasMatch(platform), 'platform', platform, 'a platform of the project'),
    (_text.hasMatch(version), 'version', version, 'the version of the app'),
    (!startWait.isNegative, 'startWait', startWait, 'zero or longer'),
    (!openSpread.isNegative, 'openSpread', openSpread, 'zero or longer'),
    (!beforeBlockTime.isNegative, 'beforeBlockTime', beforeBlockTime, 'zero or longer'),
  ];
  for (final (isRight, name, value, accepted) in rules) {
    if (isRight) continue;
    final message =
        'The option $name is "$value" and must be $accepted: correct it, because the gate asks nothing until then.';
    return GateProblem(GateProblemCode.misconfigured, message);
  }
  return null;
}
