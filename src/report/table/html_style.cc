// The style sheet of HTML reports: light and dark, no fonts and no pictures from elsewhere.
#include <fmt/format.h>

#include "report/html/html_page.h"

namespace kindred::report {

namespace {

constexpr const char kRules[] = R"css(
:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--ink:#1b1f24;--soft:#5b6573;--line:#dfe3e8;--key:#2458c5;--bar:#cfe0fb;--hold:#b4540a;--r0:#d9f2d9;--r1:#dbe7ff;--r2:#fbdcf5;--r3:#fbe6cf;--r4:#d3f1f3;--r5:#ffdddd}
@media (prefers-color-scheme:dark){:root{--page:#14171c;--card:#1d2127;--ink:#e4e7eb;--soft:#9aa4b1;--line:#333a44;--key:#8ab4ff;--bar:#263f6b;--hold:#f2a65a;--r0:#1d3f24;--r1:#22375f;--r2:#4c2446;--r3:#4b3414;--r4:#123f43;--r5:#4f2326}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem;max-width:84rem;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif}
header{margin-bottom:1.5rem}
h1{margin:0;font-size:1.7rem;letter-spacing:-.02em}
header p{margin:.2rem 0 1rem;color:var(--soft);font:13px/1.5 ui-monospace,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
nav a,nav span{display:inline-block;margin:0 .4rem .4rem 0;padding:.2rem .8rem;border:1px solid var(--line);border-radius:1rem;background:var(--card);color:var(--key);text-decoration:none}
nav span{color:var(--soft)}
nav b,h2 small{margin-left:.35rem;color:var(--soft);font-weight:400}
section{margin:0 0 2.2rem}
h2{margin:0 0 .7rem;font-size:1.2rem}
.tiles,.facts{margin:0 0 .7rem;display:grid;gap:.7rem}
.tiles{grid-template-columns:repeat(auto-fill,minmax(11rem,1fr))}
.tiles div{padding:.7rem .9rem;border:1px solid var(--line);border-radius:.6rem;background:var(--card)}
.tiles dt{color:var(--soft);font-size:13px}
.tiles dd{margin:0;font-size:1.2rem;font-variant-numeric:tabular-nums}
.facts{gap:0;border:1px solid var(--line);border-radius:.6rem;background:var(--card);overflow:hidden}
.facts div{display:grid;grid-template-columns:14rem 1fr;gap:1rem;padding:.4rem .9rem;border-top:1px solid var(--line)}
.facts div:first-child{border-top:0}
.facts dt{color:var(--soft)}
.facts dd{margin:0;overflow-wrap:anywhere}
.f,.id{font:13px/1.5 ui-monospace,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere;unicode-bidi:isolate}
.cut{font-size:0}.cut::before{content:"\2026";font-size:13px}
a{color:var(--key);text-decoration:none}
a:hover{text-decoration:underline}
.f small{display:block;color:var(--soft);font:13px/1.4 system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif}
.card{margin:0 0 .7rem;border:1px solid var(--line);border-radius:.6rem;background:var(--card);content-visibility:auto;contain-intrinsic-size:auto 3.2rem}
.card>summary{display:flex;flex-wrap:wrap;gap:.3rem .6rem;align-items:center;padding:.6rem .9rem;cursor:pointer;list-style:none}
.card>summary::before{content:"\25b8";color:var(--soft)}
.card[open]>summary::before{content:"\25be"}
.card>summary .f{flex:1 1 34rem;font-weight:600}
.chip{padding:.05rem .55rem;border:1px solid var(--line);border-radius:.4rem;font-size:13px;font-variant-numeric:tabular-nums;white-space:nowrap}
.chip i{color:var(--soft);font-style:normal}
.chip.id{flex-basis:100%;padding-left:1.2rem;border:0;color:var(--soft);white-space:normal}
.body{padding:0 .9rem .9rem}
.box{overflow-x:auto;border:1px solid var(--line);border-radius:.6rem;background:var(--card)}
.body .box{margin-top:.7rem}
table{width:100%;border-collapse:collapse}
th,td{padding:.32rem .7rem;text-align:left;vertical-align:top;border-top:1px solid var(--line)}
thead th{position:sticky;top:0;border-top:0;background:var(--card);color:var(--soft);font-size:13px;font-weight:600;white-space:nowrap}
td{font-variant-numeric:tabular-nums}
th.n,td.n,th.s,td.s{text-align:right;white-space:nowrap}
td.d,th.d{white-space:nowrap}
td.f{min-width:14rem}
tbody tr:hover{background:var(--page)}
.s[class*=" p"]{background:linear-gradient(to right,var(--bar) var(--p),transparent 0) .2rem .28rem/calc(100% - .4rem) 1.5rem no-repeat}
.chip.s[class*=" p"]{background-position:0 0;background-size:100% 100%}
.note{margin:.6rem 0 0;color:var(--soft)}
figure{margin:.3rem 0 0}
figcaption{color:var(--soft);font-size:13px}
.mx{width:auto}
.mx th{color:var(--ink);font-weight:400;text-align:right;white-space:nowrap}
.mx tbody th{font:12px/1.5 ui-monospace,"DejaVu Sans Mono",monospace;text-align:left;unicode-bidi:isolate}
.mx td{padding:.2rem .45rem;text-align:right;border-left:1px solid var(--line)}
.q{background:color-mix(in srgb,var(--bar) calc(var(--q)*10%),transparent)}
.q0{--q:0}.q1{--q:1}.q2{--q:2}.q3{--q:3}.q4{--q:4}.q5{--q:5}.q6{--q:6}.q7{--q:7}.q8{--q:8}.q9{--q:9}.q10{--q:10}
.graph{display:block;overflow:visible;max-width:100%;height:auto}
.graph circle{fill:var(--key);stroke:var(--card);stroke-width:1.5}
.graph text{fill:var(--ink);font:11px ui-monospace,"DejaVu Sans Mono",monospace}
.graph .l{text-anchor:end}
.graph .m{text-anchor:middle}
.e{fill:none;stroke:var(--soft);stroke-width:1}
.e.in{stroke:var(--hold);fill:var(--hold)}
.e1{opacity:.35}.e2{opacity:.45}.e3{opacity:.6;stroke-width:1.4}.e4{opacity:.75;stroke-width:1.9}.e5{opacity:.9;stroke-width:2.4}
.side{table-layout:fixed;margin-top:.7rem;border:1px solid var(--line);background:var(--card)}
.side .k{width:4rem}
.side td{padding:0 .4rem;border:0;font:12px/1.6 ui-monospace,"DejaVu Sans Mono",monospace;white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate}
.side td.k{color:var(--soft);text-align:right}
.side td:nth-child(3),.side th+th{border-left:1px solid var(--line)}
.side .o{color:var(--soft)}
.side .x{font-style:italic;text-decoration:underline dotted}
.no{margin-right:.3em;padding:0 .3em;border-radius:.3em;color:var(--ink);font-weight:700;text-decoration:none;scroll-margin:30vh}
.no:target{outline:2px solid var(--key)}
.r0{background:var(--r0)}.r1{background:var(--r1)}.r2{background:var(--r2)}.r3{background:var(--r3)}.r4{background:var(--r4)}.r5{background:var(--r5)}
.tools{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:0 0 .6rem;color:var(--soft)}
.body .tools{margin:.7rem 0 -.2rem}
.tools input,.tools select,.tools button{padding:.3rem .6rem;border:1px solid var(--line);border-radius:.4rem;background:var(--card);color:var(--ink);font:inherit}
.tools input{flex:0 1 20rem}
th button{padding:0;border:0;background:none;color:inherit;font:inherit;cursor:pointer}
th[aria-sort=ascending] button::after{content:" \25b4"}
th[aria-sort=descending] button::after{content:" \25be"}
.js .box tbody~tbody,.js .card:nth-of-type(n+201){display:none}
:focus-visible{outline:2px solid var(--key);outline-offset:2px}
@media (max-width:44rem){body{padding:.8rem;font-size:14px}.facts div{grid-template-columns:1fr;gap:0}.tiles{grid-template-columns:repeat(auto-fill,minmax(8rem,1fr));gap:.4rem}.tiles div{padding:.4rem .6rem}.card>summary .f{flex-basis:80%}.body{padding:0 .5rem .6rem}th,td{padding:.25rem .45rem}td.f{min-width:11rem}.tools input{flex:1 1 9rem;min-width:0}.side .k{width:2.3rem;font-size:10px}.side td{padding:0 .2rem;font-size:11px}}
@media print{body{max-width:none;background:#fff}.tools{display:none}.card,.box{break-inside:avoid}}
)css";

}  // namespace

const std::string& HtmlStyle() {
  static const std::string style = [] {
    std::string rules = kRules;
    // The policy of the page forbids style attributes, so a bar's length is a class.
    for (int percent = 0; percent <= 100; ++percent) rules += fmt::format(".p{0}{{--p:{0}%}}", percent);
    return rules + "\n";
  }();
  return style;
}

}  // namespace kindred::report
