export 'request_missing.dart' if (dart.library.io) 'request_io.dart' if (dart.library.js_interop) 'request_web.dart';
