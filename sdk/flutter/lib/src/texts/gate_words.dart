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
    required this.notUpdated,
    required this.askSupport,
    required this.askProvider,
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

  /// After *Update*, where no store was opened.
  final String notUpdated;

  /// Below a forced update that no link leads to, where the app names its support.
  final String askSupport;

  /// The same, where it names none.
  final String askProvider;

  /// Title of an announced window, where the server sends none; `{name}` is the window's.
  final String planned;

  /// `{time}` is in the time zone of the device.
  final String starts;

  /// `{time}` is in the time zone of the device.
  final String ends;
}

/// By language: the words of `sdk/js/texts/gate-words.ts`.
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
    notUpdated: 'The update didn’t start. Try again in a moment.',
    askSupport: 'Contact support to get the new version.',
    askProvider: 'Ask whoever gave you this app for the new version.',
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
    notUpdated: 'Das Update konnte nicht gestartet werden. Versuchen Sie es gleich noch einmal.',
    askSupport: 'Die neue Version erhalten Sie über den Support.',
    askProvider: 'Die neue Version erhalten Sie dort, wo Sie diese App bekommen haben.',
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
    notUpdated: 'La mise à jour n’a pas démarré. Réessayez dans un instant.',
    askSupport: 'Contactez l’assistance pour obtenir la nouvelle version.',
    askProvider: 'Demandez la nouvelle version à la personne qui vous a fourni cette application.',
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
    notUpdated: 'La actualización no se ha iniciado. Inténtelo de nuevo en un momento.',
    askSupport: 'Contacte con soporte para obtener la nueva versión.',
    askProvider: 'Pida la nueva versión a quien le facilitó esta aplicación.',
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
    notUpdated: 'L’aggiornamento non è partito. Riprova tra un momento.',
    askSupport: 'Contatta l’assistenza per ottenere la nuova versione.',
    askProvider: 'Chiedi la nuova versione a chi ti ha fornito questa app.',
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
    notUpdated: 'A atualização não começou. Tente novamente em instantes.',
    askSupport: 'Fale com o suporte para obter a nova versão.',
    askProvider: 'Peça a nova versão a quem forneceu este aplicativo.',
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
    notUpdated: 'Het bijwerken is niet gestart. Probeer het zo nog eens.',
    askSupport: 'Neem contact op met support voor de nieuwe versie.',
    askProvider: 'Vraag de nieuwe versie aan degene van wie je deze app hebt gekregen.',
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
    support: 'Skontaktuj się z pomocą techniczną',
    checking: 'Sprawdzanie…',
    unchanged: 'Sprawdzono. Na razie nic się nie zmieniło.',
    unreachable: 'Nie udało się sprawdzić. Spróbuj ponownie za chwilę.',
    notUpdated: 'Aktualizacja się nie rozpoczęła. Spróbuj ponownie za chwilę.',
    askSupport: 'Skontaktuj się z pomocą techniczną, aby otrzymać nową wersję.',
    askProvider: 'O nową wersję zapytaj osobę, od której masz tę aplikację.',
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
    support: 'Destek ekibiyle iletişim',
    checking: 'Kontrol ediliyor…',
    unchanged: 'Kontrol edildi. Henüz bir değişiklik yok.',
    unreachable: 'Kontrol edilemedi. Birazdan tekrar deneyin.',
    notUpdated: 'Güncelleme başlamadı. Birazdan tekrar deneyin.',
    askSupport: 'Yeni sürüm için destek ekibiyle iletişime geçin.',
    askProvider: 'Yeni sürümü, bu uygulamayı size veren kişiden isteyin.',
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
    notUpdated: 'لم يبدأ التحديث. أعد المحاولة بعد قليل.',
    askSupport: 'تواصل مع الدعم للحصول على الإصدار الجديد.',
    askProvider: 'اطلب الإصدار الجديد ممّن زوّدك بهذا التطبيق.',
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
    notUpdated: 'アップデートを開始できませんでした。しばらくしてから再試行してください。',
    askSupport: '新しいバージョンについては、サポートにお問い合わせください。',
    askProvider: '新しいバージョンについては、このアプリの提供元にお問い合わせください。',
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
    notUpdated: '更新未能开始，请稍后重试。',
    askSupport: '请联系客服获取新版本。',
    askProvider: '请向提供此应用的人员索取新版本。',
    planned: '计划维护：{name}',
    starts: '开始时间：{time}（本地时间）',
    ends: '预计结束时间：{time}（本地时间）',
  ),
  'zh-Hant': GateWords(
    update: '更新',
    later: '稍後',
    dismiss: '知道了',
    skip: '略過此版本',
    retry: '重試',
    support: '聯絡客服',
    checking: '正在檢查…',
    unchanged: '已檢查，目前沒有變更。',
    unreachable: '無法檢查，請稍後再試。',
    notUpdated: '更新未能開始，請稍後再試。',
    askSupport: '請聯絡客服以取得新版本。',
    askProvider: '請向提供此應用程式的人員索取新版本。',
    planned: '預定維護：{name}',
    starts: '開始時間：{time}（本地時間）',
    ends: '預計結束時間：{time}（本地時間）',
  ),
};
