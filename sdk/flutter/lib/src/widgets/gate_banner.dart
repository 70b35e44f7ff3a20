import 'package:flutter/material.dart';

import '../gate_client.dart';
import '../gate_state.dart';
import '../texts/find_words.dart';
import '../texts/gate_lines.dart';
import '../texts/gate_words.dart';
import 'gate_actions.dart';
import 'gate_text.dart';

/// Above the app, for as long as the state says so: an announced window, or a newer version.
class GateBanner extends StatefulWidget {
  const GateBanner({required this.state, required this.client, required this.found, super.key});

  final GateState state;
  final GateClient client;
  final FoundWords found;

  @override
  State<GateBanner> createState() => _GateBannerState();
}

class _GateBannerState extends State<GateBanner> with GateActions {
  @override
  GateClient get client => widget.client;

  @override
  Widget build(BuildContext context) {
    final GateBanner(:state, :found) = widget;
    final words = found.words;
    final lines = printGateLines(state, found, use24Hours: MediaQuery.alwaysUse24HourFormatOf(context));
    final isUpdate = state.status == GateStatus.recommended;
    final theme = Theme.of(context);
    final texts = theme.textTheme;
    return Material(
      color: theme.colorScheme.secondaryContainer,
      child: SafeArea(
        bottom: false,
        child: ConstrainedBox(
          constraints: BoxConstraints(maxHeight: MediaQuery.sizeOf(context).height / 2),
          child: SingleChildScrollView(
            padding: const EdgeInsets.fromLTRB(16, 12, 16, 4),
            child: Column(
              crossAxisAlignment: CrossAxisAlignment.stretch,
              children: [
                Semantics(
                  container: true,
                  liveRegion: true,
                  child: Column(
                    crossAxisAlignment: CrossAxisAlignment.stretch,
                    children: [
                      GateText(lines.title, language: lines.titleLanguage, style: texts.titleMedium),
                      if (lines.message.isNotEmpty)
                        GateText(lines.message, language: state.language, style: texts.bodyMedium),
                      for (final line in [?lines.time, ?notice?.call(words)])
                        GateText(line, language: found.language, style: texts.bodyMedium),
                    ],
                  ),
                ),
                Wrap(
                  alignment: WrapAlignment.end,
                  children: [
                    if (isUpdate) _buildButton(GateWord.skip, client.skip),
                    _buildButton(isUpdate ? GateWord.later : GateWord.dismiss, client.later),
                    if (isUpdate && state.canUpdate) _buildButton(GateWord.update, update),
                  ],
                ),
              ],
            ),
          ),
        ),
      ),
    );
  }

  Widget _buildButton(GateWord word, VoidCallback press) => TextButton(
    onPressed: press,
    child: GateText(widget.found.words[word]!, language: widget.found.language),
  );
}
