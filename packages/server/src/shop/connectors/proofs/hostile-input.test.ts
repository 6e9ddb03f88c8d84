import { checkStoreEvent, orderStatuses } from '@retoma/commerce';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlatformFailure, type PlatformResponse, type Resource } from '../connector.ts';
import { readJson } from '../read-json.ts';
import { placesOf, valueAt, withValueAt } from '../testing/leaves.ts';
import { reportedData, resourceOf, shopOf } from '../testing/read-fixture.ts';
import { testedPlatforms } from '../testing/tested-platforms.ts';

const megabyte = 2 ** 20;
/** Bodies that a parser may fail on, or take long for. */
const hostileBodies: readonly Buffer[] = [
  Buffer.alloc(0),
  Buffer.from('['.repeat(megabyte)),
  Buffer.from('{"a":'.repeat(megabyte / 5)),
  Buffer.from(`${'[{"a":'.repeat(30_000)}1${'}]'.repeat(30_000)}`),
  Buffer.from(`"${String.raw`\"`.repeat(megabyte / 2)}`),
  Buffer.from(`{"id":${'9'.repeat(megabyte)}}`),
  Buffer.from(`{"id":"${'a'.repeat(megabyte)}"}`),
  Buffer.from('{"id":1e999,"total":-0,"x":"\\ud800"}'),
  Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
  Buffer.from('null'),
  Buffer.from('[]'),
  Buffer.from('0'),
  Buffer.from('{"__proto__":{"id":"1"},"constructor":{"prototype":{}}}'),
];

/** Values of another type than the platform documents, numbers as text. */
const wrongValues: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  '-1',
  '1e21',
  '99999999999999999999999.99',
  'NaN',
  '1.234,56',
  'constructor',
  '__proto__',
  '\u0000\ud800',
  '0000-00-00T00:00:00',
  'javascript:alert(1)',
  'x'.repeat(100_000),
  [],
  {},
  [null],
  [[[]]],
  { id: {}, name: [], total: null },
  Array.from({ length: 1_000 }, () => ({})),
];

describe.each(testedPlatforms)('hostile input to $platform', ({ platform, connector, samples }) => {
  const { shop } = samples.secrets;
  const connected = shopOf(samples);
  const topics = [...new Set(samples.deliveries.map(({ topic }) => topic)), '', 'constructor', '__proto__', '../x'];

  /** Translates, and checks that whatever is reported is acceptable and of this shop. */
  function translated(resource: Resource): number {
    const reports = connector.translate(resource, connected);
    for (const report of reports) {
      const word = reportedData(report).order?.status;
      if (word !== undefined) expect(orderStatuses).toContain(word);
      if (report.kind === 'order') continue;
      expect(report.event.id.startsWith(`${platform}:${shop}:`)).toBe(true);
      const checked = checkStoreEvent(report.event);
      expect(checked.ok ? [] : checked.issues).toEqual([]);
    }
    return reports.length;
  }

  test('[CON2] no body and no topic throws', () => {
    for (const body of hostileBodies) {
      for (const topic of topics) {
        const content = connector.contentOf(topic, body, connected);
        if (content && 'resource' in content) translated(content.resource);
        const headers = samples.sign(topic, body, samples.secrets);
        connector.verify({ headers, body }, samples.secrets);
        connector.verify({ headers: {}, body }, samples.secrets);
        connector.shopNamed?.({ headers, body });
      }
    }
  });

  test('[CON2] values of the wrong type and unknown words anywhere give reports that are valid, or none', () => {
    for (const fixture of samples.fixtures) {
      const resource = resourceOf(fixture);
      for (const path of placesOf(resource.json)) {
        for (const value of wrongValues) translated({ ...resource, json: withValueAt(resource.json, path, value) });
      }
    }
  });

  test('[CON2] any JSON gives reports that are valid, or none', () => {
    const kinds = fc.constantFrom<Resource['kind']>('order', 'cart', 'customer', 'tracking');
    fc.assert(
      fc.property(kinds, fc.json(), (kind, text) => void translated({ kind, json: readJson(Buffer.from(text)) })),
      { numRuns: 200 },
    );
  });

  test('[CON2] fields without a value leave the event out, not the others', () => {
    fc.assert(
      fc.property(fc.constantFrom(...samples.fixtures), fc.infiniteStream(fc.nat(9)), (fixture, drawn) => {
        const resource = resourceOf(fixture);
        const json = placesOf(resource.json)
          .filter(
            (path) => path.length > 0 && typeof valueAt(resource.json, path) === 'string' && drawn.next().value === 0,
          )
          .reduce((before, path) => withValueAt(before, path, null), resource.json);
        translated({ ...resource, json });
      }),
      { numRuns: 200 },
    );
  });

  test('[CON1] a body that names two shops changes neither', () => {
    for (const { topic, body, unsigned } of samples.deliveries) {
      if (unsigned !== undefined || !body.includes(shop)) continue;
      const bytes = Buffer.from(body.replaceAll(shop, samples.otherShop));
      const { outcome } = connector.verify(
        { headers: samples.sign(topic, bytes, samples.secrets), body: bytes },
        samples.secrets,
      );
      if (outcome !== 'event') expect(['refused', 'ignored']).toContain(outcome);
      const content = outcome === 'event' ? connector.contentOf(topic, bytes, connected) : null;
      if (content && 'resource' in content) translated(content.resource);
      if (content && 'request' in content) expect(content.request.url).not.toContain(samples.otherShop);
    }
  });

  test('[CON5] a response that is not the platform’s is a failure with a name', () => {
    const now = Date.parse('2026-11-29T12:00:00Z');
    const at = { cursor: null, since: now - 3_600_000, now, abandonMinutes: 30 };
    for (const feed of Object.values(connector.feeds)) {
      for (const body of [...hostileBodies, Buffer.from('{"data":null}'), Buffer.from('<html>')]) {
        expectNamed(() => feed.read({ status: 200, headers: {}, body }, at, connected));
      }
    }
  });

  test('[CON5] headers with nonsense give a failure and a pause that ends', () => {
    const names = ['retry-after', 'x-rate-limit-remaining', 'x-rate-limit-reset', 'x-rate-limit-limit', 'content-type'];
    const words = ['', 'x', '-1', '1e99', 'NaN', '99999999999', 'Fri, 31 Dec 9999 23:59:59 GMT', '0'];
    for (const status of [
      100, 200, 204, 301, 302, 400, 401, 402, 403, 404, 408, 409, 415, 422, 429, 500, 502, 503, 504, 599,
    ]) {
      for (const word of words) {
        const headers = Object.fromEntries(names.map((name) => [name, word]));
        for (const body of [Buffer.alloc(0), Buffer.from('{"errors":[{}],"extensions":[]}')]) {
          const response: PlatformResponse = { status, headers, body };
          const failure = connector.failureOf(response);
          if (status >= 300) expect(failure).toBeInstanceOf(PlatformFailure);
          const waits = [connector.pauseAfter(response), failure?.retryAfterMs ?? 0];
          for (const ms of waits) expect(ms >= 0 && ms <= 86_400_000, `${status} ${word}: ${ms}`).toBe(true);
        }
      }
    }
  });

  test('[CON11] what was typed or came back from a page of consent throws nothing', () => {
    const texts = [
      '',
      ' ',
      'x',
      'http://',
      'file:///etc/passwd',
      'http://127.0.0.1',
      '//x',
      'https://a:b@c',
      '\u0000',
      '..',
      'x'.repeat(10_000),
    ];
    for (const method of connector.methods) {
      if (method.kind !== 'consent') continue;
      for (const text of texts) {
        const input = Object.fromEntries(method.fields.map(({ name }) => [name, text]));
        const urls = { callbackUrl: 'https://r.example/c', returnUrl: 'https://r.example/r', state: 'state' };
        const page = method.consentPage(input, { app: samples.secrets.app, ...urls });
        if (page.ok) expect(page.url).toMatch(/^https:\/\/[^/@]+\//);
        method.consentPage({}, { app: null, ...urls });
        for (const body of [...hostileBodies, Buffer.from(text)]) {
          method.stateOf({ query: new URLSearchParams(text), body });
          method.stateOf({ query: new URLSearchParams({ state: text, code: text, shop: text }), body });
        }
      }
    }
  });
});

function expectNamed(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(PlatformFailure);
  }
}
