/**
 * What is shown where the operator has written nothing: a blocking screen is never empty. No upgrade text names a version,
 * because a version can be blocked without there being a minimum.
 */
import type { LocalizedText } from "./language.ts";

// RFC 4647 lookup finds `zh` for zh-TW and zh-HK, which are read in traditional characters: so these have their own.
const traditional = {
  upgrade: "此版本已不再支援。請更新應用程式以繼續使用。",
  maintenance: "系統維護中，預計於 {end_time} 恢復服務。造成不便，敬請見諒。",
};

export const builtInTexts: { readonly upgrade: LocalizedText; readonly maintenance: LocalizedText } = {
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
    ja: "このバージョンはサポートが終了しました。引き続きご利用いただくには、アプリを更新してください。",
    zh: "此版本已不再支持。请更新应用以继续使用。",
    "zh-Hant": traditional.upgrade,
    "zh-TW": traditional.upgrade,
    "zh-HK": traditional.upgrade,
  },
  maintenance: {
    en: "We are down for maintenance and expect to be back on {end_time}. Thank you for your patience.",
    de: "Wir führen gerade Wartungsarbeiten durch. Voraussichtliches Ende: {end_time}. Vielen Dank für Ihre Geduld.",
    fr: "Une maintenance est en cours. Le service devrait être rétabli le {end_time}. Merci de votre patience.",
    es: "Estamos realizando tareas de mantenimiento. Hora prevista de finalización: {end_time}. Gracias por su paciencia.",
    it: "Sono in corso lavori di manutenzione. Fine prevista: {end_time}. Ci scusiamo per il disagio.",
    pt: "Estamos em manutenção. Previsão de retorno: {end_time}. Agradecemos a sua paciência.",
    "pt-PT": "Estamos em manutenção. Fim previsto: {end_time}. Agradecemos a sua paciência.",
    nl: "We voeren momenteel onderhoud uit. Verwacht einde: {end_time}. Bedankt voor je geduld.",
    pl: "Trwają prace serwisowe. Przewidywany koniec: {end_time}. Przepraszamy za utrudnienia.",
    ja: "ただいまメンテナンス中です。終了予定：{end_time}。ご不便をおかけし、申し訳ございません。",
    zh: "系统维护中，预计于 {end_time} 恢复服务。给您带来不便，敬请谅解。",
    "zh-Hant": traditional.maintenance,
    "zh-TW": traditional.maintenance,
    "zh-HK": traditional.maintenance,
  },
};
