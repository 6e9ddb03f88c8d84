import { createHash } from 'node:crypto';
import { issueCodes, warningCodes } from '@retoma/commerce';
import { html, trusted, type Html } from '@retoma/pay/html';
import { allErrorCodes, exampleEvent, exampleRequest, openApi } from './openapi.ts';
import { referenceStyle } from './reference-style.ts';

type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  [limit: string]: unknown;
};

/** The page may run nothing and load nothing; its one style block is known by its hash. */
export const referencePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(referenceStyle).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The reference that people read, drawn from the OpenAPI document so that the two cannot differ. */
export function referencePage(baseUrl: string): string {
  const document = openApi(baseUrl) as { components: { schemas: Record<string, Schema> } };
  const { schemas } = document.components;
  const shown = [
    'CheckoutRequest',
    'Cart',
    'CartItem',
    'Discount',
    'CheckoutCreated',
    'CoherenceWarning',
    'Checkout',
    'StoreEvent',
    'EventData',
    'EventItem',
    'EventTaken',
    'Error',
    'Issue',
    'MetatagList',
    'Metatag',
  ];
  return String(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>Retoma · API reference</title>
          ${styleBlock}
        </head>
        <body>
          <nav aria-label="Contents">
            <strong>Retoma</strong>
            <a href="#create">Create a checkout</a><a href="#read">Read it back</a><a href="#events">Tell of events</a>
            <a href="#metatags">List metatags</a>
            ${shown.map((name) => html`<a class="sub" href="#${name}">${name}</a>`)}
            <a href="#errors">Errors</a><a href="#issues">Violations</a><a href="#warnings">Warnings</a>
            <a href="/openapi.json">OpenAPI 3.1</a>
          </nav>
          <main>
            <h1>Checkout API</h1>
            <p>
              Send a cart with one request, get a payment link, send the shopper there. Prices are integers in cents of
              BRL.
            </p>
            ${createSection(baseUrl)} ${readSection(baseUrl)} ${eventsSection(baseUrl)} ${metatagsSection(baseUrl)}
            ${shown.map((name) => schemaSection(name, schemas[name]!))} ${codeSections()}
          </main>
        </body>
      </html>`,
  );
}

/** Exactly the text whose hash the policy names: no white space may come in between. */
const styleBlock = trusted(`<style>${referenceStyle}</style>`);

function createSection(baseUrl: string): Html {
  const curl = `curl ${baseUrl}/stores/external/checkout \\
  -H 'Content-Type: application/json' \\
  -H 'x-api-key: <API_KEY>' \\
  -d '${JSON.stringify(exampleRequest, null, 2)}'`;
  const script = `<script type="module">
  import { Retoma } from '${baseUrl}/client.js';
  const retoma = new Retoma({ baseUrl: '${baseUrl}', apiKey: '<API_KEY>' });
  const { checkoutUrl } = await retoma.createCheckout({ items: [/* … */] });
  location.href = checkoutUrl;
</script>`;
  return html`<section id="create">
    <h2><span class="verb">POST</span> /stores/external/checkout</h2>
    <p>
      Also at <code>/api/stores/external/checkout</code>: the same handler. Answers <b>201</b> with
      <a href="#CheckoutCreated">CheckoutCreated</a>, or an <a href="#errors">error</a>. Every request creates one
      checkout; send an <code>Idempotency-Key</code> and a repeated request replays the first answer for 24 hours.
    </p>
    <h3>cURL</h3>
    <pre><code>${curl}</code></pre>
    <h3>A static page</h3>
    <pre><code>${script}</code></pre>
    <h3>Who sets the price</h3>
    <p>
      Prices come from the client, and a key in a page can be read by anyone. Where that matters, let your server sign
      the exact body it sends:
      <code>x-cart-signature: sha256=&lt;hex HMAC-SHA-256 of the raw body under the secret key&gt;</code>, and switch on
      “only signed carts” for the store.
    </p>
  </section>`;
}

const readSection = (baseUrl: string): Html =>
  html`<section id="read">
    <h2><span class="verb">GET</span> /stores/external/checkout/&lt;checkoutId&gt;</h2>
    <p>
      With the secret key, from your server only: answers <a href="#Checkout">Checkout</a>. Ask here before you ship; a
      page that the shopper opens proves nothing.
    </p>
    <pre><code>curl ${baseUrl}/stores/external/checkout/&lt;checkoutId&gt; -H 'x-api-key: &lt;SECRET_KEY&gt;'</code></pre>
  </section>`;

function eventsSection(baseUrl: string): Html {
  const curl = `curl ${baseUrl}/stores/external/events \\
  -H 'Content-Type: application/json' \\
  -H 'x-api-key: <SECRET_KEY>' \\
  -d '${JSON.stringify(exampleEvent, null, 2)}'`;
  return html`<section id="events">
    <h2><span class="verb">POST</span> /stores/external/events</h2>
    <p>
      With the secret key, from your server only: what happened in your own system. Takes a
      <a href="#StoreEvent">StoreEvent</a> and answers <b>202</b> with <a href="#EventTaken">EventTaken</a>, or
      <b>200</b> where the event had been taken before. Send it again until it is answered. Instead of the key a body
      may be signed as in Standard Webhooks.
    </p>
    <pre><code>${curl}</code></pre>
  </section>`;
}

const metatagsSection = (baseUrl: string): Html =>
  html`<section id="metatags">
    <h2><span class="verb">GET</span> /automation/metatags?triggerType=&lt;trigger&gt;</h2>
    <p>
      What the messages of an automation may use. Answers <a href="#MetatagList">MetatagList</a>. The definition of an
      automation has a <a href="/automation.schema.json">JSON Schema</a> for completion in your editor.
    </p>
    <pre><code>curl ${baseUrl}/automation/metatags?triggerType=pix.generated -H 'x-api-key: &lt;API_KEY&gt;'</code></pre>
  </section>`;

function schemaSection(name: string, schema: Schema): Html {
  const rows = Object.entries(schema.properties ?? {}).map(
    ([member, of]) =>
      html`<tr>
        <td>
          <code>${member}</code>${schema.required?.includes(member) ? html`<span class="must">required</span>` : ''}
        </td>
        <td>${typeOf(of)}</td>
        <td>${of.description ?? ''} ${limitsOf(of)}</td>
      </tr>`,
  );
  return html`<section id="${name}">
    <h3>${name}</h3>
    <div class="wide">
      <table>
        <tr>
          <th>Member</th>
          <th>Type</th>
          <th>Meaning</th>
        </tr>
        ${rows}
      </table>
    </div>
  </section>`;
}

function typeOf(schema: Schema): Html | string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!;
    return html`<a href="#${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum)
    return schema.enum.length > 6 ? 'a code' : schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.type === 'array') return html`list of ${schema.items ? typeOf(schema.items) : 'values'}`;
  if (schema.properties) return html`{ ${Object.keys(schema.properties).join(', ')} }`;
  return [schema.type ?? 'any'].flat().join(' | ');
}

const limitWords: Record<string, string> = {
  minLength: 'at least # characters',
  maxLength: 'at most # characters',
  minimum: 'at least #',
  maximum: 'at most #',
  minItems: 'at least # entries',
  maxItems: 'at most # entries',
  default: 'default #',
};

function limitsOf(schema: Schema): Html | string {
  const words = Object.entries(limitWords)
    .filter(([limit]) => schema[limit] !== undefined && schema[limit] !== Number.MAX_SAFE_INTEGER)
    .map(([limit, words]) => words.replace('#', String(schema[limit])));
  return words.length > 0 ? html`<span class="limits">${words.join(', ')}</span>` : '';
}

function codeSections(): Html {
  const errors = Object.entries(allErrorCodes).map(([code, { status, en, 'pt-BR': pt }]) => [
    String(status),
    code,
    en,
    pt,
  ]);
  const issues = Object.entries(issueCodes).map(([code, { en, 'pt-BR': pt }]) => [code, en, pt]);
  const warnings = Object.entries(warningCodes).map(([code, { en, 'pt-BR': pt }]) => [code, en, pt]);
  return html`${codeTable('errors', 'Errors', ['HTTP', 'error.code', 'Meaning', 'Em português'], errors)}
  ${codeTable('issues', 'Violations in error.details.issues', ['code', 'Message', 'Em português'], issues)}
  ${codeTable('warnings', 'Coherence warnings of a 201', ['code', 'Meaning', 'Em português'], warnings)}`;
}

const codeTable = (id: string, title: string, heads: string[], rows: string[][]): Html =>
  html`<section id="${id}">
    <h2>${title}</h2>
    <div class="wide">
      <table>
        <tr>
          ${heads.map((head) => html`<th>${head}</th>`)}
        </tr>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell) => html`<td>${/^[A-Z_]{4,}$|^[a-z_]+$/.test(cell) ? html`<code>${cell}</code>` : cell}</td>`)}
            </tr>`,
        )}
      </table>
    </div>
  </section>`;
