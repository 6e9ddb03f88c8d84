// What the servers of platforms have in common, for the tests that run with each of them. Each implements its platform's protocol on loopback.
import type { FormInput, PlatformApp } from '../connector.ts';

/** An order that a shopper places. Amounts are texts in reais, as platforms write them. */
export type PlacedOrder = {
  readonly method: 'pix' | 'boleto' | 'credit_card';
  readonly total: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** The cart that it comes from. */
  readonly cartToken?: string;
};

/** What the server saw of its callers. `overRate`: calls beyond the platform's documented rate. */
export type ServerCounts = { readonly calls: number; readonly overRate: number; readonly refusedTokens: number };

/** How a server is opened. Each platform exports `openShopServer` of this type's function from `testing/shop-server.ts`. */
export type PlatformServerOptions = {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The installation's app, as made in the platform's partner portal; unused where the platform has no apps. */
  readonly app: PlatformApp;
  /** The app's address for privacy requests and uninstalls, as entered in the partner portal; asked when it is needed. */
  readonly appAddress: () => string;
  /** Accepts addresses with http, which the platform refuses: the services of tests listen on loopback. */
  readonly allowHttp: boolean;
};

/** Opens a platform's server on a free port of loopback. */
export type OpenPlatformServer = (options: PlatformServerOptions) => Promise<PlatformServer>;

/**
 * A platform with one shop and a clock of its own, in milliseconds since 1970. Its page of consent is a form whose only submit button
 * agrees. What changes an order is done once the webhooks that are due at once are answered.
 */
export type PlatformServer = {
  readonly url: string;
  /** The hosts of the real platform that it replaces (replace-host.ts); empty: `url` is the shop's address. */
  readonly hosts: readonly string[];
  /** What the owner types to connect by the method of that index in the connector's `methods`. */
  readonly formInput: (method: number) => FormInput;
  /** The shop, as `AcceptedShop.shop` names it. */
  readonly shop: string;
  readonly now: () => number;
  /** Moves the clock, and sends what is due meanwhile by the platform's own schedule, retries included. */
  readonly advance: (ms: number) => Promise<void>;
  /** Places an order, whose webhooks are sent as the platform does. Returns its id. */
  readonly place: (order: PlacedOrder) => Promise<string>;
  readonly pay: (id: string) => Promise<void>;
  readonly fail: (id: string) => Promise<void>;
  readonly cancel: (id: string) => Promise<void>;
  readonly ship: (id: string, code: string) => Promise<void>;
  /** A shopper leaves a cart with contact data. Returns its token. Undefined: the platform shows no carts. */
  readonly leaveCart?: (cart: Omit<PlacedOrder, 'cartToken' | 'method'>) => Promise<string>;
  /** While true, its API refuses every connection, and it sends nothing. */
  readonly setDown: (isDown: boolean) => void;
  /** While true, webhooks are lost before they reach anyone; the platform counts them as failed deliveries. */
  readonly loseWebhooks: (isLost: boolean) => void;
  /** The next responses of its API: a status with headers, instead of the right ones. */
  readonly answerNext: (...answers: readonly { status: number; headers?: Record<string, string> }[]) => void;
  /** Ends all tokens or keys: `expired` ones can be renewed, `revoked` ones cannot. Without tokens that end, `expired` does nothing. */
  readonly endTokens: (how: 'expired' | 'revoked') => void;
  /** The owner removes the app; undefined: the platform has no signal for it. */
  readonly uninstall?: () => Promise<void>;
  /** The platform's request about a person; undefined: it has none. */
  readonly requestPrivacy?: (kind: 'erase-person' | 'export-person' | 'erase-shop', email?: string) => Promise<number>;
  /** How many webhooks of this installation are active. */
  readonly activeWebhooks: () => number;
  readonly counts: () => ServerCounts;
  readonly close: () => Promise<void>;
};
