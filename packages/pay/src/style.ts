import { createHash } from 'node:crypto';
import { trusted } from './html.ts';

// Colours, type and spacing are those of the panel.
const style = `
:root{--n0:#fcfaf6;--n1:#f6f4f0;--n2:#ebe9e5;--n3:#dbd9d5;--n6:#66645f;--n7:#54524f;--n8:#373532;--n9:#1c1a17;--p6:#007e94;--p7:#00687d;--p8:#005163;--g8:#00572a;--a1:#f5ebe0;--a8:#6a3900;color-scheme:light}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;font:400 16px/24px system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif;color:var(--n9);background:#fff;overflow-wrap:anywhere;-webkit-font-smoothing:antialiased}
h1,h2,p,ul,dl,dd{margin:0;padding:0}
ul{list-style:none}
svg{width:20px;height:20px;flex:none;fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
a{color:var(--p7)}
:focus-visible{outline:2px solid var(--p6);outline-offset:2px}
h1{font-size:22px;line-height:28px;font-weight:600;letter-spacing:-.01em}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.money{font-variant-numeric:tabular-nums;white-space:nowrap}
.store{border-bottom:1px solid var(--n3);background:#fff}
.store>div{display:flex;align-items:center;gap:10px;max-width:1080px;margin:0 auto;padding:12px 16px}
.initial{flex:none;width:32px;height:32px;border-radius:8px;background:var(--p8);color:#fff;display:grid;place-items:center;font-weight:600;font-size:15px}
.name{font-weight:600;font-size:15px;line-height:20px;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
.secure{margin-left:auto;flex:none;display:flex;align-items:center;gap:6px;font-size:13px;line-height:18px;color:var(--n7)}
.secure svg{width:16px;height:16px}
.summary{border-bottom:1px solid var(--n3);background:var(--n0);font-size:15px}
.summary h2{display:none}
summary,.summary h2{align-items:center;gap:8px;font-size:15px;line-height:20px}
summary{display:flex;min-height:48px;padding:12px 16px;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary svg{width:16px;height:16px}
summary b,.summary h2 b{margin-left:auto;font-weight:600}
details[open] summary svg{transform:rotate(180deg)}
.lines{display:none;padding:4px 16px 16px}
details[open]+.lines{display:block}
.lines li{display:grid;grid-template-columns:52px minmax(0,1fr) auto;gap:12px;align-items:center;padding:8px 0}
.picture{width:52px;height:52px;border-radius:8px;background:var(--n2);overflow:hidden}
.picture img{display:block;width:52px;height:52px;object-fit:cover;position:relative}
.picture img::after{content:"";position:absolute;inset:0;background:var(--n2)}
.title,.options{display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden;line-height:20px}
.title{-webkit-line-clamp:4}
.options{-webkit-line-clamp:3;font-size:13px;line-height:18px;color:var(--n6)}
.price{text-align:right;line-height:20px}
.price s{display:block;font-size:13px;line-height:18px;color:var(--n6)}
.totals{border-top:1px solid var(--n3);margin-top:8px;padding-top:12px;display:grid;gap:6px}
.totals div{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:12px}
.totals dd{text-align:right}
.totals .later{color:var(--n6);font-size:14px}
.totals .off{color:var(--g8)}
.totals .total{font-weight:600;font-size:17px}
main{padding:20px 16px 28px}
.lead{color:var(--n7);margin-top:6px}
.notice{display:flex;gap:12px;margin-top:18px;padding:14px;border-radius:10px;background:var(--a1);color:var(--a8);font-size:15px;line-height:22px}
.notice svg{margin-top:1px}
.notice b{font-weight:600}
.seal{width:56px;height:56px;border-radius:50%;display:grid;place-items:center;background:var(--n2);color:var(--n8);margin-bottom:14px}
.seal svg{width:28px;height:28px}
.button{display:flex;min-height:54px;padding:12px 16px;border-radius:10px;background:var(--p7);color:#fff;font-weight:600;font-size:17px;align-items:center;justify-content:center;text-decoration:none;margin-top:18px}
.button:hover{background:var(--p8)}
.contact{margin-top:24px}
.contact h2{font-size:15px;line-height:20px;font-weight:600;margin-bottom:8px}
.contact li{border-top:1px solid var(--n3)}
.contact li:last-child{border-bottom:1px solid var(--n3)}
.contact a{display:flex;align-items:center;gap:10px;min-height:48px;padding:8px 0;color:var(--n9);font-size:15px;line-height:20px;text-decoration:none}
.contact a:hover{color:var(--p7);text-decoration:underline}
.contact svg{color:var(--n7)}
.code{margin-top:18px;font-size:13px;line-height:18px;color:var(--n6)}
footer{padding:18px 16px 28px;font-size:13px;line-height:19px;color:var(--n6);border-top:1px solid var(--n3)}
@media(min-width:900px){
body{background:var(--n1)}
.store>div{padding:14px 24px}
.page{max-width:1080px;margin:0 auto;padding:28px 24px;display:grid;grid-template-columns:minmax(0,1fr) 380px;gap:28px;align-items:start}
.page.single{grid-template-columns:minmax(0,624px);justify-content:center}
main{background:#fff;border:1px solid var(--n3);border-radius:12px;padding:28px 32px 32px}
.summary{order:2;border:1px solid var(--n3);border-radius:12px;background:#fff}
.summary details{display:none}
.summary h2{display:flex;margin:-8px -20px 8px;padding:18px 20px;border-bottom:1px solid var(--n2);font-weight:600}
.lines{display:block;padding:8px 20px 20px}
.button{display:inline-flex;padding:12px 28px}
footer{max-width:1080px;margin:0 auto;border:0;padding:0 24px 32px}
}
@media(min-width:900px) and (min-height:600px){.totals{position:sticky;bottom:0;background:#fff;padding-bottom:20px;margin-bottom:-20px}}
@media print{.lines{display:block}summary svg,.button{display:none}}
`;

/** The style sheet travels inside the page. The policy names its hash, so not a space may stand around it. */
export const styleElement = trusted(`<style>${style}</style>`);

/** Everything a page may do: show itself, its style and pictures, and send its forms back to us. No script at all. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src http: https: data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
