import { describe, expect, test } from 'vitest';
import { openOutgoing } from '../../../base/net/http-client.ts';
import { hostileEcho, secretsIn } from '../../../testing/log-scan.ts';
import type { Conversion, ConversionDestination, DestinationAccount, OpenDestination } from '../destination.ts';
import type { LocalDestination } from './local-destination.ts';

const never = new AbortController().signal;

/** Opens a destination whose server is on this machine. */
export const openDestination = (
  definition: ConversionDestination,
  settings: Readonly<Record<string, string>>,
  now: () => number = Date.now,
): OpenDestination => ({
  ...definition,
  ...definition.open({ callOut: openOutgoing({ allowPrivate: true }), settings, clock: now }),
});

/** A purchase of R$ 290,35 with everything that may be known of it; `change` overrides members. */
export const examplePurchase = (change: Partial<Conversion> = {}): Conversion => ({
  event: 'purchase',
  eventId: '01890000-0000-7000-8000-000000001042',
  orderId: '01890000-0000-7000-8000-000000001042',
  at: Date.UTC(2026, 10, 27, 20, 4, 29, 613),
  value: 29_035,
  shipping: 1_990,
  items: [{ id: 'CANECA-1', quantity: 2, price: 13_523 }],
  person: {
    email: ' Maria@Cliente.example',
    phone: '+5511987654321',
    name: 'João Souza Lima',
    city: 'São Paulo',
    state: 'SP',
    zipcode: '01310-100',
  },
  attribution: {
    fbp: 'fb.1.1596403881668.1116446470',
    fbc: 'fb.1.1554763741205.IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB_qa2ofrHyiLjcbCRxTDMgk',
    gaClientId: '1234567890.1700000000',
    gaSessions: { AURORA1234: '1764273600' },
    gclid: 'Cj0KCQiA-aurora',
    ttclid: 'E.C.P.aurora',
    ttp: '2aurora',
    ip: '203.0.113.7',
    userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/142',
    pageUrl: 'https://pagar.loja.example/pay/01890000-0000-7000-8000-000000000001',
  },
  ...change,
});

/** A destination under test, with its server. */
export type TestedDestination = {
  readonly definition: ConversionDestination;
  readonly server: LocalDestination;
  /** The environment settings that lead to an address. */
  readonly settingsFor: (url: string) => Readonly<Record<string, string>>;
  readonly account: DestinationAccount;
  /** False: the destination accepts every credential and every answer, as GA4 does. */
  readonly readsAnswers: boolean;
  /** An error in its own shape, with `text` in it. */
  readonly refusal: (text: string) => { status: number; body: unknown };
  /** The path of its calls. */
  readonly path: string;
};

/** Defines the tests that every destination must pass. `start` starts a server for each test. */
export function destinationSuite(name: string, start: () => Promise<TestedDestination>): void {
  const tested = (title: string, check: (one: TestedDestination, open: OpenDestination) => Promise<void>): void =>
    test(title, async () => {
      const one = await start();
      try {
        await check(
          one,
          openDestination(one.definition, one.settingsFor(one.server.url), () => examplePurchase().at),
        );
      } finally {
        await one.server.stop();
      }
    });

  describe(`every destination: ${name}`, () => {
    tested('[COM37] takes a purchase', async ({ server, account }, destination) => {
      expect(await destination.send(account, examplePurchase(), never)).toMatchObject({ outcome: 'sent' });
      expect(server.received).toHaveLength(1);
    });

    tested(
      '[COM37] learns neither document nor street, and no contact that is not hashed',
      async ({ server, account }, destination) => {
        await destination.send(account, examplePurchase(), never);
        const text = JSON.stringify(server.received);
        expect(text).not.toMatch(/maria@|98765|João|joão|Souza|Paulo|01310/i);
      },
    );

    tested('[COM38] a test counts nowhere', async ({ server, account }, destination) => {
      expect(await destination.verify(account, never)).toEqual({ outcome: 'ok' });
      expect(server.received).toEqual([]);
    });

    tested(
      '[COM37] credentials that are not accepted are the owner’s to repair',
      async ({ readsAnswers, account, server }, destination) => {
        const credentials = Object.fromEntries(
          Object.entries(account.credentials).map(([key, value]) => [key, `${String(value)}0`]),
        );
        const other = { ...account, credentials };
        if (readsAnswers) {
          expect(await destination.send(other, examplePurchase(), never)).toMatchObject({ outcome: 'refused' });
          expect(await destination.verify(other, never)).toMatchObject({ outcome: 'refused' });
        }
        expect(await destination.send({ ...account, credentials: {} }, examplePurchase(), never)).toMatchObject({
          outcome: 'refused',
          isBroken: true,
        });
        expect(server.received).toEqual([]);
      },
    );

    tested(
      '[COM37] a refusal is final, and its text is stored without personal data',
      async ({ server, account, refusal, path, readsAnswers }, destination) => {
        const { status, body } = refusal(hostileEcho);
        server.failNext({ status, body }, path);
        const sent = await destination.send(account, examplePurchase(), never);
        if (readsAnswers || status >= 400) expect(sent).toMatchObject({ outcome: 'refused', status });
        // A destination learns no name in words, so it cannot repeat one.
        expect(secretsIn([JSON.stringify(sent)]).filter((found) => !found.startsWith('who a shopper is'))).toEqual([]);
        expect(JSON.stringify(sent).length).toBeLessThan(500);
      },
    );

    tested(
      '[COM37] a server that fails, cuts off or writes nonsense leaves the outcome uncertain',
      async ({ server, account, path, readsAnswers }, destination) => {
        const failures = [
          500,
          503,
          'cut',
          'cut-after',
          ...(readsAnswers ? (['garbage', 'other-json'] as const) : []),
        ] as const;
        for (const failure of failures) {
          server.failNext(failure, path);
          expect(await destination.send(account, examplePurchase(), never), String(failure)).toMatchObject({
            outcome: 'uncertain',
          });
        }
      },
    );

    tested('[COM37] one that hangs is given up', async ({ server, account, path }, destination) => {
      server.failNext('hang', path);
      const giveUp = new AbortController();
      const hanging = server.hanging().then(() => giveUp.abort());
      expect(await destination.send(account, examplePurchase(), giveUp.signal)).toMatchObject({
        outcome: 'uncertain',
        code: 'TIMEOUT',
      });
      await hanging;
    });

    tested('[COM37] one that is slow is waited for', async ({ server, account }, destination) => {
      const release = server.hold();
      const arrived = server.arrived();
      const sending = destination.send(account, examplePurchase(), never);
      await arrived;
      expect(server.received).toEqual([]);
      release();
      expect(await sending).toMatchObject({ outcome: 'sent' });
    });

    tested(
      '[COM37] one that is overloaded or away is asked again later',
      async ({ definition, server, account, settingsFor, path }, destination) => {
        server.failNext(429, path);
        expect(await destination.send(account, examplePurchase(), never)).toMatchObject({
          outcome: 'later',
          status: 429,
        });
        const away = openDestination(definition, settingsFor('http://127.0.0.1:9'));
        expect(await away.send(account, examplePurchase(), never)).toMatchObject({
          outcome: 'later',
          code: 'UNREACHABLE',
        });
        expect(await away.verify(account, never)).toMatchObject({ outcome: 'unreachable' });
      },
    );
  });
}
