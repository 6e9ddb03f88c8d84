/** The look of the reference page: the warm greys and the petrol of the panel. */
export const referenceStyle = `
:root{color-scheme:light;--text:#1C1A17;--muted:#66645F;--line:#DBD9D5;--paper:#FCFAF6;--accent:#00687D}
*{box-sizing:border-box}
body{margin:0;display:grid;grid-template-columns:230px minmax(0,1fr);font:16px/26px system-ui,sans-serif;color:var(--text)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:28px 20px;background:var(--paper);border-right:1px solid var(--line);font-size:14px}
nav strong{display:block;font-size:18px;margin-bottom:12px}
nav a{display:block;padding:2px 0;color:var(--text);text-decoration:none}
nav a:hover{text-decoration:underline}
nav .sub{padding-left:14px;color:var(--muted)}
main{padding:36px 44px;max-width:1060px}
h1{font-size:30px;line-height:38px;margin:0 0 8px}
h2{font-size:21px;margin:44px 0 8px;padding-top:12px;overflow-wrap:anywhere}
h3{font-size:16px;margin:28px 0 6px;padding-top:8px}
a{color:var(--accent)}
code,pre{font:14px/21px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}
pre{background:#1C1A17;color:#F6F4F0;padding:16px;border-radius:10px;overflow:auto}
p code,td code,li code{overflow-wrap:anywhere}
.verb{font:600 13px/1 ui-monospace,monospace;color:#fff;background:var(--accent);padding:4px 8px;border-radius:6px;vertical-align:2px}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:14px;line-height:21px}
th,td{text-align:left;vertical-align:top;padding:7px 12px 7px 0;border-bottom:1px solid var(--line)}
th{font-weight:600;color:var(--muted)}
.must{margin-left:8px;font-size:12px;color:#8A5A00}
.limits{color:var(--muted)}
@media(max-width:760px){body{display:block}nav{position:static;height:auto}main{padding:20px}}
`;
