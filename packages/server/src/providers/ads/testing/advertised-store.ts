// A live store that sends to local servers of all destinations, and a shopper of it.
import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { setPaymentAccount } from '../../connections/testing/set-unverified.ts';
import { markPaid } from '../../../shop/orders/mark-paid.ts';
import { account as pixKeyAccount } from '../../payments/pix-key/testing/account.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { marina, mugs, shopperAt } from '../../../shop/pay-page/testing/shopper.ts';
import { connectDestination, switchDestination } from '../connect-destination.ts';
import { account as ga4Account } from '../ga4/testing/account.ts';
import { Ga4Server } from '../ga4/testing/ga4-server.ts';
import { account as googleAdsAccount } from '../google-ads/testing/account.ts';
import { GoogleAdsServer } from '../google-ads/testing/google-ads-server.ts';
import { destinationNames, type DestinationName } from '../index.ts';
import { account as metaAccount } from '../meta/testing/account.ts';
import { MetaServer } from '../meta/testing/meta-server.ts';
import { sendConversions } from '../../../shop/conversions/send-conversions.ts';
import { account as tiktokAccount } from '../tiktok/testing/account.ts';
import { TiktokServer } from '../tiktok/testing/tiktok-server.ts';

const never = new AbortController().signal;

/** A row of the ledger. */
export type LedgerRow = {
  destination: string;
  event: string;
  state: string;
  reason: string | null;
  attempts: number;
  status: number | null;
  code: string | null;
};

/** Cookies and query of a visit that came from an advertisement. */
const cookie = '_fbp=fb.1.1596403881668.1116446470; _ga=GA1.1.1234567890.1700000000; _ga_AURORA1234=GS1.1.1764273600.1';
const query = 'fbclid=IwAR2F4-dbP0&gclid=Cj0KCQiA-aurora&ttclid=E.C.P';

/** Starts the store. `active`: the destinations that are on. */
export async function startAdvertisedStore(active: readonly DestinationName[] = destinationNames) {
  let shift = 0;
  const now = (): number => Date.now() + shift;
  const servers = {
    meta: await new MetaServer(now).start(),
    ga4: await new Ga4Server(now).start(),
    'google-ads': await new GoogleAdsServer().start(),
    tiktok: await new TiktokServer().start(),
  };
  const accounts = { meta: metaAccount, ga4: ga4Account, 'google-ads': googleAdsAccount, tiktok: tiktokAccount };
  const service: TestService = await startTestService({
    ALLOW_PRIVATE_ADDRESSES: 'true',
    META_CONVERSIONS_URL: `${servers.meta.url}/v26.0`,
    GA4_URL: servers.ga4.url,
    GOOGLE_DATA_MANAGER_URL: `${servers['google-ads'].url}/v1`,
    GOOGLE_TOKEN_URL: `${servers['google-ads'].url}/token`,
    TIKTOK_EVENTS_URL: `${servers.tiktok.url}/open_api/v1.3`,
  });
  const { context, storeId } = service;
  await setPaymentAccount(context, storeId, { provider: 'pix-key', ...pixKeyAccount, methods: ['pix'] }, unaudited);
  await context.db.query('update stores set live = true where store_id = $1', [storeId]);
  const basis = { sendsItems: true, legalBasis: 'consentimento' };
  const connect = async (name: DestinationName): Promise<void> => {
    const connected = await connectDestination(
      context,
      storeId,
      { destination: name, ...accounts[name] },
      never,
      unaudited,
    );
    if (!connected.ok) throw new Error(`${name}: ${connected.code}`);
    await switchDestination(context, storeId, name, { active: true, ...basis }, unaudited);
  };
  for (const name of active) await connect(name);
  context.directory.forget();
  const shopper = shopperAt(service);
  const { db } = context;
  return {
    service,
    servers,
    shopper,
    accounts,
    connect,
    /** Opens the page as a visitor who clicked an advertisement, and waits until the visit is stored. */
    visit: async (path?: string): Promise<string> => {
      const opened = path ?? (await shopper.create(mugs()));
      await shopper.open(`${opened}?${query}`, { cookie, 'user-agent': 'Mozilla/5.0 (Android 15) Chrome/142' });
      const stored = async () =>
        (await db.query('select from shoppers where checkout_id = $1', [opened.slice(5)])).rowCount === 1;
      while (!(await stored())) await new Promise((resolve) => void setImmediate(resolve));
      return opened;
    },
    /** Sends the first step. */
    enter: (path: string, grants: boolean) =>
      shopper.post(`${path}/data`, {
        ...marina,
        consents: 'marketing advertising',
        ...(grants && { advertising: 'on' }),
      }),
    /** Chooses PIX; returns the order's id. */
    order: async (path: string): Promise<string> => {
      await shopper.submit(`${path}/pay`, { method: 'pix' });
      const { rows } = await db.query<{ id: string }>('select order_id as id from orders where checkout_id = $1', [
        path.slice(5),
      ]);
      return rows[0]!.id;
    },
    pay: (orderId: string) => markPaid(context, storeId, orderId, undefined, unaudited),
    /** Advances the clock of service and servers. */
    pass: (ms: number): void => {
      shift += ms;
      service.pass(ms);
    },
    /** One pass of the workers of all destinations, or of one. */
    work: async (...names: DestinationName[]): Promise<void> => {
      await Promise.all(
        (names.length > 0 ? names : destinationNames).map((name) => sendConversions(context, name, 20, never)),
      );
    },
    ledger: async (event?: string): Promise<LedgerRow[]> =>
      (
        await db.query<LedgerRow>(
          `select destination, event, state, reason, attempts, status, code from conversions
           where $1::text is null or event = $1 order by event, destination`,
          [event ?? null],
        )
      ).rows,
    stop: async (): Promise<void> => {
      await service.stop();
      await Promise.all(Object.values(servers).map((server) => server.stop()));
    },
  };
}
