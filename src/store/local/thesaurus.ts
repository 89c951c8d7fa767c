import { stem } from './stem.js';

/**
 * Words that engineers and manuals use for the same thing, a group a line. A group says no more than "may stand for":
 * what matches only through it counts less than the word that was asked for.
 */
const GROUPS = `
delete remove erase drop purge discard unlink destroy
add append insert attach include
create make new generate build
change modify edit alter update adjust
replace substitute swap exchange overwrite
rename move relocate
copy duplicate clone replicate
find search locate lookup query
list enumerate show display
print output dump emit log
read load parse open
write save store persist dump
begin start launch spawn run execute invoke
stop end terminate kill shutdown halt quit exit abort cancel
restart reload respawn
pause suspend sleep wait delay
resume continue
repeat loop iterate retry again recur
schedule cron timer periodic nightly daily interval beat
boot startup init systemd daemon service
background daemon async asynchronous worker
parallel concurrent simultaneous thread multiprocess
lock mutex semaphore exclusive latch
stuck hang freeze block deadlock stall
slow performance latency speed
fast performance optimize quick speed efficient bulk batch
limit cap throttle restrict bound quota rate maximum max
maximum max limit most largest
minimum min least smallest
size length width
count number amount total quantity
sum aggregate total
join combine merge concatenate union
split divide partition separate chunk segment
sort order rank
filter select match exclude ignore
ignore skip exclude omit suppress
allow permit grant accept enable authorize whitelist
deny reject refuse forbid block disallow prohibit ban blacklist
enable activate on turn
disable deactivate off
check verify validate test confirm inspect
test testing unittest mock fixture
benchmark load stress performance
error failure exception fault problem
fail crash break die
fix repair recover correct
restore recover extract
backup archive snapshot dump
compress gzip deflate zip brotli
encrypt cipher crypto tls ssl
decrypt decipher
sign signature signed
certificate cert ssl tls x509 pem
password passphrase credential secret
secret credential password token key
login authenticate signin auth authentication logon
logout signout
user account login
username login user
permission right privilege access acl authorization
owner ownership chown
group role
admin administrator root superuser
directory folder path dir
file document
filename path name
website site host domain vhost
host hostname server machine node
machine computer host server node
server daemon backend
client browser agent
browser useragent client
address ip url uri
url uri link address
redirect forward rewrite
proxy gateway relay upstream
forward relay proxy ship
send transmit deliver post submit
receive accept get incoming
fetch download retrieve get
upload post submit send multipart
request query call
response reply answer
message mail email
email mail message smtp
spam junk
queue backlog spool
connect connection socket link
disconnect close drop
reconnect reestablish
connection socket session
network net interface
port socket listen
firewall iptables nftables netfilter
balancer balancing loadbalancer
backend upstream server
cluster node distributed
replica replication slave standby mirror
primary master leader
timeout deadline expire wait
expire expiration ttl age lifetime
old stale expired obsolete
cache memoize caching memcached
database db sql
table relation
row record tuple
column field attribute
schema structure layout
index key
query statement select
transaction commit rollback atomic
rollback revert undo abort
upsert conflict merge
migrate upgrade migration convert
upgrade update migration
version release revision
install setup deploy
uninstall remove purge
configure setup set config configuration
config configuration settings options preferences conf
option flag switch parameter argument setting
parameter argument option param
default standard
variable parameter environment
environment env variable
constant literal
function method routine procedure callback
callback handler hook listener
hook trigger callback signal event
event signal notification
notify alert notification signal
watch monitor observe follow tail
monitor watch status metrics statistics
statistics stats metrics counters
log logging journal syslog audit
debug trace troubleshoot diagnose
trace profile instrument
memory ram heap
leak unreleased
disk storage volume filesystem
filesystem mount volume
space capacity storage
mount attach browse
cpu processor core
process program task pid
program application executable process
program command executable
command cmd shell
script program
task job work
job task
worker process consumer
string text
text string
number integer numeric
date time datetime timestamp
time clock date duration
timezone zone utc locale
locale language translation i18n
translate translation localize convert
convert transform cast translate encode
encode encoding serialize
decode decoding deserialize parse
serialize serialization marshal pickle json dump
json serialize
character char
charset encoding unicode utf
list array sequence
dictionary dict map hash mapping
map dictionary hash
hash digest checksum
checksum digest hash md5 sha
random rand
tree hierarchy nested hierarchical
parent ancestor
child descendant children
recursive recursively nested
pointer reference
reference ref link
inherit inheritance subclass extend
class type
type kind
object instance
interface protocol
module package library
library module package
package module distribution
import include require
plugin extension module addon
extend extension plugin
template layout
page document
pagination paginate page paginator
form input
input stdin
output stdout
image picture photo
video media
audio sound
style css
color colour
button widget
window screen
key keyboard
shortcut binding keybinding
pattern regex glob regular wildcard
regex regexp regular pattern
wildcard glob pattern
anonymous anonymize
hide mask conceal private masquerade
public exposed
internal private local
external public remote
remote server network
local localhost
share shared sharing
sync synchronize
unique distinct duplicate
duplicate repeat copy unique
empty blank null
null none nil empty
optional nullable
missing absent undefined
nothing none empty
several multiple many
multiple several many
unattended automated automatic preseed
automatic auto automatically
manual manually
interactive prompt
prompt ask
compile build make
dependency depend require
thread concurrency
crawl scrape spider crawler
scrape crawl extract
robot crawler bot spider
attachment attach file
signature sign dkim
alias redirect
wipe erase delete
boost speed improve
broken corrupt damaged
corrupt damage broken integrity
compromise intrusion breach attack hack
attack exploit ddos
secure security safe harden
forge tamper csrf
cookie session
session cookie
sticky persistence affinity
nonblocking asynchronous async
blocking synchronous executor
git vcs branch repository
repository repo
branch vcs git
push webhook commit
nest nested
resize grow extend shrink
grow extend enlarge expand
growing exponential backoff
backoff exponential
readonly read
subset slice
slice subarray part
unused orphan garbage
garbage gc collect
forgotten lost reset recover
reset clear
clear flush empty
flush sync write
`;

/** Stems of longer words and shorter ones that mean the same. */
const SHORT = `postgres postgresql pg
javascript js ecmascript
typescript ts
python py
kubernetes k8s
database db
directory dir
configuration config conf cfg
authentication auth
authorization authz auth
environment env
repository repo
application app
administrator admin
parameter param
argument arg
variable var
function func fn
documentation doc docs
information info
statistics stats
temporary temp tmp
maximum max
minimum min
message msg
command cmd
character char
string str
integer int
number num
reference ref
package pkg
library lib
certificate cert
distribution distro
specification spec
synchronize sync
asynchronous async
internationalization i18n
localization l10n
development dev
production prod
executable exe
image img
httpd apache apache2
letsencrypt acme
regex regexp
initialize init
utility util
`;

/** Weight of a word that only a group brings in, against the word itself. */
const GROUP_WEIGHT = 0.3;
const SHORT_WEIGHT = 0.7;

let related: Map<string, Map<string, number>> | undefined;

/** Terms that may stand for a term, with their weights below 1. */
export function relatedTerms(term: string): ReadonlyMap<string, number> {
  related ??= readGroups();
  return related.get(term) ?? new Map();
}

function readGroups(): Map<string, Map<string, number>> {
  const all = new Map<string, Map<string, number>>();
  const relate = (from: string, to: string, weight: number): void => {
    if (from === to) return;
    const known = all.get(from) ?? new Map<string, number>();
    known.set(to, Math.max(known.get(to) ?? 0, weight));
    all.set(from, known);
  };
  for (const [text, weight, both] of [
    [GROUPS, GROUP_WEIGHT, false],
    [SHORT, SHORT_WEIGHT, true],
  ] as const) {
    for (const line of text.trim().split('\n')) {
      const [first = '', ...rest] = line.split(' ').map(stem);
      for (const other of rest) {
        relate(first, other, weight);
        if (both) relate(other, first, weight);
      }
    }
  }
  return all;
}
