import 'package:flutter/material.dart';

import '../gate_state.dart';
import '../texts/gate_words.dart';
import 'gate_part.dart';

/// Above the app, for as long as the state says so: an announced window, or a newer version.
class GateBanner extends GatePart {
  const GateBanner({required super.state, required super.client, required super.found, super.key});

  @override
  State<GateBanner> createState() => _GateBannerState();
}

class _GateBannerState extends GatePartState<GateBanner> {
  @override
  Widget build(BuildContext context) {
    final GateBanner(:state, :client, :found) = widget;
    final (:title, :titleLanguage, :message, :time) = lines;
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
                      buildText(title, titleLanguage, style: texts.titleMedium),
                      if (message.isNotEmpty) buildText(message, state.language, style: texts.bodyMedium),
                      for (final line in [?time, ?notice]) buildText(line, found.language, style: texts.bodyMedium),
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

  Widget _buildButton(GateWord word, VoidCallback press) =>
      TextButton(onPressed: press, child: buildText(widget.found.words[word]!, widget.found.language));
}
