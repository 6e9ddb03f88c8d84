// The settings of the load: flags of `npm run load`, and the JSON that its process reads.

/**
 * What shoppers, stores and providers do, each a request or a few:
 * - `checkout`: a store makes one; `page`: a shopper looks at it;
 * - `pix`: a shopper asks for a PIX code and sees it; `paid`: the bank says that one was paid;
 * - `event`: a store's own system reports an order;
 * - `status`: the SMS gateway reports a delivery; `reply`: a contact replies.
 */
export const kinds = ['checkout', 'page', 'pix', 'paid', 'event', 'status', 'reply'] as const;

/** One of them. */
export type Kind = (typeof kinds)[number];

/** Shares of all requests; they need not make 100. */
export type Mix = Readonly<Record<Kind, number>>;

/** Most look, few buy; each order makes an event, and each message gets a status. */
export const usualMix: Mix = { checkout: 20, page: 40, pix: 8, paid: 4, event: 15, status: 9, reply: 4 };

/** A store that the load knows. `sms`: its connection to the load's gateway; absent: its messages get no status. */
export type LoadStore = {
  readonly checkoutKey: string;
  readonly secretKey: string;
  readonly sms?: { readonly connectionId: string; readonly webhookSecret: string };
};

/** An address of this machine and a port. */
export type Listener = { readonly host: string; readonly port: number };

/** The settings of the load's process. */
export type Load = {
  /** The addresses of the API. Requests rotate over them, and a refused connection moves on to the next, as a load balancer does. */
  readonly baseUrls: readonly string[];
  readonly stores: readonly LoadStore[];
  /** Where the gateway of SMS listens; absent: there is none. */
  readonly gateway?: Listener;
  /** Arrivals a second, all kinds together. */
  readonly rate: number;
  readonly mix: Mix;
  readonly seconds: number;
  readonly seed: number;
  /** Where to write the recording. */
  readonly file: string;
};

/** Reads `page=40,checkout=20`; what is not named gets no share. Throws with words for a person. */
export function readMix(text: string): Mix {
  const shares: Record<Kind, number> = { checkout: 0, page: 0, pix: 0, paid: 0, event: 0, status: 0, reply: 0 };
  for (const part of text.split(',')) {
    const [name, share] = part.split('=');
    const kind = kinds.find((one) => one === name);
    if (!kind || !(Number(share) >= 0))
      throw new Error(`--mix: ${part} is not one of ${kinds.join(', ')} with its share`);
    shares[kind] = Number(share);
  }
  if (!kinds.some((kind) => shares[kind] > 0)) throw new Error('--mix: nothing has a share');
  return shares;
}
