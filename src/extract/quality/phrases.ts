import type { QualityReason } from '../../core/index.js';

/**
 * What pages that are not the page say. `title` is matched against the title and first heading, which alone decide on a
 * page below `titleWords`; `text` against the whole text of a page below `textWords`. An article about cookies or logins says the same words,
 * but at length.
 */
export interface Phrase {
  reason: QualityReason;
  title: RegExp;
  titleWords: number;
  text: RegExp;
  textWords: number;
}

export const PHRASES: readonly Phrase[] = [
  {
    reason: 'challenge',
    title:
      /^(?:just a moment|attention required|access denied|access to this page has been denied|pardon our interruption|one moment, please|are you (?:a )?(?:human|robot)|security check|verify(?:ing)? (?:that )?you(?:'|\u2019)?(?: a)?re? (?:a )?human|human verification|bot verification|robot check|ddos-guard|request (?:blocked|rejected)|403 forbidden|forbidden|checking your browser|client challenge|vercel security checkpoint|un momento|einen moment|un instant|请稍候|しばらくお待ちください)/i,
    titleWords: 220,
    text: /checking (?:if the site connection is secure|your browser)|(?:verify|confirm|prove|make sure) (?:that )?you(?:'|\u2019)?(?:re| are) (?:a human|human|not a (?:ro)?bot)|enable javascript and cookies to continue|needs to review the security of your connection|unusual traffic from your|complete the (?:captcha|security check)|press (?:&|and) hold|(?:we believe you are using|detected the use of) automat(?:ion|ed)|you have been blocked|why have i been blocked|bitte bestätigen sie, dass sie ein mensch|vérifiez que vous êtes humain|verifica que eres humano|подтвердите, что вы не робот|人間であることを確認|验证您是真人/i,
    textWords: 160,
  },
  {
    reason: 'soft-404',
    title:
      /(?:^|[\s|:\u2013-])(?:(?:error |http )?404(?: error)?(?:$|[\s|:.!\u2013-])|page (?:not|cannot be|can(?:'|\u2019)t be|could not be) found|not found$|page (?:doesn(?:'|\u2019)t|does not|no longer) exists?|nothing (?:was )?found|content (?:not found|unavailable)|seite nicht gefunden|page (?:introuvable|non trouvée)|página no encontrada|pagina non trovata|pagina niet gevonden|página não encontrada|страница не найдена|ページが見つかりません|页面不存在|找不到页面)/i,
    titleWords: 250,
    text: /(?:the |this |that )?page (?:you (?:are|were|requested|tried)[^.]{0,60})?(?:could not be found|cannot be found|can(?:'|\u2019)t be found|was not found|does not exist|doesn(?:'|\u2019)t exist|no longer exists|has been (?:moved or )?(?:removed|deleted)|may have been (?:moved|removed|deleted))|we (?:can(?:'|\u2019)t|could(?:n(?:'|\u2019)t| not)) find (?:the|that) page|die (?:angeforderte )?seite (?:existiert nicht|wurde nicht gefunden|konnte nicht gefunden)|la page (?:demandée|que vous)[^.]{0,40}(?:n(?:'|\u2019)existe|introuvable)|no (?:hemos )?(?:pudimos|podido) encontrar la página|запрашиваемая страница не/i,
    textWords: 120,
  },
  {
    reason: 'parked',
    title:
      /(?:domain|\.(?:com|net|org|io|de)) (?:is |may be |name )?(?:for sale|parked)|buy this domain|parked domain|domain (?:steht )?zum verkauf/i,
    titleWords: 400,
    text: /(?:this |the )?domain(?: name)? (?:\S+ )?(?:is|may be|could be) (?:for sale|available for purchase|parked)|buy this domain|this (?:web ?page|domain|site) is parked|parked free|(?:make|submit) an offer (?:on|for) this domain|inquire about this domain|diese domain (?:steht zum verkauf|kaufen)|related searches:? sponsored listings|the owner of this (?:domain|website) (?:has not|hasn)|future home of (?:something|a )|domain has (?:recently )?(?:expired|been registered)/i,
    textWords: 200,
  },
  {
    reason: 'consent',
    title:
      /^(?:before you continue|your privacy choices|we value your privacy|cookie (?:consent|settings|preferences|notice)|privacy (?:consent|gate)|consent|avant de continuer|bevor sie fortfahren|(?:datenschutz-?|cookie-?)einstellungen|zustimmung|ihre privatsphäre)/i,
    titleWords: 350,
    text: /(?:we(?: and our (?:\d+ )?(?:partners|vendors))?|this (?:web)?site|our partners) (?:use|uses|store|process)[^.]{0,60}cookies[\s\S]{0,900}(?:accept all|reject all|manage (?:options|preferences|choices)|i agree|agree and|cookie settings|more options)|(?:mit werbung weiterlesen|zustimmen und weiter|alle akzeptieren|tout accepter|aceptar todo|accetta tutto)[\s\S]{0,400}(?:cookies?|datenschutz|confidentialité|privacidad|privacy)|(?:cookies?|datenschutz|confidentialité|privacidad)[\s\S]{0,900}(?:mit werbung weiterlesen|zustimmen und weiter|alle akzeptieren|tout accepter|aceptar todo|accetta tutto)/i,
    textWords: 110,
  },
  {
    reason: 'login',
    title:
      /^(?:log ?in|sign ?in|anmelden|anmeldung|einloggen|se connecter|connexion|iniciar sesión|accedi|inloggen|войти|вход|ログイン|登录|登入)(?:\s*$|\s*[|\u2013\u2022·:-]|\s+(?:to|page|with|required)\b)|^(?:please (?:log|sign) ?in|login required|authentication required)/i,
    titleWords: 150,
    text: /(?:you (?:must|need to|have to) (?:be )?(?:log(?:ged)?|sign(?:ed)?)[ -]?in|(?:please )?(?:log|sign) ?in to (?:continue|view|access|see|your account)|members only|this (?:page|content) (?:is only available|is available only) to (?:registered|logged)|forgot(?:ten)? (?:your )?password|bitte melden sie sich an|veuillez vous (?:connecter|identifier)|inicia sesión para)/i,
    textWords: 90,
  },
  {
    reason: 'paywall',
    title: /^(?:subscribe to (?:read|continue)|subscriber exclusive|subscription required)/i,
    titleWords: 400,
    text: /(?:subscribe|become a (?:subscriber|member)|sign up|register|upgrade|(?:start|choose) (?:your|a) (?:free )?(?:trial|subscription|plan))[^.]{0,40} to (?:continue|keep|read|finish|unlock|access)[^.]{0,40}(?:reading|article|story|full|rest|content|access)?|(?:to (?:continue|keep) reading|read the (?:full|rest of (?:the|this)) (?:article|story))[^.]{0,60}(?:subscri|sign (?:in|up)|log in|register|member)|(?:this|the) (?:article|story|content|post) is (?:for|only available to|reserved for|exclusive(?:ly)? (?:to|for)) (?:paid |paying )?(?:subscribers|members)|you(?:'|\u2019)ve (?:reached|read) your (?:limit|last|monthly)[^.]{0,40}(?:free )?articles?|(?:weiterlesen mit|jetzt abonnieren|nur für abonnenten|diesen artikel (?:weiterlesen|freischalten))|(?:cet )?article (?:est )?réservé aux abonnés|contenido exclusivo para suscriptores|la suite est réservée|articolo riservato agli abbonati/i,
    textWords: 450,
  },
  {
    reason: 'shell',
    title: /^(?:javascript (?:is )?(?:required|disabled|needed)|please enable javascript)/i,
    titleWords: 150,
    text: /(?:you need to|please|must|to run this app,? (?:you need to )?)\s*(?:enable|turn on|activate) (?:your )?java ?script|java ?script (?:is|must be|needs to be|has to be) (?:required|disabled|enabled|turned off|not enabled|not available)|(?:requires?|without|doesn(?:'|\u2019)t work (?:properly )?without) java ?script|(?:bitte )?(?:aktivieren sie|javascript aktivieren)|activez javascript|habilit[ae] javascript|включите javascript|(?:your )?browser (?:is not supported|does not support|is out of date)/i,
    textWords: 100,
  },
];
