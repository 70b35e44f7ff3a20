import 'package:drawbridge_gate/drawbridge_gate.dart';
import 'package:flutter/material.dart';
import 'package:package_info_plus/package_info_plus.dart';
import 'package:shared_preferences/shared_preferences.dart';
import 'package:url_launcher/url_launcher.dart';

import 'shop.dart';

Future<void> main() async {
  WidgetsFlutterBinding.ensureInitialized();
  final prefs = SharedPreferencesAsync();
  final gate = createGate(
    baseUrl: 'http://10.0.2.2:8080/api/v1',
    key: 'dbr_…',
    version: (await PackageInfo.fromPlatform()).version,
    storage: GateStorage.from(prefs.getString, prefs.setString),
    openLink: (link) => launchUrl(link, mode: LaunchMode.externalApplication),
  );
  runApp(DrawbridgeGate(client: gate, support: 'mailto:support@acme.example', child: const Shop()));
}
