import { stem } from './terms.js';

/**
 * Words that documentation and those who ask use for the same thing. General technical English: each group is a
 * notion, not a product. A word may stand in several groups.
 */
const GROUPS = `
add append insert put attach include push register
remove delete drop erase discard clear unset purge prune strip eliminate gone unlink
create make build construct generate produce new allocate spawn define declare
change modify alter update edit set adjust rewrite replace substitute mutate tweak
read load fetch get retrieve obtain access query receive acquire look
write save store persist dump emit output record flush
start begin launch run execute invoke call initiate open trigger boot
stop end finish terminate kill abort cancel halt exit quit shutdown close interrupt cease
wait block sleep pause delay suspend hang
error exception failure fail fault problem raise throw reject wrong invalid crash
allow permit enable accept support let may able can
forbid disallow prevent disable refuse deny reject prohibit restrict block protect
limit maximum max cap bound restrict most quota ceiling upper
minimum min least lower fewest
default standard usual initial implicit predefined builtin automatic unspecified omitted
option flag switch parameter argument setting setup configure configuration keyword
file document path filename
folder directory dir
remember cache memoize store retain keep
forget evict expire invalidate
copy duplicate clone replicate mirror backup
move rename relocate transfer
find search locate lookup look match seek detect discover
compare equal same identical equivalent equality differ match
different distinct unequal differ another
list enumerate show display print view output
count number amount total size length how
order sort sequence rank arrange ordering collation
group combine merge join aggregate collect union concatenate
split divide separate cut break partition delimiter tokenize parse
convert transform translate cast coerce turn change map encode decode serialize
text string str character characters char
letter character upper lower case uppercase lowercase
list array sequence tuple collection vector
dict dictionary mapping map hash object key
number integer int numeric digit
float double decimal real floating
boolean true false flag
null none nil missing absent undefined empty unset
type kind class category sort
function method procedure routine callback hook handler callable subroutine
variable name identifier symbol
thread process worker task job concurrent parallel
child subprocess process spawned
lock mutex synchronize semaphore exclusive
network socket connection connect remote host server client
address ip host url uri
secure security safe trust protect encrypt ssl tls attack attacker vulnerability malicious
password credential secret authenticate login auth
user person people role account
permission privilege right access grant superuser allowed restricted
time date timestamp clock duration seconds timezone zone
early before previous prior preceding former earlier older old
late after following next subsequent later newer recent
first initial beginning start leading front
last final end latest trailing rest
fast quick speed performance efficient cheap benefit cost expensive slow optimize
memory ram heap allocation mmap mapped
big large greater larger huge exceed long more
small little less smaller short tiny fewer lower
always every each all whole entire
never not no without none
sometimes optional optionally maybe
only single one exactly unique sole just
twice two double second both pair multiple several
repeated duplicate again twice multiple repeat
several multiple many more various
change version compatibility deprecated obsolete removed legacy
warn warning notice caution danger risk
why because reason since purpose rationale
example instance sample
test check verify validate assert confirm examine inspect ensure
table relation
row record tuple line entry
column field attribute
index key lookup
cell field value item element
value content data
header heading title
commit transaction change revision changeset
branch ref reference head
merge combine integrate conflict
log history journal trace message
message text description comment note
program command tool executable utility script application binary
library module package import
pattern regex expression regexp re
argument input operand parameter pass given
result return output answer outcome yield give response reply
ignore skip omit exclude drop leave
keep preserve retain maintain remain stay
hide conceal invisible hidden
show display visible reveal
recursive nested recursion depth deep nest inner
parent outer enclosing ancestor
sub child inner nested descendant
link symlink symbolic reference pointer shortcut
decorator decorate wrap wrapper wrapped
immutable frozen readonly constant fixed
instance object
inherit subclass derive extend base
async asynchronous await coroutine promise nonblocking
blocking synchronous wait
pack compress zip deflate shrink compressed archive packed
unpack decompress extract inflate expand
fill pad padding padded
limit timeout expire deadline
notify signal event inform tell alert send
send transmit deliver emit post write
listen receive subscribe accept
exclude ignore except besides
random pick sample draw distribution
average mean typical common frequent
frequent common often most popular
range interval between span
relation correlation coefficient
near nearest distance close neighbour
percent quantile percentile distribution
environment context settings
choose select specify pick decide determine prefer
escape quote quoted literal backslash
literal constant verbatim raw
blank whitespace space trailing
encoding charset unicode utf codec
translate localize locale language message catalog
web http browser page
mail email smtp message
certificate x509 key
abbreviate shorten short abbreviated abbrev hash
hash sha checksum digest id
revision version tree commit
online live running
upgrade migrate migration update
replica standby secondary replication
synchronous acknowledge reply wait commit
garbage gc collect unreachable
crash corrupt corruption damage
loop iterate each foreach iteration traverse walk
condition conditional if branch case
precision accuracy exact precise
graph chart
device hardware
undo revert rollback back restore
prefix start leading
suffix end trailing extension
rest leftover remaining surplus extra past additional unused
dynamic runtime
shape structure format layout schema
first main initial
deprecated avoid obsolete needed old
approximate fuzzy similar edit closest
keepalive ping heartbeat idle
itself self own
progress status percentage done
formerly previously once known
source local origin outgoing
destination target remote
procedure function routine body
break violate violation constraint rule
restart resume continue retry again
compile prepare build
deferred lazy later demand
eager immediately instantly now
cursor iterator pointer
inspect information describe introspect
comment annotation note
plain simple ordinary bare
owner author creator
capacity size room space
attempt try effort
wildcard glob asterisk star
sensitive case-insensitive insensitive
stable guaranteed reliable
experimental unstable beta preview
`;

const RELATED = new Map<string, Set<string>>();
for (const line of GROUPS.trim().split('\n')) {
  const group = line.split(' ').map(stem);
  for (const word of group) {
    const known = RELATED.get(word) ?? new Set<string>();
    for (const other of group) if (other !== word) known.add(other);
    RELATED.set(word, known);
  }
}

/** Stems of words that are used for the same notion. */
export function relatedTo(term: string): ReadonlySet<string> {
  return RELATED.get(term) ?? NONE;
}

const NONE: ReadonlySet<string> = new Set();
