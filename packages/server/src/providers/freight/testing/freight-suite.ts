import { parcelOf, type Cart } from '@retoma/commerce';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openOutgoing } from '../../../base/net/http-client.ts';
import type { FreightAccount, FreightDefinition, FreightProvider, FreightSession, QuoteResult } from '../provider.ts';
import type { FakeCarrier } from './fake-carrier.ts';

const cart: Cart = {
  items: [
    {
      title: 'Camiseta',
      quantity: 2,
      unitPrice: 4_990,
      image: 'https://loja.example/c.png',
      weight: 250,
      width: 25,
      height: 3,
      length: 30,
    },
    { title: 'Caneca', quantity: 1, unitPrice: 3_905, image: 'https://loja.example/m.png' },
  ],
};

/** A request for a quote: two T-shirts with sizes, and a mug without. */
export const quoteRequest = {
  from: '30130000',
  to: '01310100',
  parcel: parcelOf(cart, { weight: 400, width: 12, height: 10, length: 16 }),
};

/** A provider with its local server; `refusedAccount`: credentials that it does not accept. */
export type TestedFreight = {
  readonly definition: FreightDefinition;
  readonly server: FakeCarrier;
  readonly account: FreightAccount;
  readonly refusedAccount: FreightAccount;
  /** The name of the setting with its address. */
  readonly setting: string;
  /** The path of its quotes. */
  readonly path: string;
};

/** The signal of calls whose end is not the subject. */
const endless = new AbortController().signal;

/** Opens a provider whose server is at `url`. */
export const openFreight = (
  { definition, setting }: TestedFreight,
  url: string,
  clock = Date.now,
): FreightProvider => ({
  ...definition,
  ...definition.open({ callOut: openOutgoing({ allowPrivate: true }), settings: { [setting]: url }, clock }),
});

/** The current session of an account, or a new one if there is none. */
export async function sessionOf(provider: FreightProvider, account: FreightAccount): Promise<FreightSession | null> {
  const first = provider.firstSession?.(account, Date.now());
  if (first || !provider.renew) return first ?? null;
  const renewed = await provider.renew(account, null, endless);
  return renewed.outcome === 'renewed' ? renewed.session : null;
}

/** COM33: what holds of every provider. Starts and stops its server. */
export function freightSuite(tested: TestedFreight): void {
  const { definition, server, account, refusedAccount, path } = tested;
  let provider: FreightProvider;
  beforeAll(async () => {
    await server.start();
    provider = openFreight(tested, server.url);
  });
  afterEach(() => server.recover());
  afterAll(() => server.stop());

  const quote = async (of = account, signal = endless): Promise<QuoteResult> =>
    provider.quote(of, await sessionOf(provider, of), quoteRequest, signal);

  describe('[COM33] a freight provider', () => {
    test('accepts its own account in its form, and none without credentials', () => {
      expect(definition.form.settings.safeParse(account.settings).success).toBe(true);
      expect(definition.form.credentials.safeParse(account.credentials).success).toBe(true);
      expect(definition.form.credentials.safeParse({}).success).toBe(false);
    });

    test('quotes services that serve the place, in cents', async () => {
      const result = await quote();
      expect(result.outcome).toBe('quoted');
      if (result.outcome !== 'quoted') return;
      expect(result.services.length).toBeGreaterThan(1);
      for (const { price, service, name } of result.services) {
        expect(Number.isSafeInteger(price) && price > 0).toBe(true);
        expect([service, name].every((text) => text.length > 0)).toBe(true);
      }
    });

    test('says that an account is refused', async () => {
      const renewed = await provider.renew?.(refusedAccount, null, endless);
      const result = renewed ?? (await quote(refusedAccount));
      expect(result).toEqual({ outcome: 'refused', reason: 'ACCESS_TOKEN' });
      server.failNext(403, path);
      expect(await quote()).toMatchObject({ reason: 'NOT_PERMITTED' });
      server.failNext(422, path);
      expect(await quote()).toEqual({ outcome: 'refused', reason: 'HTTP_422' });
    });

    test.each([500, 503, 429, 'cut', 'half', 'garbage', 'other-json', 'too-long'] as const)(
      'says that the provider failed: %s',
      async (failure) => {
        server.failNext(failure, path);
        expect((await quote()).outcome).toBe('failed');
        expect((await quote()).outcome).toBe('quoted');
      },
    );

    test('ends with its signal while the server hangs', async () => {
      const session = await sessionOf(provider, account);
      server.failAlways('hang', path);
      const ending = new AbortController();
      const answer = provider.quote(account, session, quoteRequest, ending.signal);
      await server.hanging();
      ending.abort();
      expect(await answer).toEqual({ outcome: 'failed', reason: 'TIMEOUT' });
    });

    test('says that the provider failed while it has no server', async () => {
      const session = await sessionOf(provider, account);
      const away = openFreight(tested, 'http://127.0.0.1:1');
      const result = await away.quote(account, session, quoteRequest, endless);
      expect(result).toEqual({ outcome: 'failed', reason: 'UNREACHABLE' });
    });
  });
}
