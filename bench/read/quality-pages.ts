import type { QualityReason } from '../../src/core/index.js';

/** A page of our own writing with the verdict it should get; no reason means that it is what was asked for. */
export interface QualityPage {
  name: string;
  html: string;
  reason: QualityReason | null;
}

const NAV =
  '<header><a href="/"><img src="/logo.svg" alt="Harbour News"></a><nav><ul><li><a href="/world">World</a><li><a href="/trade">Trade</a><li><a href="/science">Science</a><li><a href="/sport">Sport</a><li><a href="/login">Sign in</a></ul></nav></header>';
const FOOTER =
  '<footer><ul><li><a href="/about">About us</a><li><a href="/privacy">Privacy</a><li><a href="/cookies">Cookie settings</a><li><a href="/contact">Contact</a></ul><p>© 2026 Harbour Media</p></footer>';
const bare = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
const framed = (title: string, body: string, head = '') => bare(title, `${NAV}<main>${body}</main>${FOOTER}`, head);
const scripts =
  '<script src="/static/js/runtime.8a1.js"></script><script src="/static/js/vendor.11c.js"></script><script src="/static/js/main.77f.js"></script>';

const PARAGRAPHS = [
  'The ferry left the harbour a little after six, when the wind had gone round to the west and the last of the crates were lashed down on the afterdeck.',
  'Nobody on the quay remembered a winter in which the ice had come so far up the river, and the older pilots said that it would be spring before the channel was safe again.',
  'According to the port authority, the dredging will take eleven weeks and cost four million, half of which the region pays and half the shipping lines that use the inner basin.',
  'Measurements taken at three stations show that the current has slowed by a tenth since the wall was built, which is more than the model had foreseen and less than its critics feared.',
  'In the town itself the question is a simpler one: whether the market can stay where it has stood since 1870, or must move up the hill to the empty tram depot.',
  'The committee meets again in March. Until then the boats will go on using the old landing stage, and passengers are asked to be there twenty minutes before they sail.',
];
const prose = (count: number) =>
  PARAGRAPHS.slice(0, count)
    .map((text) => `<p>${text}</p>`)
    .join('');

type Row = [name: string, html: string];
const rows = (reason: QualityReason | null, list: readonly Row[]): QualityPage[] =>
  list.map(([name, html]) => ({ name, html, reason }));

const challenges: Row[] = [
  [
    'just a moment',
    bare(
      'Just a moment...',
      '<div class="main-wrapper"><h1>harbour.example</h1><h2>Checking if the site connection is secure</h2><p>harbour.example needs to review the security of your connection before proceeding.</p><div id="cf-stage"></div></div>',
    ),
  ],
  [
    'enable cookies',
    bare(
      'Just a moment...',
      '<noscript><div>Enable JavaScript and cookies to continue</div></noscript><div id="challenge-error-text">Enable JavaScript and cookies to continue</div>',
    ),
  ],
  [
    'access denied',
    bare(
      'Access Denied',
      '<h1>Access Denied</h1><p>You don\'t have permission to access "http://shop.example/item/22" on this server.</p><p>Reference #18.2c5a1 1766</p>',
    ),
  ],
  [
    'press and hold',
    bare(
      'Access to this page has been denied',
      '<h1>Press &amp; Hold to confirm you are a human (and not a bot).</h1><p>Reference ID 7e31-11ee</p>',
    ),
  ],
  [
    'interruption',
    bare(
      'Pardon Our Interruption',
      "<h1>Pardon Our Interruption</h1><p>As you were browsing something about your browser made us think you were a bot. There are a few reasons this might happen:</p><ul><li>You're a power user moving through this website with super-human speed.</li><li>You've disabled cookies in your web browser.</li></ul>",
    ),
  ],
  [
    'captcha',
    bare(
      'Security check',
      '<h1>One more step</h1><p>Please complete the security check to access tickets.example</p><form><div class="g-recaptcha" data-sitekey="x"></div><button>Submit</button></form>',
    ),
  ],
  [
    'unusual traffic',
    bare(
      'Sorry',
      "<p>Our systems have detected unusual traffic from your computer network. Please try your request again later.</p><p>This page checks to see if it's really you sending the requests, and not a robot.</p>",
    ),
  ],
  [
    'blocked',
    bare(
      'Attention Required! | Edge',
      '<h1>Sorry, you have been blocked</h1><h2>You are unable to access prices.example</h2><h3>Why have I been blocked?</h3><p>This website is using a security service to protect itself from online attacks.</p>',
    ),
  ],
  ['verifying', bare('Verifying you are human', '<p>Verifying you are human. This may take a few seconds.</p>')],
  [
    'not a robot',
    bare(
      'Robot Check',
      "<h4>Enter the characters you see below</h4><p>Sorry, we just need to make sure you're not a robot. For best results, please make sure your browser is accepting cookies.</p>",
    ),
  ],
  [
    'German check',
    bare('Einen Moment, bitte', '<p>Bitte bestätigen Sie, dass Sie ein Mensch sind, um fortzufahren.</p>'),
  ],
  [
    'automation',
    bare(
      'Access blocked',
      '<p>Access to this page has been denied because we believe you are using automation tools to browse the website.</p>',
    ),
  ],
];

const missing: Row[] = [
  ['plain 404', framed('404 Not Found', '<h1>404</h1><p>Page not found</p>')],
  [
    'friendly',
    framed(
      'Page not found | Harbour News',
      '<h1>Oops!</h1><p>We can\'t find the page you are looking for. Try the search or go back to the <a href="/">home page</a>.</p>',
    ),
  ],
  [
    'moved',
    framed(
      'Harbour News',
      '<h1>Sorry</h1><p>The page you requested could not be found. It may have been moved or deleted.</p>',
    ),
  ],
  [
    'with suggestions',
    framed(
      'Page Not Found',
      `<h1>Page Not Found</h1><p>The page you were looking for doesn't exist.</p><h2>Popular stories</h2><ul><li><a href="/1">Ferry returns to winter timetable</a><li><a href="/2">New lock gates arrive</a><li><a href="/3">Market to stay for another year</a></ul>`,
    ),
  ],
  [
    'German',
    framed('Seite nicht gefunden', '<h1>Seite nicht gefunden</h1><p>Die angeforderte Seite existiert nicht mehr.</p>'),
  ],
  ['French', framed('Page introuvable', '<h1>Erreur 404</h1><p>La page demandée est introuvable.</p>')],
  [
    'Spanish',
    framed(
      'Página no encontrada',
      '<h1>Página no encontrada</h1><p>Lo sentimos, no hemos podido encontrar la página.</p>',
    ),
  ],
  ['error 404', bare('Error 404', '<h1>Error 404</h1><p>Nothing here.</p>')],
  [
    'product gone',
    framed(
      'Content unavailable',
      '<h1>This page does not exist</h1><p>This product page no longer exists or has been removed from our catalogue.</p>',
    ),
  ],
  [
    'no longer exists',
    framed('Harbour Docs', '<h1>This page no longer exists</h1><p>Use the menu to find what you need.</p>'),
  ],
];

const logins: Row[] = [
  [
    'form',
    bare(
      'Sign in - Dockyard',
      '<h1>Sign in</h1><form><label>Email<input type="email"></label><label>Password<input type="password"></label><button>Sign in</button><a href="/reset">Forgot your password?</a></form>',
    ),
  ],
  [
    'login',
    bare(
      'Log in',
      '<form><input name="user"><input type="password" name="pass"><input type="submit" value="Log in"></form>',
    ),
  ],
  [
    'must be logged in',
    framed(
      'Thread',
      '<p>You must be logged in to view this topic.</p><p><a href="/login">Log in</a> or <a href="/join">register</a>.</p>',
    ),
  ],
  [
    'German',
    bare(
      'Anmelden',
      '<h1>Anmelden</h1><form><input type="text" placeholder="Benutzername"><input type="password"><button>Anmelden</button></form><p>Passwort vergessen?</p>',
    ),
  ],
  [
    'continue',
    bare(
      'Accounts',
      '<h1>Welcome back</h1><p>Please sign in to continue to Dockyard Cloud.</p><form><input type="email"><input type="password"><button>Next</button></form>',
    ),
  ],
  [
    'members',
    framed(
      'Members',
      '<h1>Members only</h1><p>This content is only available to registered members. Please log in to continue.</p>',
    ),
  ],
  [
    'French',
    bare(
      'Se connecter',
      '<h1>Se connecter</h1><form><input type="text"><input type="password"><button>Connexion</button></form>',
    ),
  ],
  [
    'single sign-on',
    bare(
      'Login | Tidewater University',
      '<h1>Tidewater single sign-on</h1><form><label>NetID <input></label><label>Password <input type="password"></label><button>Log in</button></form><p>Need help? Call the service desk.</p>',
    ),
  ],
  [
    'issue tracker',
    framed(
      'Sign In',
      '<h2>Sign In</h2><p>You need to sign in to view this issue.</p><form><input type="password"></form>',
    ),
  ],
];

const walls: Row[] = [
  [
    'teaser',
    framed(
      'Dredging the inner basin',
      `<article><h1>Dredging the inner basin</h1>${prose(2)}<div class="paywall"><h3>Subscribe to continue reading</h3><p>Already a subscriber? <a href="/login">Log in</a></p></div></article>`,
    ),
  ],
  [
    'declared',
    framed(
      'The ice of 1929',
      `<article><h1>The ice of 1929</h1>${prose(1)}</article>`,
      '<script type="application/ld+json">{"@type":"NewsArticle","headline":"The ice of 1929","isAccessibleForFree":"False"}</script>',
    ),
  ],
  [
    'limit',
    framed(
      'Harbour accounts',
      `<article><h1>Harbour accounts</h1>${prose(1)}<p>You've reached your limit of free articles this month. Subscribe for unlimited access.</p></article>`,
    ),
  ],
  [
    'subscribers',
    framed(
      'Inside the lock',
      `<article><h1>Inside the lock</h1>${prose(1)}<p>This article is for subscribers only.</p></article>`,
    ),
  ],
  [
    'trial',
    framed(
      'Tide tables',
      `<article><h1>Tide tables</h1>${prose(2)}<p>Start your free trial to continue reading this story.</p></article>`,
    ),
  ],
  [
    'German',
    framed(
      'Das Eis',
      `<article><h1>Das Eis</h1><p>Im Hafen liegt das Eis so hoch wie seit Jahrzehnten nicht, und die Lotsen warten auf den Frühling.</p><p>Jetzt abonnieren und weiterlesen.</p></article>`,
    ),
  ],
  [
    'French',
    framed(
      'La glace',
      `<article><h1>La glace</h1><p>Dans le port, la glace est plus haute que jamais et les pilotes attendent le printemps.</p><p>Article réservé aux abonnés.</p></article>`,
    ),
  ],
  [
    'tier',
    framed(
      'Quay notes',
      `<article><h1>Quay notes</h1>${prose(1)}</article>`,
      '<meta property="article:content_tier" content="locked">',
    ),
  ],
  [
    'unlock',
    framed(
      'Cargo index',
      `<article><h1>Cargo index</h1>${prose(2)}<p>Become a member to unlock the full article.</p></article>`,
    ),
  ],
];

const shells: Row[] = [
  [
    'root',
    bare(
      'Dockyard',
      `<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>${scripts}`,
    ),
  ],
  ['next', bare('Shop', `<div id="__next"></div>${scripts}`)],
  ['nuxt', bare('Booking', `<div id="__nuxt"><div class="spinner"></div></div>${scripts}`)],
  ['app', bare('Planner', `<div id="app">Loading…</div>${scripts}`)],
  ['angular', bare('Console', `<app-root></app-root>${scripts}`)],
  [
    'javascript required',
    bare(
      'JavaScript required',
      '<p>JavaScript is required to view this page. Please enable JavaScript in your browser and reload.</p>',
    ),
  ],
  ['old browser', bare('Maps', `<p>Please enable JavaScript to use the map.</p>${scripts}`)],
  ['chrome only', bare('Chat', `<header><a href="/">Chat</a></header><div id="root"></div>${scripts}`)],
  ['redirect by script', bare('', `<script>location.href="/app"</script>${scripts}`)],
  ['German', bare('Planer', '<p>Bitte aktivieren Sie JavaScript, um diese Anwendung zu nutzen.</p>')],
];

const consents: Row[] = [
  [
    'before you continue',
    bare(
      'Before you continue',
      '<h1>Before you continue</h1><p>We use cookies and data to deliver and maintain our services, track outages and measure audience engagement. If you choose to accept all, we will also use cookies to develop new services.</p><button>Reject all</button><button>Accept all</button><a href="#">More options</a>',
    ),
  ],
  [
    'we value',
    bare(
      'We value your privacy',
      '<h2>We value your privacy</h2><p>We and our 842 partners store and access personal data, like browsing data or unique identifiers, on your device.</p><button>I agree</button><button>Manage preferences</button>',
    ),
  ],
  [
    'German',
    bare(
      'Zustimmung',
      '<h1>Mit Werbung weiterlesen</h1><p>Besuchen Sie unsere Seite wie gewohnt mit Werbung und Tracking. Zustimmen und weiter. Cookies und Datenschutz.</p>',
    ),
  ],
  [
    'French',
    bare(
      'Avant de continuer',
      '<p>Nous utilisons des cookies. Confidentialité et partenaires.</p><button>Tout accepter</button>',
    ),
  ],
  [
    'gate',
    bare(
      'Your privacy choices',
      '<p>This site uses cookies to store information on your device. Choose accept all to allow, or manage choices to decide.</p><button>Accept all</button>',
    ),
  ],
  [
    'settings page',
    bare(
      'Cookie consent',
      '<p>Our partners use cookies for ads that fit your interests. You can accept all, reject all, or open cookie settings.</p>',
    ),
  ],
];

const parked: Row[] = [
  [
    'for sale',
    bare(
      'quayside.example',
      '<h1>quayside.example is for sale</h1><p>This domain may be for sale. Inquire about this domain.</p>',
    ),
  ],
  [
    'buy',
    bare(
      'Buy this domain',
      '<h1>Buy this domain</h1><p>Make an offer on this domain today. Secure transfer within a day.</p>',
    ),
  ],
  [
    'parked free',
    bare(
      'tidal.example',
      '<p>This domain is parked free, courtesy of the registrar.</p><ul><li><a href="/a">Ferry Tickets</a><li><a href="/b">Cheap Cruises</a><li><a href="/c">Boat Insurance</a></ul>',
    ),
  ],
  ['expired', bare('lock.example', '<p>This domain has recently expired. If you are the owner, renew it.</p>')],
  [
    'German',
    bare('kai.example', '<h1>Diese Domain steht zum Verkauf</h1><p>Sie können die Domain kai.example kaufen.</p>'),
  ],
  ['future home', bare('Welcome', '<p>Future home of something quite cool.</p>')],
  [
    'related',
    bare('mole.example', '<p>The domain mole.example is parked.</p><p>Related searches: Sponsored listings</p>'),
  ],
];

const links = (count: number) =>
  Array.from(
    { length: count },
    (_, at) =>
      `<li><a href="/offer/${at}">Cheap ${['boats', 'cranes', 'ropes', 'sails', 'tickets'][at % 5]} best price ${at}</a></li>`,
  ).join('');
const farms: Row[] = [
  ['list', bare('Best offers', `<h1>Best offers</h1><ul>${links(80)}</ul>`)],
  ['cloud', bare('Tags', Array.from({ length: 150 }, (_, at) => `<a href="/t/${at}">tag number ${at}</a>`).join(' '))],
  ['columns', bare('Directory', `<table><tr><td><ul>${links(40)}</ul><td><ul>${links(40)}</ul></table>`)],
];

const empties: Row[] = [
  ['nothing', bare('Empty', '')],
  ['no markup', ''],
  ['white space', bare('Blank', '<div>   </div><p></p>')],
];
const pictures: Row[] = [
  ['scan', bare('Scan', '<img src="/scan-0001.png"><img src="/scan-0002.png">')],
  ['photo', bare('Photo', '<figure><img src="/quay.jpg" alt=""></figure>')],
];

const article = (title: string, body: string) => framed(title, `<article><h1>${title}</h1>${body}</article>`);
const good: Row[] = [
  ...[
    'Ice on the river',
    'The market stays',
    'Dredging begins',
    'A slower current',
    'Notes from the quay',
    'What the pilots saw',
  ].map((title, at): Row => [`article: ${title}`, article(title, prose(3 + (at % 4)))]),
  ...['Tide tables explained', 'How a lock works', 'Reading a chart', 'Knots for beginners'].map(
    (title, at): Row => [
      `guide: ${title}`,
      article(
        title,
        `<h2>Before you start</h2>${prose(2)}<h2>Step by step</h2><ol><li>Find the zero of the chart.<li>Add the height of the tide.<li>Take off the draught of the boat.</ol>${prose(1 + at)}`,
      ),
    ],
  ),
  [
    'about cookies',
    article(
      'How cookies work',
      `<p>We use cookies on this site too, and a banner will ask you to accept all or reject all of them. A cookie is a short text that a server asks the browser to keep and to send back.</p>${prose(5)}<p>Cookie settings in browsers let you manage preferences for each site.</p>`,
    ),
  ],
  [
    'about logging in',
    article(
      'How sign-in works',
      `<p>When you log in to continue, the server compares a hash of what you typed. If you forgot your password, it sends a link.</p>${prose(4)}`,
    ),
  ],
  [
    'about not found',
    article(
      'Why links die',
      `<p>Half of the addresses in old court opinions answer "404 page not found". The page you requested could not be found, they say, and no one knows when it went.</p>${prose(5)}`,
    ),
  ],
  [
    'about paywalls',
    article(
      'Who pays for news',
      `<p>Many papers ask readers to subscribe to continue reading. Already a subscriber? the box asks, and most readers leave.</p>${prose(6)}${prose(6)}${prose(6)}`,
    ),
  ],
  [
    'about captchas',
    article(
      'A short history of the CAPTCHA',
      `<p>Please complete the security check to access this site: for twenty years the web has asked people to verify they are human, and for twenty years machines have learned to pass.</p>${prose(6)}`,
    ),
  ],
  [
    'about scripts',
    article(
      'Rendering on the server',
      `<p>A page whose source says "You need to enable JavaScript to run this app" is empty for whoever does not run it. Rendering on the server sends the text first.</p>${prose(4)}`,
    ),
  ],
  [
    'about domains',
    article(
      'The price of a name',
      `<p>A page that says "this domain is for sale" may stand there for years. Brokers make an offer on behalf of a buyer who stays unknown.</p>${prose(6)}`,
    ),
  ],
  [
    'documentation of 404',
    article(
      'notFound()',
      `<p>Calling <code>notFound()</code> stops rendering of the segment and shows the file <code>not-found.js</code>.</p><pre><code>if (!user) {\n  notFound()\n}</code></pre>${prose(3)}<h2>Version history</h2><table><tr><th>Version<th>Change<tr><td>13.2<td>Added</table>`,
    ),
  ],
  [
    'status code reference',
    framed(
      '404 Not Found - HTTP reference',
      `<article><h1>404 Not Found</h1><p>The HTTP 404 status says that the server has no current representation of the target resource, or is not willing to disclose that one exists.</p><h2>Status</h2><pre>404 Not Found</pre><h2>Examples</h2>${prose(5)}<p>A 404 does not say whether the lack is temporary or permanent; 410 is better where the server knows.</p>${prose(6)}</article>`,
    ),
  ],
  [
    'login reference',
    framed(
      'Login API',
      `<article><h1>POST /login</h1><p>Creates a session. Send the user name and the password as JSON; the reply sets a cookie.</p><pre>curl -X POST https://api.example/login</pre><h2>Errors</h2><p>401 where the password is wrong, 429 after ten attempts in a minute. ${PARAGRAPHS[2]} ${PARAGRAPHS[3]}</p></article>`,
    ),
  ],
  [
    'consent law',
    article(
      'The consent rule',
      `<p>Consent must be given freely. A wall that says "we value your privacy" and then offers only "accept all" does not give it freely, the court held.</p>${prose(6)}`,
    ),
  ],
  [
    'example',
    bare(
      'Example Domain',
      '<div><h1>Example Domain</h1><p>This domain is for use in illustrative examples in documents. You may use this domain in literature without prior coordination or asking for permission.</p><p><a href="https://www.iana.org/domains/example">More information...</a></p></div>',
    ),
  ],
  [
    'short note',
    framed(
      'Closed on Monday',
      '<h1>Closed on Monday</h1><p>The harbour office is closed on Monday 4 May. Boats that need the lock should call the duty officer on channel 12.</p>',
    ),
  ],
  [
    'contact',
    framed(
      'Contact',
      '<h1>Contact</h1><p>Harbour office, Quay Street 4, open weekdays from eight to four. Telephone 0555 0142, post to the same address. The duty officer answers at night.</p>',
    ),
  ],
  [
    'release notes',
    framed(
      'Release 4.2',
      '<h1>Release 4.2</h1><ul><li>The lock now reports its level every minute.<li>Fixed: boats of exactly twelve metres were refused.<li>The timetable prints on one sheet.<li>Removed the old export, which nobody used.</ul>',
    ),
  ],
  [
    'changelog with links',
    framed(
      'Changes',
      `<h1>Changes</h1><ul>${Array.from({ length: 12 }, (_, at) => `<li>Fix the level sensor of gate ${at} after a restart (<a href="/pull/${at}">#${at}</a>)`).join('')}</ul>`,
    ),
  ],
  [
    'list of stories',
    framed(
      'Harbour News',
      Array.from(
        { length: 10 },
        (_, at) =>
          `<article><h2><a href="/s/${at}">Story number ${at} from the quay</a></h2><p>${PARAGRAPHS[at % 6]}</p></article>`,
      ).join(''),
    ),
  ],
  [
    'search results',
    framed(
      'Results for lock',
      Array.from(
        { length: 8 },
        (_, at) =>
          `<div class="result"><a href="/r/${at}">The lock, part ${at}</a><p>${PARAGRAPHS[(at + 2) % 6]}</p></div>`,
      ).join(''),
    ),
  ],
  [
    'product',
    framed(
      'Brass cleat, 12 cm',
      `<h1>Brass cleat, 12 cm</h1><p class="price">€ 14.50</p><button>Add to cart</button><h2>Description</h2><p>A solid cleat for lines up to ten millimetres, cast and polished by hand. Two screws of the same metal come with it.</p><table><tr><th>Length<td>12 cm<tr><th>Weight<td>210 g</table>`,
    ),
  ],
  [
    'shop with sign-in',
    framed(
      'Rope, by the metre',
      `<h1>Rope, by the metre</h1><p>Three-strand polyester that neither shrinks nor stiffens; it keeps four fifths of its strength when wet. Cut to length in the shop, ends sealed.</p><p>${PARAGRAPHS[5]}</p><form><input type="password" placeholder="Password"><button>Sign in</button></form>`,
    ),
  ],
  [
    'forum',
    framed(
      'Stuck seacock',
      Array.from({ length: 5 }, (_, at) => `<div class="post"><h4>user${at}</h4><p>${PARAGRAPHS[at]}</p></div>`).join(
        '',
      ),
    ),
  ],
  [
    'question',
    framed(
      'How do I bend on a jib?',
      `<h1>How do I bend on a jib?</h1><p>${PARAGRAPHS[3]}</p><h2>2 Answers</h2><p>${PARAGRAPHS[4]}</p><p>${PARAGRAPHS[5]}</p><p>You must log in to answer this question.</p>`,
    ),
  ],
  [
    'recipe',
    article(
      'Harbour soup',
      '<p>Serves six.</p><h2>Ingredients</h2><ul><li>1 kg of small fish<li>two onions<li>a bunch of fennel</ul><h2>Method</h2><ol><li>Clean the fish and keep the heads.<li>Soften the onions in oil.<li>Add water, simmer for an hour and strain.</ol>',
    ),
  ],
  [
    'poem',
    framed(
      'Low water',
      `<h1>Low water</h1><p>The mud is silver where the boats have lain,<br>and gulls write letters no one will explain;<br>the tide will read them, and be back again.</p>`,
    ),
  ],
  [
    'Japanese',
    bare(
      '港の歴史',
      '<h1>港の歴史</h1><p>この港は百五十年前に造られ、当時は木造の桟橋が一本あるだけでした。その後、石の防波堤が築かれ、蒸気船が毎週通うようになりました。</p><p>現在では年間四千隻の船が出入りし、地域の経済を支えています。冬には氷が張ることもあり、砕氷船が航路を開きます。</p>',
    ),
  ],
  [
    'Russian',
    bare(
      'История порта',
      '<h1>История порта</h1><p>Порт был построен полтора века назад, и тогда в нём был всего один деревянный причал. Позже появился каменный мол, и пароходы стали приходить каждую неделю.</p><p>Сегодня сюда заходит четыре тысячи судов в год.</p>',
    ),
  ],
  [
    'Chinese',
    bare(
      '港口',
      '<h1>港口</h1><p>这个港口建于一百五十年前，当时只有一座木制码头。后来修建了石头防波堤，轮船每周都来。如今每年有四千艘船只进出，支撑着当地的经济。</p>',
    ),
  ],
  [
    'German',
    article(
      'Das Eis im Hafen',
      '<p>Im Hafen liegt das Eis so hoch wie seit Jahrzehnten nicht, und die Lotsen warten auf den Frühling. Die Fahrrinne wird zweimal am Tag geöffnet, doch kleinere Boote bleiben am Kai.</p><p>Die Behörde rechnet damit, dass die Baggerarbeiten elf Wochen dauern und vier Millionen kosten werden.</p>',
    ),
  ],
  [
    'rendered application',
    bare('Planner', `<div id="root"><main><h1>Plan of the week</h1>${prose(4)}</main></div>${scripts}`),
  ],
  [
    'application with noscript',
    bare(
      'Docs',
      `<noscript>You need to enable JavaScript to run this app.</noscript><div id="app"><h1>Sensors</h1>${prose(4)}</div>${scripts}`,
    ),
  ],
  [
    'table only',
    framed(
      'Levels',
      `<h1>Levels</h1><table><tr><th>Station<th>Level<th>Trend</tr>${Array.from({ length: 12 }, (_, at) => `<tr><td>Gate ${at}<td>${(2 + at / 10).toFixed(1)} m<td>falling`).join('')}</table>`,
    ),
  ],
  [
    'code only',
    framed(
      'lock.c',
      `<h1>lock.c</h1><pre>${Array.from({ length: 14 }, (_, at) => `int level_${at}(struct gate *g) { return g->height[${at}]; }`).join('\n')}</pre>`,
    ),
  ],
  [
    'gallery with captions',
    framed(
      'The quay in pictures',
      Array.from(
        { length: 6 },
        (_, at) => `<figure><img src="/q${at}.jpg"><figcaption>${PARAGRAPHS[at]}</figcaption></figure>`,
      ).join(''),
    ),
  ],
  [
    'cookie banner below',
    bare(
      'The market stays',
      `${NAV}<main><article><h1>The market stays</h1>${prose(5)}</article></main><div id="cookie-banner"><p>We use cookies. Accept all or manage preferences.</p></div>`,
    ),
  ],
  [
    'newsletter box',
    article(
      'Dredging begins',
      `${prose(5)}<div class="newsletter"><h3>Sign up to our newsletter</h3><p>Subscribe to get the week in the harbour.</p></div>`,
    ),
  ],
  [
    'subscription in the header',
    bare(
      'Ice on the river',
      `<header><a href="/subscribe">Subscribe</a> <span>Already a subscriber? <a href="/login">Log in</a></span></header><main><article><h1>Ice on the river</h1>${prose(6)}${prose(6)}</article></main>`,
    ),
  ],
  [
    'metered but open',
    framed(
      'Slow water',
      `<article><h1>Slow water</h1>${prose(6)}${prose(6)}</article>`,
      '<meta property="article:content_tier" content="metered">',
    ),
  ],
  [
    'free by its own word',
    framed(
      'Open data',
      `<article><h1>Open data</h1>${prose(3)}</article>`,
      '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":true}</script>',
    ),
  ],
  [
    'domain registrar',
    framed(
      'Register a domain',
      `<h1>Register a domain</h1><p>Choose a name, pay for a year, point it at your server. Names that are taken can be watched, and you will hear when one expires.</p>${prose(3)}`,
    ),
  ],
  [
    'service page',
    framed(
      'Lock repair',
      `<section><h1>We repair locks of every size</h1><p>${PARAGRAPHS[2]}</p></section><section><h2>How we work</h2><p>${PARAGRAPHS[3]}</p></section><section><h2>What customers say</h2><blockquote>They came on Sunday and had the gate open by noon.</blockquote></section>`,
    ),
  ],
  [
    'course',
    framed(
      'Seamanship I',
      `<h1>Seamanship I</h1><h2>Syllabus</h2><ul><li>Week 1: knots and lines<li>Week 2: charts and tides<li>Week 3: rules of the road<li>Week 4: weather</ul><p>${PARAGRAPHS[1]}</p>`,
    ),
  ],
  [
    'index of a manual',
    framed(
      'Manual',
      `<h1>Manual</h1><p>How to run the lock, from the first inspection to the winter lay-up. Each chapter stands alone.</p><ul>${Array.from({ length: 8 }, (_, at) => `<li><a href="/m/${at}">Chapter ${at}</a>: ${PARAGRAPHS[at % 6]!.slice(0, 60)}`).join('')}</ul>`,
    ),
  ],
  [
    'glossary',
    framed(
      'Glossary',
      `<h1>Glossary</h1><dl>${['bollard', 'fender', 'hawser', 'jetty'].map((term, at) => `<dt>${term}<dd>${PARAGRAPHS[at]}`).join('')}</dl>`,
    ),
  ],
  [
    'privacy policy',
    framed(
      'Privacy policy',
      `<h1>Privacy policy</h1><p>We use cookies to keep you signed in. You can manage preferences at any time. We store your address for as long as the contract runs.</p>${prose(5)}`,
    ),
  ],
  [
    'robots article',
    article(
      'The robot that reads the tide',
      `<p>I'm not a robot, says the machine, and nobody laughs. It has stood at the gate since June.</p>${prose(3)}`,
    ),
  ],
  [
    'maintenance news',
    article(
      'Sign in will be offline',
      `<p>On Sunday night signing in will not work from two to four. ${PARAGRAPHS[5]}</p>${prose(2)}`,
    ),
  ],
  [
    'long list of sources',
    framed(
      'Sources',
      `<h1>Sources</h1><p>${PARAGRAPHS[0]}</p><ol>${Array.from({ length: 15 }, (_, at) => `<li>Author ${at}, The river and its ice, volume ${at}, pages 12 to 40, <a href="/s/${at}">copy</a>`).join('')}</ol>`,
    ),
  ],
  [
    'press release',
    article(
      'New lock gates',
      `<p>PORT STREET, 3 March. ${PARAGRAPHS[2]}</p>${prose(3)}<p>About the authority: it runs four locks and two basins.</p>`,
    ),
  ],
  ['obituary', article('A pilot of the old school', prose(4))],
  [
    'timetable',
    framed(
      'Winter timetable',
      `<h1>Winter timetable</h1><table>${Array.from({ length: 10 }, (_, at) => `<tr><td>${6 + at}:10<td>Inner basin<td>${6 + at}:45<td>Island`).join('')}</table><p>No boats on the first Sunday of the month.</p>`,
    ),
  ],
  [
    'license',
    bare(
      'Licence',
      `<pre>Permission is granted to use, copy and change this chart for any purpose,\nprovided that this notice stays with every copy. It comes without warranty\nof any kind, and whoever sails by it does so at their own risk.</pre>`,
    ),
  ],
];

export const QUALITY_PAGES: readonly QualityPage[] = [
  ...rows('challenge', challenges),
  ...rows('soft-404', missing),
  ...rows('login', logins),
  ...rows('paywall', walls),
  ...rows('shell', shells),
  ...rows('consent', consents),
  ...rows('parked', parked),
  ...rows('link-farm', farms),
  ...rows('empty', empties),
  ...rows('image-only', pictures),
  ...rows(null, good),
];
