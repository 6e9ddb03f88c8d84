/** The style sheet of the documentation: the panel's greys and petrol, in a light and a dark scheme. */
export const siteStyle = `
:root{color-scheme:light dark;--text:#1C1A17;--muted:#5F5D58;--line:#DBD9D5;--page:#fff;--paper:#FCFAF6;--accent:#00687D;--must:#8A5A00}
@media(prefers-color-scheme:dark){:root{--text:#EFEDE8;--muted:#B0ADA6;--line:#3A3835;--page:#181715;--paper:#201F1C;--accent:#6CCBDD;--must:#E3B25C}}
*{box-sizing:border-box}
html{scroll-padding-top:16px}
body{margin:0;display:grid;grid-template-columns:250px minmax(0,1fr) 220px;font:16px/26px system-ui,sans-serif;color:var(--text);background:var(--page)}
.skip{position:absolute;left:-999px;top:8px;background:var(--page);padding:8px 12px}
.skip:focus{left:8px}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:24px 20px;background:var(--paper);border-right:1px solid var(--line);font-size:14px;line-height:20px}
nav .home{font-size:20px;font-weight:700;padding:0 8px 4px}
nav h2{margin:20px 0 4px;padding:0 8px;border:0;font-size:12px;line-height:16px;letter-spacing:.02em;color:var(--muted)}
nav a,aside a{display:block;padding:4px 8px;border-radius:6px;color:var(--text);text-decoration:none}
nav a:hover,aside a:hover{text-decoration:underline}
nav a[aria-current]{background:var(--accent);color:var(--page);font-weight:600}
aside{position:sticky;top:0;height:100vh;overflow:auto;padding:44px 16px 24px 0;font-size:13px;line-height:18px}
aside a{color:var(--muted)}
main{padding:36px 44px 80px;max-width:1000px;min-width:0}
main:focus{outline:0}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
h1{font-size:32px;line-height:40px;margin:0 0 12px;letter-spacing:-.01em}
h2{font-size:22px;line-height:30px;margin:44px 0 8px;padding-top:14px;border-top:1px solid var(--line);overflow-wrap:anywhere}
h2 small{font-weight:400;font-size:15px;color:var(--muted)}
h3{font-size:17px;line-height:26px;margin:28px 0 6px}
a{color:var(--accent)}
img{max-width:100%;height:auto;border:1px solid var(--line);border-radius:10px;display:block;margin:12px 0}
code,pre{font:14px/21px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}
:not(pre)>code{background:var(--paper);border:1px solid var(--line);border-radius:5px;padding:1px 4px;font-size:13px}
pre{background:#1C1A17;color:#F6F4F0;padding:16px;border-radius:10px;overflow:auto}
p code,td code,li code{overflow-wrap:anywhere}
td:first-child code{white-space:nowrap}
blockquote{margin:16px 0;padding:2px 16px;border-left:3px solid var(--accent)}
.verb{font:600 13px/1 ui-monospace,monospace;color:var(--page);background:var(--accent);padding:4px 8px;border-radius:6px;vertical-align:2px}
.wide{overflow-x:auto;margin:12px 0}
table{border-collapse:collapse;width:100%;font-size:14px;line-height:21px}
th,td{text-align:left;vertical-align:top;padding:7px 14px 7px 0;border-bottom:1px solid var(--line)}
th{font-weight:600;color:var(--muted)}
td:first-child code{white-space:nowrap}
.must{margin-left:8px;font-size:12px;color:var(--must)}
.limits{color:var(--muted)}
@media(max-width:1180px){body{grid-template-columns:250px minmax(0,1fr)}aside{display:none}}
@media(max-width:760px){body{display:block}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line)}main{padding:24px 20px 60px}}
`;
