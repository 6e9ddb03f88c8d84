// Random requests to every operation of the OpenAPI document: each response must be one that the document declares.
import { longPropertyRuns } from '../../../../../flow/src/testing/long-property.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PublicEndpoint } from '../../../http/endpoint.ts';
import { publicContract } from '../../../http/public-contract.ts';
import { smallCart, startTestService, type TestService } from '../../../testing/test-service.ts';
import { openApiDocument } from './openapi.ts';
import { DocumentChecks } from './testing/document-checks.ts';
import { KnownIds } from './testing/known-ids.ts';
import type { Operation, Parameter, PublishedDocument } from './published.ts';
import { Choices, randomJson } from './testing/random-json.ts';

const document = openApiDocument('https://pay.loja.example') as unknown as PublishedDocument & Record<string, unknown>;
const checks = new DocumentChecks(document);
const { schemas, headers: publishedHeaders } = document.components;

const known = new KnownIds();

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_PER_SECOND: '100000', RATE_LIMIT_BURST: '1000000' });
  // Its time may be advanced (TST6).
  await service.context.db.query('update stores set demo = true');
  service.context.directory.forget(service.storeId);
  const url = 'https://erp.loja.example/retoma';
  for (let count = 0; count < 2; count++) known.collect('/', await send('webhooks', { url }));
  const [webhookId, removedId] = known.of('webhookId');
  subjects['deleteWebhook'] = { webhookId: removedId! };
  const { messageId } = await send(`webhooks/${webhookId}/test`, { type: 'ping' });
  const { checkoutId } = (await (await service.post(smallCart)).json()) as { checkoutId: string };
  known.collect('/', { checkoutId, messageId });
  subjects['updateCheckout'] = (await (await service.post(smallCart)).json()) as { checkoutId: string };
  for (const orderId of ['waiting-read', 'waiting-paid', 'waiting-cancelled']) await reportOrder(orderId, 'waiting');
  await reportOrder('paid-refunded', 'paid');
});
afterAll(() => service.stop());

/** What a right request of an operation names in its path, where not any known ID will do. */
const subjects: Record<string, Readonly<Record<string, string>>> = {
  readOrder: { orderId: 'waiting-read' },
  trackOrder: { orderId: 'waiting-read' },
  markOrderPaid: { orderId: 'waiting-paid' },
  cancelOrder: { orderId: 'waiting-cancelled' },
  refundOrder: { orderId: 'paid-refunded' },
};

/** What a right request sends if the order or the webhook above does not fit the example of the document. */
const bodies: Readonly<Record<string, unknown>> = {
  refundOrder: { alreadyReturned: true },
};

/** Sends a request that must succeed, with the secret key. */
async function send(path: string, body: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(`${service.baseUrl}/stores/external/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': service.secretKey },
    body: JSON.stringify(body),
  });
  const result = (await answer.json()) as Record<string, unknown>;
  expect([path, answer.ok, result]).toEqual([path, true, result]);
  return result;
}

/** Reports an order of the store's own system. */
async function reportOrder(id: string, status: 'waiting' | 'paid'): Promise<void> {
  const order = { id, number: id, status, payment_method: 'pix', total: 18_990 };
  const payment = { pix: { payload: '00020126…6304ABCD' } };
  const data = { order, payment, customer: { name: 'Ana Souza', email: 'ana@example.com' } };
  const type = status === 'paid' ? 'payment.confirmed' : 'pix.generated';
  await send('events', { id: `evt-${id}`, type, occurred_at: '2026-03-12T17:05:00Z', data });
}

type Target = { path: string; method: string; operation: Operation; endpoint: PublicEndpoint };
const targets: Target[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method,
    operation,
    endpoint: publicContract[operation.operationId as keyof typeof publicContract],
  })),
);

const giveUp = `update webhook_messages set state = 'failed', next_attempt_at = null, settled_at = now() where state = 'pending'`;

type Sent = { method: string; headers: Record<string, string>; body?: string };

/** What is sent: mostly right, so that handlers are reached, and now and then wrong in one place. */
function requestTo({ path, method, operation, endpoint }: Target, choices: Choices): [string, Sent] {
  const faults = choices.pick([0, 0, 0.05, 0.3]);
  const value = ({ schema }: Parameter): string => {
    const made = randomJson(schemas, schema, choices, faults);
    return typeof made === 'string' ? made : JSON.stringify(made);
  };
  const named = operation.parameters.filter(({ $ref }) => $ref === undefined);
  const inPath = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const ids = known.of(name);
    if (ids.length > 0 && !choices.chance(faults)) return encodeURIComponent(choices.pick(ids));
    return choices.pick(['01a1fe5c-f845-7707-aa7c-8133869df714', 'x', '%zz', '%ff', '..%2f', '%00', 'a'.repeat(400)]);
  });
  const search = new URLSearchParams(
    named
      .filter(({ in: place, required }) => place === 'query' && (required || choices.chance(0.3)))
      .map((one) => [one.name, value(one)]),
  );
  const sentHeaders: Record<string, string> = {};
  for (const one of named) {
    if (one.in !== 'header' || !choices.chance(0.1)) continue;
    sentHeaders[one.name] = value(one)
      .replace(/[^\x20-\x7e]/g, '?')
      .trim();
  }
  const right = endpoint.access === 'checkout-key' ? service.checkoutKey : service.secretKey;
  const key = choices.chance(0.92) ? right : choices.pick([service.checkoutKey, service.secretKey, 'rtm_live_x', '']);
  if (key !== '') sentHeaders['x-api-key'] = key;
  const content = operation.requestBody?.content?.['application/json'];
  if (content) sentHeaders['content-type'] = choices.chance(0.97) ? 'application/json' : 'text/plain';
  const json = (): string =>
    JSON.stringify(choices.chance(0.2) ? content!.example : randomJson(schemas, content!.schema, choices, faults));
  const body =
    content && (choices.chance(0.97) ? (json() ?? '') : choices.pick(['', '{', '[]', 'null', '\ufeff{}', '{"a":1}x']));
  const other = choices.chance(0.03) ? choices.pick(['PUT', 'PATCH']) : method.toUpperCase();
  const prefix = choices.pick(['', '/api']);
  return [
    `${prefix}${inPath}${search.size > 0 ? `?${search}` : ''}`,
    { method: other, headers: sentHeaders, ...(body !== undefined && { body }) },
  ];
}

/** What is wrong with a response, in words; empty if the document declares it. */
async function problemsOf({ path, method, operation, endpoint }: Target, answer: Response): Promise<string[]> {
  const { status } = answer;
  const declared = operation.responses[status];
  const text = await answer.text();
  if (!declared) return [`status ${status} is not declared: ${text.slice(0, 300)}`];
  if (status >= 500) return [`status ${status}`];
  const body: unknown = JSON.parse(text);
  if (answer.ok) known.collect(path, body);
  const place = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema'];
  const undeclared =
    answer.ok && !isSame(endpoint.answer.safeParse(body).data, body) ? ['members that are not declared'] : [];
  return [
    ...checks.violations(place, body),
    ...undeclared,
    ...headerProblems(declared.headers ?? {}, answer.headers),
  ].map((problem) => `${status}: ${problem}: ${text.slice(0, 300)}`);
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Headers of the document that a response has without a declaration, lacks, or has with another value. */
function headerProblems(declared: object, sent: Headers): string[] {
  return Object.entries(publishedHeaders).flatMap(([name, { required, schema }]) => {
    const value = sent.get(name);
    if (!Object.hasOwn(declared, name)) return value === null ? [] : [`${name} is not declared`];
    if (value === null) return required ? [`${name} is missing`] : [];
    const typed = schema['type'] === 'integer' ? Number(value) : value;
    return checks.violations(['components', 'headers', name, 'schema'], typed).map((problem) => `${name} ${problem}`);
  });
}

/** The smallest right request of an operation, which succeeds. */
function rightRequestTo({ path, method, operation, endpoint }: Target): [string, Sent] {
  const { operationId, requestBody } = operation;
  const inPath = path.replace(/\{(\w+)\}/g, (_, name: string) => subjects[operationId]?.[name] ?? known.of(name)[0]!);
  const query = operation.parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name, schema }): [string, string] => [name, String(randomJson(schemas, schema, new Choices(1), 0))]);
  const content = requestBody?.content?.['application/json'];
  return [
    `${inPath}?${new URLSearchParams(query)}`,
    {
      method: method.toUpperCase(),
      headers: {
        'x-api-key': endpoint.access === 'checkout-key' ? service.checkoutKey : service.secretKey,
        ...(content && { 'content-type': 'application/json' }),
      },
      ...(content && { body: JSON.stringify(bodies[operationId] ?? content.example) }),
    },
  ];
}

/** Sends a request; what is wrong with its response, in words. */
async function problemsAfter(target: Target, [url, init]: [string, Sent], mustSucceed: boolean) {
  // Nothing delivers webhooks here; a message that waits is not sent again.
  if (target.operation.operationId === 'replayWebhookMessage') await service.context.db.query(giveUp);
  const answer = await fetch(service.baseUrl + url, init);
  const refused = mustSucceed && !answer.ok ? [`refused: ${await answer.clone().text()}`] : [];
  return [...refused, ...(await problemsOf(target, answer))].map(
    (problem) => `${init.method} ${url} ${(init.body ?? '').slice(0, 300)} → ${problem}`,
  );
}

test.each(targets.map((target): [string, Target] => [target.operation.operationId, target]))(
  '[API24] a right request of %s succeeds, as the document declares',
  async (_, target) => {
    expect(await problemsAfter(target, rightRequestTo(target), true)).toEqual([]);
  },
);

/** The choices of an operation are its own, so that a new operation changes no other's requests. */
const seedOf = (operationId: string): number =>
  Buffer.from(operationId).reduce((seed, byte) => Math.imul(seed, 31) + byte, 51);
const choices = targets.map(({ operation }) => new Choices(seedOf(operation.operationId)));
const parts = 5;
const rounds = Math.ceil(longPropertyRuns(150) / parts);

// In parts, so that each has its own time limit on a slow machine.
test.each(Array.from({ length: parts }, (_, part) => part + 1))(
  `[API24] every response to any request is one that the document declares, part %i of ${parts}`,
  async (part) => {
    const problems: string[] = [];
    for (let round = 0; round < rounds; round++) {
      // Orders end soon under random requests: each round has two that are new.
      const [waiting, paid] = [`waiting-${part}-${round}`, `paid-${part}-${round}`];
      await reportOrder(waiting, 'waiting');
      await reportOrder(paid, 'paid');
      known.renew('orderId', [waiting, paid]);
      // So do checkouts.
      const { checkoutId } = (await (await service.post(smallCart)).json()) as { checkoutId: string };
      known.renew('checkoutId', [checkoutId]);
      for (const [index, target] of targets.entries()) {
        // What was deleted has nothing left to try: deletions come last.
        if (target.method === 'delete' && (part < parts || round < rounds / 2)) continue;
        problems.push(...(await problemsAfter(target, requestTo(target, choices[index]!), false)));
      }
    }
    expect(problems.slice(0, 20)).toEqual([]);
  },
);
