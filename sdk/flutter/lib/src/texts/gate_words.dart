/// Words of the gate's own buttons and notes. Title and message of a gate come from the server.
class GateWords {
  const GateWords({
    required this.update,
    required this.later,
    required this.dismiss,
    required this.skip,
    required this.retry,
    required this.support,
    required this.checking,
    required this.unchanged,
    required this.unreachable,
    required this.storeClosed,
    required this.planned,
    required this.starts,
    required this.ends,
  });

  final String update;
  final String later;

  /// Closes the announcement of a window.
  final String dismiss;
  final String skip;
  final String retry;
  final String support;

  /// While the server is asked.
  final String checking;

  /// After a check that changed nothing.
  final String unchanged;

  /// After a check that got no answer.
  final String unreachable;

  /// After the store could not be opened.
  final String storeClosed;

  /// Title of an announced window, where the server sends none; `{name}` is the window's.
  final String planned;

  /// `{time}` is in the time zone of the device.
  final String starts;

  /// `{time}` is in the time zone of the device.
  final String ends;
}

/// By language. `sdk/js/texts/gate-words.ts` has the same.
const gateWords = <String, GateWords>{
  'en': GateWords(
    update: 'Update',
    later: 'Later',
    dismiss: 'OK',
    skip: 'Skip this version',
    retry: 'Try again',
    support: 'Contact support',
    checking: 'Checking…',
    unchanged: 'Checked. Nothing has changed yet.',
    unreachable: 'We couldn’t check. Try again in a moment.',
    storeClosed: 'The store didn’t open. Open it yourself and search for this app.',
    planned: 'Planned maintenance: {name}',
    starts: 'Starts {time}, your time',
    ends: 'Expected end: {time}, your time',
  ),
  'de': GateWords(
    update: 'Aktualisieren',
    later: 'Später',
    dismiss: 'OK',
    skip: 'Diese Version überspringen',
    retry: 'Erneut versuchen',
    support: 'Support kontaktieren',
    checking: 'Wird geprüft …',
    unchanged: 'Geprüft. Es hat sich noch nichts geändert.',
    unreachable: 'Die Prüfung ist fehlgeschlagen. Versuchen Sie es gleich noch einmal.',
    storeClosed: 'Der Store ließ sich nicht öffnen. Öffnen Sie ihn selbst und suchen Sie dort nach dieser App.',
    planned: 'Geplante Wartung: {name}',
    starts: 'Beginn: {time}, Ihre Ortszeit',
    ends: 'Voraussichtliches Ende: {time}, Ihre Ortszeit',
  ),
  'fr': GateWords(
    update: 'Mettre à jour',
    later: 'Plus tard',
    dismiss: 'OK',
    skip: 'Ignorer cette version',
    retry: 'Réessayer',
    support: 'Contacter l’assistance',
    checking: 'Vérification…',
    unchanged: 'Vérification faite. Rien n’a encore changé.',
    unreachable: 'La vérification a échoué. Réessayez dans un instant.',
    storeClosed: 'La boutique ne s’est pas ouverte. Ouvrez-la vous-même et recherchez cette application.',
    planned: 'Maintenance prévue : {name}',
    starts: 'Début : {time}, heure locale',
    ends: 'Fin prévue : {time}, heure locale',
  ),
  'es': GateWords(
    update: 'Actualizar',
    later: 'Más tarde',
    dismiss: 'Entendido',
    skip: 'Omitir esta versión',
    retry: 'Reintentar',
    support: 'Contactar con soporte',
    checking: 'Comprobando…',
    unchanged: 'Comprobado. Aún no ha cambiado nada.',
    unreachable: 'No se ha podido comprobar. Inténtelo de nuevo en un momento.',
    storeClosed: 'No se ha podido abrir la tienda. Ábrala y busque esta aplicación.',
    planned: 'Mantenimiento programado: {name}',
    starts: 'Inicio: {time}, hora local',
    ends: 'Finalización prevista: {time}, hora local',
  ),
  'it': GateWords(
    update: 'Aggiorna',
    later: 'Più tardi',
    dismiss: 'OK',
    skip: 'Salta questa versione',
    retry: 'Riprova',
    support: 'Contatta l’assistenza',
    checking: 'Verifica in corso…',
    unchanged: 'Verifica completata. Non è ancora cambiato nulla.',
    unreachable: 'Verifica non riuscita. Riprova tra un momento.',
    storeClosed: 'Lo store non si è aperto. Aprilo e cerca questa app.',
    planned: 'Manutenzione programmata: {name}',
    starts: 'Inizio: {time}, ora locale',
    ends: 'Fine prevista: {time}, ora locale',
  ),
  'pt': GateWords(
    update: 'Atualizar',
    later: 'Mais tarde',
    dismiss: 'OK',
    skip: 'Ignorar esta versão',
    retry: 'Tentar novamente',
    support: 'Falar com o suporte',
    checking: 'Verificando…',
    unchanged: 'Verificado. Nada mudou ainda.',
    unreachable: 'Não foi possível verificar. Tente novamente em instantes.',
    storeClosed: 'A loja não abriu. Abra-a e procure este aplicativo.',
    planned: 'Manutenção programada: {name}',
    starts: 'Início: {time}, hora local',
    ends: 'Término previsto: {time}, hora local',
  ),
  'nl': GateWords(
    update: 'Bijwerken',
    later: 'Later',
    dismiss: 'OK',
    skip: 'Deze versie overslaan',
    retry: 'Opnieuw proberen',
    support: 'Contact opnemen met support',
    checking: 'Controleren…',
    unchanged: 'Gecontroleerd. Er is nog niets veranderd.',
    unreachable: 'Controleren is niet gelukt. Probeer het zo nog eens.',
    storeClosed: 'De store kon niet worden geopend. Open de store zelf en zoek naar deze app.',
    planned: 'Gepland onderhoud: {name}',
    starts: 'Begin: {time}, lokale tijd',
    ends: 'Verwacht einde: {time}, lokale tijd',
  ),
  'pl': GateWords(
    update: 'Zaktualizuj',
    later: 'Później',
    dismiss: 'OK',
    skip: 'Pomiń tę wersję',
    retry: 'Spróbuj ponownie',
    support: 'Skontaktuj się z pomocą',
    checking: 'Sprawdzanie…',
    unchanged: 'Sprawdzono. Na razie nic się nie zmieniło.',
    unreachable: 'Nie udało się sprawdzić. Spróbuj ponownie za chwilę.',
    storeClosed: 'Nie udało się otworzyć sklepu. Otwórz go i wyszukaj tę aplikację.',
    planned: 'Planowana przerwa techniczna: {name}',
    starts: 'Początek: {time}, czas lokalny',
    ends: 'Przewidywany koniec: {time}, czas lokalny',
  ),
  'tr': GateWords(
    update: 'Güncelle',
    later: 'Daha sonra',
    dismiss: 'Tamam',
    skip: 'Bu sürümü atla',
    retry: 'Tekrar dene',
    support: 'Destekle iletişime geç',
    checking: 'Kontrol ediliyor…',
    unchanged: 'Kontrol edildi. Henüz bir değişiklik yok.',
    unreachable: 'Kontrol edilemedi. Birazdan tekrar deneyin.',
    storeClosed: 'Mağaza açılamadı. Mağazayı açıp bu uygulamayı arayın.',
    planned: 'Planlı bakım: {name}',
    starts: 'Başlangıç: {time}, yerel saat',
    ends: 'Tahmini bitiş: {time}, yerel saat',
  ),
  'ar': GateWords(
    update: 'تحديث',
    later: 'لاحقًا',
    dismiss: 'حسنًا',
    skip: 'تخطي هذا الإصدار',
    retry: 'إعادة المحاولة',
    support: 'التواصل مع الدعم',
    checking: 'جارٍ التحقق…',
    unchanged: 'تم التحقق. لم يتغير شيء بعد.',
    unreachable: 'تعذّر التحقق. أعد المحاولة بعد قليل.',
    storeClosed: 'تعذّر فتح المتجر. افتحه وابحث عن هذا التطبيق.',
    planned: 'صيانة مجدولة: {name}',
    starts: 'البداية: {time} بتوقيتك المحلي',
    ends: 'النهاية المتوقعة: {time} بتوقيتك المحلي',
  ),
  'ja': GateWords(
    update: 'アップデート',
    later: '後で',
    dismiss: 'OK',
    skip: 'このバージョンをスキップ',
    retry: '再試行',
    support: 'サポートに問い合わせる',
    checking: '確認中…',
    unchanged: '確認しました。まだ変更はありません。',
    unreachable: '確認できませんでした。しばらくしてから再試行してください。',
    storeClosed: 'ストアを開けませんでした。ストアを開いて、このアプリを検索してください。',
    planned: 'メンテナンス予定：{name}',
    starts: '開始：{time}（現地時間）',
    ends: '終了予定：{time}（現地時間）',
  ),
  'zh': GateWords(
    update: '更新',
    later: '稍后',
    dismiss: '知道了',
    skip: '跳过此版本',
    retry: '重试',
    support: '联系客服',
    checking: '正在检查…',
    unchanged: '已检查，暂无变化。',
    unreachable: '无法检查，请稍后重试。',
    storeClosed: '无法打开应用商店。请自行打开并搜索此应用。',
    planned: '计划维护：{name}',
    starts: '开始时间：{time}（本地时间）',
    ends: '预计结束时间：{time}（本地时间）',
  ),
};
