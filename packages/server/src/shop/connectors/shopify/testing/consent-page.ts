// The page on which an owner installs an app, and where Shopify sends the browser from it (../README.md).
import { createHmac } from 'node:crypto';
import type { PlatformApp } from '../../connector.ts';

const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);

const permissions: Readonly<Record<string, string>> = {
  read_orders: 'Ver pedidos e checkouts abandonados',
  read_customers: 'Ver clientes',
};

/** The page: a form that installs. Null: the request is not one for consent. */
export function consentHtml(query: URLSearchParams, app: PlatformApp, allowHttp: boolean): string | null {
  const redirect = URL.parse(query.get('redirect_uri') ?? '');
  const scopes = (query.get('scope') ?? '').split(',').filter((scope) => scope !== '');
  if (query.get('client_id') !== app.id || scopes.length === 0 || !redirect) return null;
  if (redirect.protocol !== 'https:' && !allowHttp) return null;
  const inputs = [...query].map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Instalar app</title>
<style>
body { background: #f1f1f1; color: #303030; font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { background: #fff; border-radius: 12px; box-shadow: 0 1px 3px #0002; margin: 48px auto; max-width: 520px; padding: 32px; }
h1 { font-size: 22px; margin: 0 0 16px; }
button { background: #303030; border: 0; border-radius: 8px; color: #fff; cursor: pointer; font: inherit; font-weight: 600; padding: 12px 24px; }
</style>
<main>
<h1>Instalar Retoma</h1>
<p>Este app vai poder:</p>
<ul>${scopes.map((scope) => `<li>${escaped(permissions[scope] ?? scope)}</li>`).join('')}</ul>
<form action="/admin/oauth/install" method="post">${inputs.join('')}<button>Instalar</button></form>
</main></html>`;
}

/** Where the browser is sent with a code. `now`: milliseconds since 1970. */
export function returnAddress(
  query: URLSearchParams,
  code: string,
  shop: string,
  app: PlatformApp,
  now: number,
): string {
  const parameters = {
    code,
    host: Buffer.from(`admin.shopify.com/store/${shop.split('.')[0]}`).toString('base64url'),
    shop,
    state: query.get('state') ?? '',
    timestamp: String(Math.floor(now / 1_000)),
  };
  const signed = new URLSearchParams(parameters).toString().replaceAll('+', '%20');
  const url = new URL(query.get('redirect_uri') ?? '');
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  url.searchParams.set('hmac', createHmac('sha256', app.secret).update(signed).digest('hex'));
  return url.href;
}
