import { html, type Html } from '@retoma/pay/html';
import { exampleEvent, exampleRequest, openApi } from '../public/openapi.ts';
import type { Drawn } from './markdown.ts';
import { schemaSection, type Schema } from './schema-section.ts';

const sections = [
  'CheckoutRequest',
  'Cart',
  'CartItem',
  'Discount',
  'CheckoutCreated',
  'CoherenceWarning',
  'Checkout',
  'CheckoutOrder',
  'StoreEvent',
  'EventData',
  'EventItem',
  'EventTaken',
  'Error',
  'Issue',
  'MetatagList',
  'Metatag',
];

/** The reference of the public API, rendered from the OpenAPI document so that the two cannot differ. */
export function apiReference(baseUrl: string): Drawn {
  const { schemas } = (openApi(baseUrl) as { components: { schemas: Record<string, Schema> } }).components;
  return {
    title: 'API reference',
    headings: [
      { depth: 2, text: 'Create a checkout', anchor: 'create' },
      { depth: 2, text: 'Read it back', anchor: 'read' },
      { depth: 2, text: 'Tell of events', anchor: 'events' },
      { depth: 2, text: 'List metatags', anchor: 'metatags' },
      ...sections.map((name) => ({ depth: 2, text: name, anchor: name })),
    ],
    body: html`<h1>API reference</h1>
      <p>
        Send a cart with one request, get a payment link, send the shopper there. Prices are integers in cents of BRL.
        Every code an answer may hold is in the <a href="/docs/errors">error reference</a>.
      </p>
      ${createSection(baseUrl)} ${readSection(baseUrl)} ${eventsSection(baseUrl)} ${metatagsSection(baseUrl)}
      ${sections.map((name) => schemaSection(name, schemas[name]!))}`,
  };
}

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
      <a href="#CheckoutCreated">CheckoutCreated</a>, or an <a href="/docs/errors">error</a>. Every request creates one
      checkout; send an <code>Idempotency-Key</code> and a repeated request replays the first answer for 24 hours.
    </p>
    <h3>cURL</h3>
    <pre tabindex="0"><code>${curl}</code></pre>
    <h3>A static page</h3>
    <pre tabindex="0"><code>${script}</code></pre>
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
    <pre
      tabindex="0"
    ><code>curl ${baseUrl}/stores/external/checkout/&lt;checkoutId&gt; -H 'x-api-key: &lt;SECRET_KEY&gt;'</code></pre>
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
    <pre tabindex="0"><code>${curl}</code></pre>
  </section>`;
}

const metatagsSection = (baseUrl: string): Html =>
  html`<section id="metatags">
    <h2><span class="verb">GET</span> /automation/metatags?triggerType=&lt;trigger&gt;</h2>
    <p>
      What the messages of an automation may use. Answers <a href="#MetatagList">MetatagList</a>. The definition of an
      automation has a <a href="/automation.schema.json">JSON Schema</a> for completion in your editor.
    </p>
    <pre
      tabindex="0"
    ><code>curl ${baseUrl}/automation/metatags?triggerType=pix.generated -H 'x-api-key: &lt;API_KEY&gt;'</code></pre>
  </section>`;
