// Sends requests of shoppers and of a store's own system, one after the other, to several servers in turn. Records responses and instants.
import { demoPixCode } from '../../packages/server/src/commands/demo/demo-pix.ts';
import type { Shop } from './shop.ts';

/** An accepted request: the id of a checkout or an event, and its instant in milliseconds of the machine's clock. */
export type Answered = { readonly id: string; readonly at: number };

/** All responses of a shop's traffic. */
export type Traffic = {
  readonly checkouts: readonly Answered[];
  readonly events: readonly Answered[];
  /** Unsuccessful responses, as text. */
  readonly refused: readonly string[];
};

const lanes = 4;

/** Traffic that continues until it is stopped. */
export type RunningTraffic = {
  /** Resolves after this many more responses; throws after a minute. */
  readonly more: (count: number) => Promise<void>;
  readonly stop: () => Promise<Traffic>;
};

/** Sends requests until it is stopped. `servers`: addresses, used in turn; may be changed meanwhile. */
export function openTraffic(shop: Shop, servers: () => readonly string[]): RunningTraffic {
  const checkouts: Answered[] = [];
  const events: Answered[] = [];
  const refused: string[] = [];
  const stopping = new AbortController();
  let count = 0;
  const ask = async (path: string, key: string, body: object): Promise<Record<string, unknown> | undefined> => {
    const all = servers();
    const url = `${all[count % all.length]}${path}`;
    try {
      const headers = { 'content-type': 'application/json', 'x-api-key': key };
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      const parsed = (await answer.json()) as Record<string, unknown>;
      if (answer.ok) return parsed;
      refused.push(`${answer.status} ${JSON.stringify(parsed)}`);
    } catch (error) {
      refused.push(`${url}: ${String((error as Error).cause ?? error)}`);
    }
    return undefined;
  };
  const lane = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const number = count++;
      const created = await ask('/stores/external/checkout', shop.checkoutKey, cart(number));
      if (created) checkouts.push({ id: String(created['checkoutId']), at: Date.now() });
      const response = await ask('/stores/external/events', shop.secretKey, pixEvent(number));
      if (response) events.push({ id: String(response['eventId']), at: Date.now() });
    }
  };
  const running = Promise.all(Array.from({ length: lanes }, lane));
  const answered = (): number => checkouts.length + events.length;
  return {
    async more(wanted) {
      const [enough, end] = [answered() + wanted, performance.now() + 60_000];
      while (answered() < enough) {
        if (performance.now() > end) throw new Error(`too little is answered: ${refused.slice(-3).join(', ')}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async stop() {
      stopping.abort();
      await running;
      return { checkouts, events, refused };
    },
  };
}

const cart = (number: number): object => ({
  cart: {
    token: `prova-${number}`,
    items: [{ title: 'Camiseta', quantity: 1, unitPrice: 4990, image: 'https://loja.example/c.png' }],
  },
});

/** An event of a PIX with a unique contact and order. */
const pixEvent = (number: number): object => ({
  id: `prova-${number}`,
  type: 'pix.generated',
  occurred_at: new Date().toISOString(),
  data: {
    order: { id: `P${number}`, total: 4990, items: [{ title: 'Camiseta', quantity: 1 }] },
    payment: { pix: { payload: demoPixCode(`P${number}`, 4990) } },
    customer: { name: 'Beatriz Lima', phone: `+55119${String(number).padStart(8, '0')}` },
  },
});
