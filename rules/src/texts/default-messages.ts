/** No upgrade text names a version: one can be blocked without a minimum. */
import type { LocalizedText } from "./language.ts";
import type { ScreenKind } from "./message.ts";

/** The part in brackets says the end: clients of `/gate` have it as a field, in the user's zone. */
const maintenance: LocalizedText = {
  en: "We are down for maintenance.[ Expected end: {end_time}.] Thank you for your patience.",
  de: "Wir führen gerade Wartungsarbeiten durch.[ Voraussichtliches Ende: {end_time}.] Vielen Dank für Ihre Geduld.",
  fr: "Une maintenance est en cours.[ Fin prévue : {end_time}.] Merci de votre patience.",
  es: "Estamos realizando tareas de mantenimiento.[ Hora prevista de finalización: {end_time}.] Gracias por su paciencia.",
  it: "Sono in corso lavori di manutenzione.[ Fine prevista: {end_time}.] Ci scusiamo per il disagio.",
  pt: "Estamos em manutenção.[ Previsão de retorno: {end_time}.] Agradecemos a sua paciência.",
  "pt-PT": "Estamos em manutenção.[ Fim previsto: {end_time}.] Agradecemos a sua paciência.",
  nl: "We voeren momenteel onderhoud uit.[ Verwachte eindtijd: {end_time}.] Bedankt voor je geduld.",
  pl: "Trwają prace serwisowe.[ Przewidywany koniec: {end_time}.] Przepraszamy za utrudnienia.",
  tr: "Bakım çalışması nedeniyle şu anda hizmet veremiyoruz.[ Tahmini bitiş: {end_time}.] Anlayışınız için teşekkür ederiz.",
  ar: "نُجري حاليًا أعمال صيانة.[ النهاية المتوقعة: {end_time}.] شكرًا لصبركم.",
  ja: "ただいまメンテナンス中です。[終了予定：{end_time}。]ご不便をおかけし、申し訳ございません。",
  zh: "系统维护中[，预计于 {end_time} 恢复服务]。给您带来不便，敬请谅解。",
  ...traditional("系統維護中[，預計於 {end_time} 恢復服務]。造成不便，敬請見諒。"),
};

export const defaultMessages: Readonly<Record<ScreenKind, LocalizedText>> = {
  upgrade: {
    en: "This version is no longer supported. Please update the app to continue.",
    de: "Diese Version wird nicht mehr unterstützt. Bitte aktualisieren Sie die App, um fortzufahren.",
    fr: "Cette version n’est plus prise en charge. Veuillez mettre à jour l’application pour continuer.",
    es: "Esta versión ya no es compatible. Para continuar, es necesario actualizar la aplicación.",
    it: "Questa versione non è più supportata. Per continuare è necessario aggiornare l’app.",
    pt: "Esta versão não é mais compatível. Atualize o aplicativo para continuar.",
    "pt-PT": "Esta versão já não é suportada. Atualize a aplicação para continuar.",
    nl: "Deze versie wordt niet meer ondersteund. Werk de app bij om verder te gaan.",
    pl: "Ta wersja nie jest już obsługiwana. Zaktualizuj aplikację, aby kontynuować.",
    tr: "Bu sürüm artık desteklenmiyor. Devam etmek için lütfen uygulamayı güncelleyin.",
    ar: "لم يعد هذا الإصدار مدعومًا. يُرجى تحديث التطبيق للمتابعة.",
    ja: "このバージョンはサポートが終了しました。引き続きご利用いただくには、アプリを更新してください。",
    zh: "此版本已不再支持。请更新应用以继续使用。",
    ...traditional("此版本已不再支援。請更新應用程式以繼續使用。"),
  },
  // No language has the word of the button that these users must not see.
  unsupported: {
    en: "The app no longer works with this device’s operating system. Please use a newer operating system or another device.",
    de: "Die App funktioniert mit dem Betriebssystem dieses Geräts nicht mehr. Bitte verwenden Sie ein neueres Betriebssystem oder ein anderes Gerät.",
    fr: "L’application ne fonctionne plus avec le système de cet appareil. Veuillez utiliser un système plus récent ou un autre appareil.",
    es: "La aplicación ya no funciona con el sistema de este dispositivo. Para continuar, se necesita un sistema más reciente u otro dispositivo.",
    it: "L’app non funziona più con il sistema di questo dispositivo. Per continuare serve un sistema più recente o un altro dispositivo.",
    pt: "O aplicativo não funciona mais com o sistema deste dispositivo. Use um sistema mais recente ou outro dispositivo.",
    "pt-PT": "A aplicação já não funciona com o sistema deste dispositivo. Utilize um sistema mais recente ou outro dispositivo.",
    nl: "De app werkt niet meer met het besturingssysteem van dit apparaat. Gebruik een nieuwer besturingssysteem of een ander apparaat.",
    pl: "Aplikacja nie działa już z systemem tego urządzenia. Użyj nowszego systemu lub innego urządzenia.",
    tr: "Uygulama artık bu cihazın işletim sistemiyle çalışmıyor. Lütfen daha yeni bir işletim sistemi veya başka bir cihaz kullanın.",
    ar: "لم يعد التطبيق يعمل على نظام التشغيل في هذا الجهاز. يُرجى استخدام نظام تشغيل أحدث أو جهاز آخر.",
    ja: "この端末のOSでは、アプリをご利用いただけなくなりました。新しいOS、または別の端末をご利用ください。",
    zh: "应用不再支持此设备的操作系统。请使用较新的操作系统或其他设备。",
    ...traditional("應用程式不再支援此裝置的作業系統。請使用較新的作業系統或其他裝置。"),
  },
  maintenance: removeFromEach(maintenance, /[[\]]/g),
  recommended: {
    en: "A new version is available. Update the app to get it.",
    de: "Eine neue Version ist verfügbar. Wir empfehlen, die App zu aktualisieren.",
    fr: "Une nouvelle version est disponible. Nous vous recommandons de mettre à jour l’application.",
    es: "Hay una nueva versión disponible. Se recomienda actualizar la aplicación.",
    it: "È disponibile una nuova versione. Si consiglia di aggiornare l’app.",
    pt: "Uma nova versão está disponível. Recomendamos atualizar o aplicativo.",
    "pt-PT": "Está disponível uma nova versão. Recomendamos que atualize a aplicação.",
    nl: "Er is een nieuwe versie beschikbaar. We raden je aan de app bij te werken.",
    pl: "Dostępna jest nowa wersja. Zalecamy aktualizację aplikacji.",
    tr: "Yeni bir sürüm var. Uygulamayı güncellemenizi öneririz.",
    ar: "يتوفر إصدار جديد. ننصح بتحديث التطبيق.",
    ja: "新しいバージョンが公開されています。アプリの更新をおすすめします。",
    zh: "有新版本可用，建议更新应用。",
    ...traditional("有新版本可用，建議更新應用程式。"),
  },
  announced: {
    en: "Maintenance is planned from {start_time} to {end_time}. The app may be unavailable during this time.",
    de: "Geplante Wartung: {start_time} bis {end_time}. In dieser Zeit ist die App möglicherweise nicht verfügbar.",
    fr: "Maintenance prévue : début {start_time}, fin {end_time}. Le service pourra être indisponible pendant cette période.",
    es: "Mantenimiento programado: inicio {start_time}, fin {end_time}. Es posible que el servicio no esté disponible.",
    it: "Manutenzione programmata: inizio {start_time}, fine {end_time}. Il servizio potrebbe non essere disponibile.",
    pt: "Manutenção programada: início {start_time}, término {end_time}. O serviço pode ficar indisponível nesse período.",
    "pt-PT": "Manutenção programada: início {start_time}, fim {end_time}. O serviço pode ficar indisponível neste período.",
    nl: "Gepland onderhoud: {start_time} tot {end_time}. De app is in die tijd mogelijk niet beschikbaar.",
    pl: "Planowane prace serwisowe: od {start_time} do {end_time}. W tym czasie usługa może być niedostępna.",
    tr: "Planlı bakım: başlangıç {start_time}, bitiş {end_time}. Bu süre içinde uygulama kullanılamayabilir.",
    ar: "صيانة مجدولة من {start_time} إلى {end_time}. قد لا يكون التطبيق متاحًا خلال هذه الفترة.",
    ja: "メンテナンスのお知らせ：{start_time} から {end_time} まで。この間はご利用いただけない場合があります。",
    zh: "计划维护：{start_time} 至 {end_time}。期间服务可能暂不可用。",
    ...traditional("預定維護：{start_time} 至 {end_time}。期間服務可能暫時無法使用。"),
  },
};

/** `/gate` sends the end as a field; `/config` shows `defaultMessages.maintenance`. */
export const gateMaintenanceMessage: LocalizedText = removeFromEach(maintenance, /\[.*\]/);

/** Lookup finds `pt` and `zh` where pt-PT and the traditional characters need no other words. */
export const defaultTitles: Readonly<Record<ScreenKind, LocalizedText>> = {
  upgrade: {
    en: "Update required",
    de: "Update erforderlich",
    fr: "Mise à jour requise",
    es: "Actualización necesaria",
    it: "Aggiornamento necessario",
    pt: "Atualização necessária",
    nl: "Update vereist",
    pl: "Wymagana aktualizacja",
    tr: "Güncelleme gerekli",
    ar: "التحديث مطلوب",
    ja: "アップデートが必要です",
    zh: "需要更新",
  },
  unsupported: {
    en: "Device not supported",
    de: "Gerät nicht unterstützt",
    fr: "Appareil non pris en charge",
    es: "Dispositivo no compatible",
    it: "Dispositivo non supportato",
    pt: "Dispositivo não compatível",
    nl: "Apparaat niet ondersteund",
    pl: "Nieobsługiwane urządzenie",
    tr: "Cihaz desteklenmiyor",
    ar: "الجهاز غير مدعوم",
    ja: "この端末は対応していません",
    zh: "不支持此设备",
    ...traditional("不支援此裝置"),
  },
  maintenance: {
    en: "Down for maintenance",
    de: "Wartungsarbeiten",
    fr: "Maintenance en cours",
    es: "En mantenimiento",
    it: "Manutenzione in corso",
    pt: "Em manutenção",
    nl: "Onderhoud",
    pl: "Prace serwisowe",
    tr: "Bakım çalışması",
    ar: "أعمال صيانة جارية",
    ja: "メンテナンス中",
    zh: "系统维护中",
    ...traditional("系統維護中"),
  },
  recommended: {
    en: "Update available",
    de: "Update verfügbar",
    fr: "Mise à jour disponible",
    es: "Actualización disponible",
    it: "Aggiornamento disponibile",
    pt: "Atualização disponível",
    nl: "Update beschikbaar",
    pl: "Dostępna aktualizacja",
    tr: "Güncelleme var",
    ar: "يتوفر تحديث",
    ja: "アップデートがあります",
    zh: "有可用更新",
  },
  announced: {
    en: "Planned maintenance",
    de: "Geplante Wartung",
    fr: "Maintenance prévue",
    es: "Mantenimiento programado",
    it: "Manutenzione programmata",
    pt: "Manutenção programada",
    nl: "Gepland onderhoud",
    pl: "Planowane prace serwisowe",
    tr: "Planlı bakım",
    ar: "صيانة مجدولة",
    ja: "メンテナンスのお知らせ",
    zh: "计划维护",
    ...traditional("預定維護"),
  },
};

/** RFC 4647 lookup finds `zh` for regions with traditional characters, which need their own texts. */
function traditional(text: string): LocalizedText {
  return { "zh-Hant": text, "zh-TW": text, "zh-HK": text, "zh-MO": text };
}

function removeFromEach(texts: LocalizedText, part: RegExp): LocalizedText {
  return Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, text.replace(part, "")]));
}
