// The anchor sets that come with the program. Made by tools/make_anchor_sets: do not edit.
#include "mark/anchors/anchor_set.h"

namespace kindred::mark {

namespace {

struct Builtin {
  const char* name;
  const char* text;
};

constexpr Builtin kSets[] = {
    {"english", R"set(kindred anchors 1
name english
every 32
\x0a+--
\x20+--
\x20cal
\x20fla
\x20imp
\x20ins
\x20loo
\x20met
\x20par
\x20ret
\x20sta
\x20str
* ``
--+\x0a
.. _
:met
:pep
>`,\x20
Erro
Inst
None
Retu
ame\x20
ampl
arge
aria
ass\x20
ass:
ata:
ated
attr
cati
cept
cess
cons
cont
ctor
d ``
d by
def\x20
e ``
ect\x20
ecti
ects
ence
es a
es t
f:`d
faul
ffse
from
head
hen\x20
her\x20
here
hing
http
id_g
ill\x20
inde
indo
ion:
it!\x20
itio
izat
k<am
lang
line
lity
lock
mber
modu
mpil
nc:`
nclu
ode\x20
ogra
oint
ould
ound
over
pera
ract
rder
read
rese
ress
rint
rmat
s\x0a==
scri
sign
size
spec
ssue
ster
t is
te t
tern
test
thon
tica
umen
uppo
vers
work
you\x20
)set"},
    {"code", R"set(kindred anchors 1
name code
every 33
\x09ret
\x0atem
\x20CON
\x20THE
\x20and
\x20fal
\x20mov
\x20mpl
\x20mut
\x20nam
\x20out
\x20par
\x20pub
\x20reg
\x20sel
\x20sym
\x20tem
\x20tha
\x20whi
", "
# de
#def
() {
())\x0a
(),\x0a
();\x0a
(sel
) ->
) =>
) co
));\x0a
, //
, BO
// T
// `
//!\x20
0, 0
2);\x0a
= 0;
= 0x
>::t
AIL_
Cont
ERRO
EXCE
Erro
FUNC
Kind
LINE
PP_I
Ptr\x20
SIZE
ST_F
ST_S
T_MA
Type
Valu
[0]\x20
_CON
_PAR
_if_
amic
andl
ange
are\x20
arge
ase\x20
atch
byte
call
cess
char
code
comp
cont
ctio
ctor
d);\x0a
e_ty
else
endi
ent\x20
err\x20
exte
faul
ffse
file
form
from
head
heck
http
ield
if (
if l
ifie
ight
impl
inal
ined
int\x20
inte
intl
itio
lean
line
list
loca
lock
lude
me A
me T
mode
nce\x20
ndef
ndex
not\x20
nst&
one,
oper
ppen
push
r);\x0a
rait
ram\x20
reak
sert
span
st::
stat
std:
sult
t32(
tail
ted\x20
tera
test
ther
this
time
true
ture
txt)
uct\x20
uild
uint
umbe
unc\x20
urn;
use\x20
want
yped
)set"},
    {"html", R"set(kindred anchors 1
name html
every 32
\x20-->
\x20</d
\x20<co
\x20<h1
\x20and
\x20cha
\x20dis
\x20htm
\x20odd
\x20src
\x20tha
!--\x20
" al
" co
" id
"><c
"ite
&amp
)" t
)</c
-con
-lan
-top
../"
../j
.</d
/a>)
/tr>
</p>
<td\x20
="bo
="fn
="se
="si
>\x0a<h
>&lt
>&nb
>, <
></c
></h
B%0A
[<sp
a><s
ader
an>(
an>)
an>]
ande
ary\x20
ble\x20
cces
chec
comm
cons
d.ht
e">1
e">2
e">3
e-ta
e.ht
el">
emen
emit
even
f="a
ff2"
fier
his\x20
http
i><a
icon
inde
ing\x20
ing.
init
ink"
inte
ion.
ion<
k or
late
le">
lock
memb
n>\x0a<
n> <
ne">
no">
on i
oper
page
peci
r.ht
rch/
re::
righ
s in
s" h
s"><
s.ht
s</a
s="a
s="n
s="p
s="w
sion
t" h
t" t
t.ht
t>\x0a<
td::
tdoc
tle>
urce
ures
y.ht
)set"},
};

}  // namespace

std::vector<std::string> BuiltinAnchorSets() {
  std::vector<std::string> names;
  for (const Builtin& set : kSets) names.push_back(set.name);
  return names;
}

const char* BuiltinAnchorText(const std::string& name) {
  for (const Builtin& set : kSets) {
    if (name == set.name) return set.text;
  }
  return nullptr;
}

}  // namespace kindred::mark
