// Sends requests of shoppers and of a store's own system, one after the other, to several servers in turn. Records responses and instants.
import { demoPixCode } from '../../packages/server/src/app/commands/demo/demo-pix.ts';
import type { Shop } from './shop.ts';

/**
 * An accepted request: the id of a checkout or an event, and the instants of request and response in milliseconds of the machine's clock.
 */
export type Answered = { readonly id: string; readonly sentAt: number; readonly at: number };

/** All responses of a shop's traffic. */
export type Traffic = {
  readonly checkouts: readonly Answered[];
  readonly events: readonly Answered[];
  /** How many carts, and as many events, were sent, answered or not. */
  readonly sent: number;
  /** Unsuccessful responses, as text. */
  readonly refused: readonly string[];
};

const lanes = 4;

/** Traffic that continues until it is stopped. */
export type RunningTraffic = {
  /** Resolves after this many more responses; throws after four minutes. */
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
      const answer = await postBody(url, key, body);
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
      let sentAt = Date.now();
      const created = await ask('/stores/external/checkout', shop.checkoutKey, cart(number));
      if (created) checkouts.push({ id: String(created['checkoutId']), sentAt, at: Date.now() });
      sentAt = Date.now();
      const response = await ask('/stores/external/events', shop.secretKey, pixEvent(number));
      if (response) events.push({ id: String(response['eventId']), sentAt, at: Date.now() });
    }
  };
  const running = Promise.all(Array.from({ length: lanes }, lane));
  const answered = (): number => checkouts.length + events.length;
  return {
    async more(wanted) {
      const [enough, end] = [answered() + wanted, performance.now() + 240_000];
      while (answered() < enough) {
        if (performance.now() > end) throw new Error(`too little is answered: ${refused.slice(-3).join(', ')}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async stop() {
      stopping.abort();
      await running;
      return { checkouts, events, sent: count, refused };
    },
  };
}

const postBody = (url: string, key: string, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
  });

/** Sends all events of earlier traffic again, as a store's system does that cannot know what arrived; returns how many were new. */
export async function repeatEvents(shop: Shop, server: string, sent: number): Promise<number> {
  const left = Array.from({ length: sent }, (_, number) => number);
  let fresh = 0;
  const lane = async (): Promise<void> => {
    for (let number = left.pop(); number !== undefined; number = left.pop()) {
      const answer = await postBody(`${server}/stores/external/events`, shop.secretKey, pixEvent(number));
      if (!answer.ok) throw new Error(`a repeated event: ${answer.status} ${await answer.text()}`);
      if (!((await answer.json()) as { duplicate: boolean }).duplicate) fresh++;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return fresh;
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
