// The settings of the load: flags of `npm run load`, and the JSON that its process reads.

/**
 * The kinds of requests of shoppers, stores and providers; each is one request or a few:
 * - `checkout`: a store creates one; `page`: a shopper opens its page;
 * - `pix`: a shopper requests a PIX code and sees it; `paid`: the bank confirms its payment;
 * - `event`: a store's own system reports an order;
 * - `status`: the SMS gateway reports a delivery; `reply`: a contact replies.
 */
export const kinds = ['checkout', 'page', 'pix', 'paid', 'event', 'status', 'reply'] as const;

/** A kind of request. */
export type Kind = (typeof kinds)[number];

/** The shares of each kind among all requests; their sum need not be 100. */
export type Mix = Readonly<Record<Kind, number>>;

/** The usual mix: most shoppers look, few buy; each order makes an event, and each message gets a status. */
export const usualMix: Mix = { checkout: 20, page: 40, pix: 8, paid: 4, event: 15, status: 9, reply: 4 };

/** A store of the load. `sms`: its connection to the load's gateway; absent: its messages get no status. */
export type LoadStore = {
  readonly checkoutKey: string;
  readonly secretKey: string;
  readonly sms?: { readonly connectionId: string; readonly webhookSecret: string };
};

/** An address of this machine and a port. */
export type Listener = { readonly host: string; readonly port: number };

/** The settings of the load's process. */
export type Load = {
  /** The addresses of the API. Requests rotate over them; after a refused connection the next one is called, as a load balancer does. */
  readonly baseUrls: readonly string[];
  readonly stores: readonly LoadStore[];
  /** Where the SMS gateway listens; absent: there is no gateway. */
  readonly gateway?: Listener;
  /** Arrivals a second, all kinds together. */
  readonly rate: number;
  readonly mix: Mix;
  readonly seconds: number;
  readonly seed: number;
  /** Where to write the recording. */
  readonly file: string;
};

/** Parses `page=40,checkout=20`; kinds that are not named get no share. Throws an error for the command's user. */
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
