// The page on which an owner lets an app use the shop's API, as WC_Auth and its template make it (../README.md). The owner is signed in.

/** The five parameters of a request for consent; a text: the message of the restError. */
export function readConsent(query: URLSearchParams, allowHttp: boolean): ConsentRequest | string {
  const [appName, userId, returnUrl, callbackUrl, scope] = [
    'app_name',
    'user_id',
    'return_url',
    'callback_url',
    'scope',
  ].map((name) => query.get(name) ?? '');
  if (!appName || !userId || !returnUrl || !callbackUrl || !scope) return 'Missing parameter';
  if (!['read', 'write', 'read_write'].includes(scope)) return `Invalid scope ${scope}`;
  if (!URL.canParse(returnUrl) || !URL.canParse(callbackUrl)) return 'The callback_url is not a valid URL';
  if (!allowHttp && !/^https:\/\//i.test(callbackUrl)) return 'The callback_url needs to be over SSL';
  return { appName, userId, returnUrl, callbackUrl, scope };
}

/** A checked request for consent. */
export type ConsentRequest = {
  readonly appName: string;
  readonly userId: string;
  readonly returnUrl: string;
  readonly callbackUrl: string;
  readonly scope: string;
};

/** The address that the owner's browser is sent to. */
export function returnAddress({ returnUrl, userId }: ConsentRequest, success: 0 | 1): string {
  const url = new URL(returnUrl);
  url.searchParams.set('success', String(success));
  url.searchParams.set('user_id', userId);
  return url.href;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);

const permissions: Readonly<Record<string, readonly string[]>> = {
  read: ['Ver clientes', 'Ver pedidos e relatórios de vendas', 'Ver produtos'],
  write: ['Criar webhooks', 'Criar clientes', 'Criar pedidos'],
  read_write: [
    'Criar webhooks',
    'Ver e gerenciar cupons',
    'Ver e gerenciar clientes',
    'Ver e gerenciar pedidos e relatórios de vendas',
    'Ver e gerenciar produtos',
  ],
};

/** The page: a form that agrees, and a link that does not. */
export function consentHtml(request: ConsentRequest, nonce: string): string {
  const { appName, userId, returnUrl, callbackUrl, scope } = request;
  const fields = {
    app_name: appName,
    user_id: userId,
    return_url: returnUrl,
    callback_url: callbackUrl,
    scope,
    wc_auth_nonce: nonce,
  };
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  );
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Autorização do aplicativo</title>
<style>
body { background: #f6f6f6; color: #2c3338; font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { background: #fff; border-radius: 4px; box-shadow: 0 1px 3px #0002; margin: 48px auto; max-width: 520px; padding: 32px; }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 16px; }
p.actions { display: flex; gap: 12px; margin: 24px 0 0; }
button, a { border-radius: 4px; font: inherit; font-weight: 600; padding: 12px 24px; text-decoration: none; }
button { background: #720eec; border: 0; color: #fff; cursor: pointer; }
a { background: #f0f0f0; color: #2c3338; }
</style>
<main>
<h1>${escaped(appName)} gostaria de se conectar à sua loja</h1>
<p>Isto dará a <strong>${escaped(appName)}</strong> acesso para:</p>
<ul>${permissions[scope]!.map((text) => `<li>${text}</li>`).join('')}</ul>
<p>Conectado como <strong>Marina</strong></p>
<form action="/wc-auth/v1/access_granted">${inputs.join('')}
<p class="actions"><button>Aprovar</button><a href="${escaped(returnAddress(request, 0))}">Negar</a></p>
</form>
</main></html>`;
}
