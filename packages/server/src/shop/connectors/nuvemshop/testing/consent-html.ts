const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark]!);

/** The page on which the owner lets the app read the shop. */
export const formHtml = (scope: string, state: string): string => `<!doctype html>
<html lang="pt-BR">
  <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Nuvemshop</title></head>
  <body>
    <h1>Instalar o aplicativo na Loja Nuvem</h1>
    <p>Ele poderá: ${escaped(scope)}</p>
    <form method="post"><input type="hidden" name="state" value="${escaped(state)}"><button>Aceitar e começar a usar</button></form>
  </body>
</html>`;
