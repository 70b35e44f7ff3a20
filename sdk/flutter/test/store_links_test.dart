/// The list of store links that all clients share.
library;

import 'dart:convert';
import 'dart:io';

import 'package:drawbridge_gate/src/allowed_links.dart';

import 'conformance/json.dart';

Future<void> main() async {
  final file = File.fromUri(Platform.script.resolve('../../conformance/store-links.json'));
  final list = jsonDecode(await file.readAsString()) as Json;
  final known = (list['stores']! as Json).values.expand((links) => (links! as List).cast<String>()).toSet();
  if (storeLinks.length != known.length || !known.containsAll(storeLinks)) {
    throw StateError('The client knows other stores: ${known.difference({...storeLinks})}, $storeLinks');
  }
  final cases = (list['cases']! as List).cast<Json>();
  for (final one in cases) {
    List<String> own(String name) => (one[name] as List? ?? const []).cast();
    final link = parseAllowedLink(one['link']! as String, hosts: own('allowedHosts'), schemes: own('allowedSchemes'));
    if ((link != null) != one['isAllowed']) throw StateError('$one: was $link');
  }
  stdout.writeln('${cases.length} links are allowed and refused as in the list');
}
