/// Forced updates and maintenance screens, decided by your own Drawbridge server.
library;

export 'core.dart';
export 'src/texts/gate_words.dart' show GateWord;
export 'src/widgets/create_gate.dart' show createGate;
export 'src/widgets/drawbridge_gate.dart' show DrawbridgeGate;
