import { checkStoreEvent, checkCheckoutRequest, eventTypes, webhookEvents } from '@retoma/commerce';
import { describe, expect, test } from 'vitest';
import { openApiDocument } from './openapi.ts';
import { DocumentChecks } from './testing/document-checks.ts';
import type { Operation, PublishedDocument } from './published.ts';

const document = openApiDocument('https://pay.loja.example') as unknown as PublishedDocument & Record<string, unknown>;
const checks = new DocumentChecks(document);
const schemaOf = (name: string): string[] => ['components', 'schemas', name];

const operations: [string, string[], Operation][] = [
  ...Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string[], Operation] => [
      operation.operationId,
      ['paths', path, method],
      operation,
    ]),
  ),
  ...Object.entries(document.webhooks).map(([name, { post }]): [string, string[], Operation] => [
    post.operationId,
    ['webhooks', name, 'post'],
    post,
  ]),
];

describe.each(operations)('[API21] %s', (_, place, { requestBody, responses }) => {
  test('has examples of its request and of each response with a body, which their schemas accept', () => {
    const contents: [string[], NonNullable<typeof requestBody>][] = [
      ...(requestBody ? [[['requestBody'], requestBody] as [string[], typeof requestBody]] : []),
      ...Object.entries(responses).map(([status, response]): [string[], typeof response] => [
        ['responses', status],
        response,
      ]),
    ];
    for (const [inner, { content }] of contents) {
      if (!content) continue;
      const { example, examples = {} } = content['application/json'];
      const referred = Object.keys(examples).map((name) => document.components.examples[name]!.value);
      const values = example === undefined ? referred : [example, ...referred];
      expect([inner, values.length > 0]).toEqual([inner, true]);
      for (const value of values) {
        const schema = [...place, ...inner, 'content', 'application/json', 'schema'];
        expect([inner, checks.violations(schema, value)]).toEqual([inner, []]);
      }
    }
  });
});

test('[API20] formats are standard ones, and no optional member has a default, which generators read as required', () => {
  const text = JSON.stringify(document);
  const found = new Set([...text.matchAll(/"format":"([^"]+)"/g)].map((match) => match[1]!));
  expect([...found].toSorted((one, other) => one.localeCompare(other))).toEqual(['date-time', 'uri', 'uuid']);
  expect(text).not.toMatch(/"default":(?!\{"description")/);
});

test('[API20] the headers of each status are declared', () => {
  const { responses } = document.paths['/stores/external/checkout']!['post']!;
  const headersOf = (status: number): string[] => Object.keys(responses[status]!.headers!);
  const limited = ['x-request-id', 'RateLimit', 'RateLimit-Policy'];
  expect(headersOf(201)).toEqual([...limited, 'Idempotency-Replayed']);
  expect(headersOf(429)).toEqual([...limited, 'Retry-After']);
  expect(headersOf(405)).toEqual(['x-request-id', 'Allow']);
  expect(headersOf(415)).toEqual([...limited, 'Accept-Encoding']);
  expect(Object.keys(responses).map(Number)).toEqual(
    expect.arrayContaining([400, 401, 403, 404, 405, 408, 413, 415, 422, 429, 431, 500]),
  );
});

test('[API22] the published shape of an event says what each type requires, as the check does', () => {
  const base = { id: 'evt_1', occurred_at: '2026-03-12T17:05:00Z' };
  const datas = [
    {},
    { order: { id: '1' } },
    { order: null },
    { order: { id: '1' }, payment: { pix: { payload: '000201' } } },
    { order: { id: '1' }, payment: { pix: { payload: ' ' } } },
    { order: { id: '1' }, payment: { boleto: { url: 'https://banco.example/1' } } },
    { order: { id: '1' }, tracking: { code: 'AA1' } },
    { lead: { email: 'ana@example.com' } },
    { customer: { phone: '+5511987654321' }, checkout_id: 'c' },
    { customer: { phone: '+5511987654321' }, cart: { total: 1 } },
    { customer: { phone: '' }, cart: null },
    ...Object.values(webhookEvents).map(({ example }) => example),
  ];
  const accepted = new Set<string>();
  for (const type of eventTypes) {
    for (const data of datas) {
      const event = { ...base, type, data };
      const { ok } = checkStoreEvent(event);
      if (ok) accepted.add(type);
      expect([event, checks.violations(schemaOf('StoreEvent'), event).length === 0]).toEqual([event, ok]);
    }
  }
  expect([...accepted].toSorted()).toEqual([...eventTypes].toSorted());
});

test('[API23] every event of the catalogue is a webhook, and ping is one', () => {
  expect(Object.keys(document.webhooks)).toEqual([...Object.keys(webhookEvents), 'ping']);
});

test('[API20] standard formats of a request accept what the check accepts', () => {
  for (const image of [
    'https://a.example/b.png',
    'HTTP://a.example',
    'ftp://a.example',
    '/b.png',
    'javascript:1',
    '',
  ]) {
    const request = { cart: { items: [{ title: 'Camiseta', quantity: 1, unitPrice: 1, image }] } };
    const isValid = checks.violations(schemaOf('CheckoutRequest'), request).length === 0;
    expect([image, isValid]).toEqual([image, checkCheckoutRequest(request).ok]);
  }
});
