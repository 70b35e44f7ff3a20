import 'dart:async';

import 'package:flutter/foundation.dart';

import '../gate_client.dart';
import '../gate_options.dart';
import '../gate_state.dart';
import '../gate_storage.dart';

/// Creates a client with the platform and the language of the device.
///
/// Call it once, in `main()`. [version] is the version of the app as the user has it installed. [storage] keeps the answer between
/// runs, so that only the first start of a version waits for the server; [openLink] opens the store and the address for help. [os] is
/// the version of the device's system, which Flutter does not know: `device_info_plus` has it. For everything else, create a [GateClient] with [GateOptions].
GateClient createGate({
  required String baseUrl,
  required String key,
  required String version,
  required GateStorage? storage,
  required FutureOr<Object?> Function(Uri link)? openLink,
  String? platform,
  String? instanceId,
  String? os,
  String? language,
  FutureOr<Object?> Function(GateState state)? update,
  List<String> allowedHosts = const [],
  List<String> allowedSchemes = const [],
  void Function(GateProblem problem)? onProblem,
  FutureOr<void> Function(GateBlockReason reason, DateTime until)? beforeBlock,
  Duration beforeBlockTime = const Duration(seconds: 30),
  Duration startWait = const Duration(seconds: 2),
  Duration openSpread = const Duration(seconds: 30),
}) => GateClient(
  GateOptions(
    baseUrl: baseUrl,
    key: key,
    platform: platform ?? (kIsWeb ? 'web' : defaultTargetPlatform.name.toLowerCase()),
    version: version,
    instanceId: instanceId,
    os: os,
    language: language ?? PlatformDispatcher.instance.locale.toLanguageTag(),
    storage: storage,
    openLink: openLink,
    update: update,
    allowedHosts: allowedHosts,
    allowedSchemes: allowedSchemes,
    onProblem: onProblem,
    beforeBlock: beforeBlock,
    beforeBlockTime: beforeBlockTime,
    startWait: startWait,
    openSpread: openSpread,
  ),
);
