/** Small words of sentences in the languages that addresses are mostly written in. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `a about after all an and any are as at be been before best between but by can could did do does for from had has have
he her his how i if in into is it its me more most my new no not of off on only or our out over per she should so than
that the their then these they this those to under up us via vs was we were what when where which who why will with
without would you your
aber als am auf auch aus bei bis das dem den der des die ein eine einen einer fur hat ich im ist mit nach nicht noch
oder sich sie sind uber um und von vor was wie wird zu zum zur
au aux avec ce ces dans de des du elle en est et il je la le les leur mais ne nous ou par pas plus pour que qui sa se
ses son sont sur un une vous
al como con del desde el ella ellos en entre es esta este las lo los mas muy o para pero por que se sin sobre su sus
todo una uno y
ai alla che chi con da dal dei del della di e gli ha ho i il in la le lo ma nel non per piu si sono su tra un
ao com como da das do dos e em mais na nas nao no nos o os ou para pela pelo por que se sem uma
aan bij dat de deze een en er het hij ik in is je kan maar met naar niet of om ook op te tot uit van voor wat ze zijn
att av det ett for har inte med och om pa som till var
czy do dla i jak jest na nie od po sie to w z za ze`.split(/\s+/),
);

/**
 * Words that titles and documentation addresses use over and over. A run of words with none of these and no small
 * word in it was more likely drawn from a list than written. English, since other languages show by their small words.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `access account action actions add advanced africa air album alert amazon america american analysis analytics android
annual answer api app apple application apps april architecture archive archives area army array art article articles
ask asset assets attack audio august australia author auth auto award awards awareness baby back ban bank banking base
basic basics battle beginner beginners benefits better biden big bill binary black blog blogs board book books boost
boss boy brain brand brands break breaking brexit britain british browser budget bug bugs build builder building
business buy buying cache call calls camera campaign canada cancer car card care career case category cause celebrity
center central ceo champion chance change changelog changes chapter charge chart chat check checklist chef chief child
children china choice choose choosing christmas city class classes clean cli client climate cloud club coach code
coding coffee college color colour comes command commands comments commit common community companies company compare
comparison complete components computer computing concept concepts concern conference config configuration configure
connect consulting contact content contributing control cool core cost costs country county court create creating
credit crisis css cup custom customer cyber dad daily dark data database date daughter david day days dead deal deals
death debate debt deep default delete democrats demo deploy deployment design designer detail details dev develop
developer developers development device diet digital directory disease display doc docs doctor documentation docs dog
dollar dom donald door download downloads draft drive driver drug earth easy economy edit editor education effect
elections election electric email emergency employees encoding end energy engine engineering england english enterprise
entertainment environment error errors essential europe event events every everything example examples experience
expert experts explained explore extension face facebook fact facts failed fall family famous fan fans faq faqs fashion
fast favorite feature features fight file files film final finance financial find fire firm first fitness fix food
football format forum framework free french friend friends front full fun function functions fund funding future gallery
game games gaming garden gas general get getting giant gift gifts girl git github give global goal goes going gold good
google government grow growth guide guidelines guides gun guy hack hand handbook head health healthy heart heat help
here high highest history hit hits holiday home homes hospital hot hotel hours house housing html http human ice idea
ideas image images impact important improve incident income increase index india industry info information injury
input insight insights install installation installing instagram insurance integration intelligence interface interior
internet interview intro introduction investing investment iphone iran israel issue issues italy items james jan java
javascript job jobs john json july june just keep kernel key kids kill killed killing king kit kitchen know knowledge
korea lab label land language languages laptop large last late latest launch launches law laws lead leader leaders
league learn learning leave left legal lessons level levels library license life light limited line link links linux
list lists live living local london long look looking lord lost love low machine main maintenance major make makes
making male man management manager manual map march mark market marketing markets match material math matter mean means
measure media medical meet meeting member members memory men mental menu message meta method methods microsoft military
million mind misc miss mobile mode model models modern module modules mom money month months moon morning mother movie
movies moving much murder museum music must name names national natural need needs net netflix network next nfl night
node north northern note notes nothing notice november now number numbers nurse nutrition object objects obama october
office official oil old one online open opens operations opinion options order organization original outdoor overview
own owner package packages page pages paper papers parents park part parts party path patient patients pay people perfect
performance person personal phone photo photography photos pick picture place plan planning plans plant plants platform
platforms play player players plus podcast point police policies policy politics poll pool popular port post posts power
practice practices president press price prices prime privacy private pro problem problems process product production
products professional program programming programs project projects property protect protocol public publications
publish python quality question questions queue quick quickstart quiz race rain random range rates ratings react read
reader reading ready real reason reasons recipe recipes record records red ref reference regional register related
release releases remote remove rental report reporter reports republican request research resource resources response
rest restaurant result results return returns reveal reveals review reviews rfc rich right rights risk road rock role
room rules run running russia russian safe safety sale sales san save saving says school schools science score screen
script scripts search season seasons second secret secrets section sector security see self sell send senate senior
seo series server service services session set setting settings setup seven several sex share shares shipping shoes
shop shopping short show shows side sign simple single site sites six size skills sleep small smart social society
software solution solutions song songs source south space special spec specification specs speech speed sport sports
spring stage standard standards star stars start started starter starting startup state states static station stock
stocks storage store stories story strategies strategy stream street string strong structure student students studio
study stuff style success summer summit super support supreme sure surgery surprise survey sustainable switch syntax
system systems table tag tags take takes talk talks tax teacher team teams tech technique technologies technology tell
template temperature ten terms test testing tests text theme theory therapy thing things thread threads threat three
ticket tickets time times tip tips title tools today together tool top topic topics tour town track trade traffic
trailer train trainer training transfer translation transport travel treatment tree trend trends trial trip true trump
trust truth try tutorial tutorials tv twitter two type types ubuntu ukraine ultimate understand understanding united
university update updated updates upgrade usa usage use used useful user users uses using utilities value variables
version versions video videos view violence visit vote voters voting wait walk wall want wants war warning warns
washington watch watching water ways weather web website websites wedding week weekend weeks weight welcome west white
wife wiki wikipedia wild windows wine winner winning wins winter woman women won word words work worker workers working
works workshop world worst worth write writing wrong year years york young youtube`.split(/\s+/),
);

/** Short forms of computing and of places that no table of letter costs knows; they cost nothing. */
export const SHORT_FORMS: ReadonlySet<string> = new Set(
  `ai aix ajax ann apis arch arm asm asp aspx auth autoconf aws azure bin bsd bt bz cc cd cfg cgi cgit ci cl clang cli cls
cms cmd cn com conf config cp cpp cpu css csv ctx cve cvs cx cxx db dc deb dev dhcp diff dir dl dll dns doc docbook docs
dom dtd ecma edu elf en env eps es eu exe ext faq ffi ffmpeg fi fr fs ftp fwd gb gcc gcp gdb gh gif git github gitlab glib
glibc gmp gnu gnutls go gpg gpl gpu gt gtk gui gz hdr hr hs htm html http https hw iana ide idx iec ieee ietf img imap inc
info ini io ip ipc ipv irc iso it jp jpg jquery js json jsp jtc jwt kde ko kvm la lang ldap lib libc lts lua lwn mac man
md mdn mdx mime misc mit mk ml mp msdn msg mt mtp mysql nasa net nfs nfl nginx ngx nl nm node npm nr ns ntp num ny nyt oasis
oauth obj odt ok oop opengl openpgp openssl openssh org os osx pc pdf perl pg pgp php pip pkg pl png po pod pop posix pp
ppc pr pre ps psa psql pt pub pwa py pypi qa qt raw rc rdf ref regexp rel repo rev rfc rfcs rgb rm rpc rpm rss rst ru rust
sa sdk se seo sf sh sip sl smtp sp sparql sql sqlite src ssh ssl std stdlib sv svg svn sys tab tar tc tcl tcp tex tf tg tls
tmp tn toc toml ts tty tv txt ua ubuntu udp ui uk unix uri url urls us usb utf util utils uuid ux vb vim vlan vm vpc vpn vr
vue wasm wg wifi wiki win wp ws www xcb xhtml xkb xlib xml xp xsd xsl xslt xz yaml yml za zh zip zlib`.split(/\s+/),
);
