import { html, type Html } from '@retoma/pay/html';
import { z } from 'zod';
import type { PublicEndpoint } from '../../../http/endpoint.ts';
import { publicContract } from '../../../http/public-contract.ts';
import { openApiDocument } from '../document/openapi.ts';
import type { Drawn } from './markdown.ts';
import { schemaSection, type Schema } from './schema-section.ts';

/** The reference of the public API, rendered from its contract and its OpenAPI document. */
export function apiReference(baseUrl: string): Drawn {
  const { schemas } = (openApiDocument(baseUrl) as { components: { schemas: Record<string, Schema> } }).components;
  const endpoints: [string, PublicEndpoint][] = Object.entries(publicContract);
  const sections = Object.entries(schemas);
  return {
    title: 'API reference',
    headings: [
      ...endpoints.map(([name, { summary }]) => ({ depth: 2, text: summary, anchor: name })),
      ...sections.map(([name]) => ({ depth: 2, text: name, anchor: name })),
    ],
    body: html`<h1>API reference</h1>
      <p>
        Send a cart with one request, get a payment link, send the shopper there. Prices are integers in cents of BRL.
        Every endpoint is also below <code>/api</code>. For programs: <a href="/openapi.json">OpenAPI 3.1</a> and a
        <a href="/postman.json">Postman collection</a>. Every code an answer may hold is in the
        <a href="/docs/errors">error reference</a>. <a href="/docs/checkout-integration">Create checkouts</a> says who
        sets the price and how a server signs a cart; <a href="/docs/sites">HTML, Next.js, static sites</a> has pages to
        copy.
      </p>
      ${endpoints.map(([name, endpoint]) => endpointSection(name, endpoint, baseUrl))}
      ${sections.map(([name, schema]) => schemaSection(name, schema))}`,
  };
}

/** An endpoint: what it is for, what it answers, and a call to copy. */
function endpointSection(name: string, endpoint: PublicEndpoint, baseUrl: string): Html {
  const { method, description, answer, statuses } = endpoint;
  const schema = answer.meta()!.id!;
  return html`<section id="${name}">
    <h2><span class="verb">${method}</span> ${addressOf(endpoint)}</h2>
    <p>${description}</p>
    <p>
      Answers <a href="#${schema}">${schema}</a>, or an <a href="/docs/errors">error</a>:
      ${Object.entries(statuses).map(([status, { meaning }]) => html`<b>${status}</b> ${meaning}. `)}
    </p>
    <pre tabindex="0"><code>${curlOf(endpoint, baseUrl)}</code></pre>
  </section>`;
}

/** The path with its parameters and the required ones of its query. */
function addressOf({ path, parameters }: PublicEndpoint): string {
  const query = Object.entries(parameters?.query?.shape ?? {}).filter(
    ([, value]) => !z.safeParse(value, undefined).success,
  );
  const search = query.map(([name]) => `${name}=<${name}>`).join('&');
  return path.replace(/:(\w+)/g, '<$1>') + (search && `?${search}`);
}

function curlOf(endpoint: PublicEndpoint, baseUrl: string): string {
  const { access, body } = endpoint;
  const key = access === 'secret-key' || access === 'event-sender' ? '<SECRET_KEY>' : '<API_KEY>';
  const parts = [`curl '${baseUrl}${addressOf(endpoint)}'`, `-H 'x-api-key: ${key}'`];
  if (body) parts.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(body.example, null, 2)}'`);
  return parts.join(' \\\n  ');
}
