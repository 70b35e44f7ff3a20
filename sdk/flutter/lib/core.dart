/// The gate without widgets: pure Dart, for command-line programs, servers and tests.
library;

export 'src/gate_client.dart' show GateClient;
export 'src/gate_options.dart' show GateBlockReason, GateOptions, GateSchedule;
export 'src/gate_request.dart' show GateRequest, GateResponse, maxAnswerBytes;
export 'src/gate_state.dart';
export 'src/gate_storage.dart' show GateStorage, MemoryStorage;
