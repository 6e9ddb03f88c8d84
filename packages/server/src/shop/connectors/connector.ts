// What a platform's connector provides. It only decides: the functions beside the folders of the platforms call, store and schedule
// (INV1 to INV3 of run-connection.ts). Bodies are read with numbers as text (read-json.ts), so that ids and amounts keep their digits.
import type { EventData, StoreEvent } from '@retoma/commerce';
import type { FormField } from '../../providers/connections/form-field.ts';

/** A text in both languages. */
export type LocalText = { readonly 'pt-BR': string; readonly en: string };

/** One HTTP request to a platform. Time limit, address check and rate are the caller's. */
export type PlatformRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** A platform's response. `headers`: names in lower case. */
export type PlatformResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
};

/** Sends a request within the platform's rate. Throws a PlatformFailure if there is no response, or `failureOf` names one. */
export type CallPlatform = (request: PlatformRequest) => Promise<PlatformResponse>;

/**
 * Why a call did not succeed. `revoked`: the owner must connect again; `suspended`: the shop or the app is not paid for; `busy`: again
 * after `retryAfterMs`; `refused`: the request itself is wrong; `unreadable`: the response is not what the platform documents.
 */
export type FailureKind = 'unreachable' | 'revoked' | 'suspended' | 'busy' | 'refused' | 'failed' | 'unreadable';

/** A failed call. `detail`: without personal data and without secrets, for the log. */
export class PlatformFailure extends Error {
  readonly kind: FailureKind;
  readonly detail: string;
  readonly retryAfterMs: number | null;

  constructor(kind: FailureKind, detail: string, retryAfterMs: number | null = null) {
    super(`${kind}: ${detail}`);
    this.name = 'PlatformFailure';
    this.kind = kind;
    this.detail = detail;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The credentials of a connection; sealed where they are stored. Instants are ISO texts. */
export type Credentials = Readonly<Record<string, string>>;

/** The platform's app of this installation, from its configuration. */
export type PlatformApp = { readonly id: string; readonly secret: string };

/** A connection whose shop can be called. */
export type ConnectedShop = {
  /** The shop at the platform: its base address without a slash at its end (WooCommerce), its id or its domain. */
  readonly shop: string;
  readonly credentials: Credentials;
  readonly app: PlatformApp | null;
};

/** What functions that call the platform get. */
export type CallContext = ConnectedShop & {
  readonly call: CallPlatform;
  /** Where the platform delivers webhooks of this connection. */
  readonly deliveryUrl: string;
  /** The secret of this connection's webhooks: 48 letters and digits. */
  readonly webhookSecret: string;
  /** Milliseconds since 1970. */
  readonly now: number;
};

/** A shop that accepted. `name`: as the owner knows it. */
export type AcceptedShop = { readonly shop: string; readonly name: string; readonly credentials: Credentials };

/** Why a shop could not be connected. `field`: the name of a field of the form. */
export type ConnectRefusal = {
  readonly ok: false;
  readonly code:
    'WRONG_ADDRESS' | 'WRONG_KEYS' | 'REFUSED_BY_OWNER' | 'MISSING_PERMISSION' | 'NOT_THE_PLATFORM' | 'UNREACHABLE';
  readonly field?: string;
};

/** What the owner typed, by the names of the fields. */
export type FormInput = Readonly<Record<string, string>>;

/**
 * A way to connect. `consent`: the owner agrees on the platform's page, and what comes back is completed. `keys`: the owner pastes keys.
 * `needsApp`: only where the installation has an app of the platform.
 */
export type ConnectMethod = {
  readonly label: LocalText;
  readonly needsApp: boolean;
  readonly fields: readonly FormField[];
} & (
  | {
      readonly kind: 'consent';
      /** The page of consent. `state`: unguessable, valid once. `shop`: null if only the platform's answer names it. */
      readonly consentPage: (
        input: FormInput,
        addresses: {
          readonly app: PlatformApp | null;
          /** Where the platform sends the keys or the code. */
          readonly callbackUrl: string;
          /** Where the owner's browser returns to. */
          readonly returnUrl: string;
          readonly state: string;
        },
      ) => { readonly ok: true; readonly url: string; readonly shop: string | null } | ConnectRefusal;
      /** The state in what came back: in the query of the browser's return, or in a body that the shop sends. Null: none. */
      readonly stateOf: (answer: ConsentAnswer) => string | null;
      readonly complete: (
        answer: ConsentAnswer,
        pending: {
          readonly shop: string | null;
          readonly app: PlatformApp | null;
          readonly callbackUrl: string;
          readonly call: CallPlatform;
          readonly now: number;
        },
      ) => Promise<({ readonly ok: true } & AcceptedShop) | ConnectRefusal>;
    }
  | {
      readonly kind: 'keys';
      readonly complete: (
        input: FormInput,
        context: { readonly call: CallPlatform; readonly now: number },
      ) => Promise<({ readonly ok: true } & AcceptedShop) | ConnectRefusal>;
    }
);

/** What came back from a page of consent. `body`: empty for a browser's return. */
export type ConsentAnswer = { readonly query: URLSearchParams; readonly body: Buffer };

/** A request to a connection's delivery address. */
export type Delivery = {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
};

/** The secrets that a delivery may be signed with. An empty one refuses everything. */
export type DeliverySecrets = {
  readonly webhookSecret: string;
  /** Shopify signs with the client secret of an app that the owner made. */
  readonly credentials: Credentials;
  readonly app: PlatformApp | null;
  readonly shop: string;
};

/**
 * What a delivery is. `event`: to be stored, then answered; `deliveryId`: unique for what the platform repeats, null if it has none.
 * `ping`: answered, without effect. `uninstalled`, `suspended`, `resumed`: of the connection. `privacy`: a request about a person or the
 * whole shop. `refused`: not signed by the platform, or of another shop.
 */
export type VerifiedDelivery =
  | {
      readonly outcome: 'event';
      readonly topic: string;
      readonly deliveryId: string | null;
      /** What it names, if it says no more than that something changed there: one stands for all that wait. */
      readonly subject?: string;
    }
  | { readonly outcome: 'privacy'; readonly request: PrivacyRequest }
  | { readonly outcome: 'ping' | 'ignored' | 'uninstalled' | 'suspended' | 'resumed' | 'refused' };

/** A platform's request about personal data. `erase-shop`: all that came from the shop. */
export type PrivacyRequest =
  | { readonly kind: 'erase-shop' }
  | {
      readonly kind: 'erase-person' | 'export-person';
      readonly email: string | null;
      readonly phone: string | null;
      readonly document: string | null;
    };

/** A resource of the platform with its numbers as text. `cart`: abandoned, as the platform or its feed says. */
export type Resource = { readonly kind: 'order' | 'cart' | 'customer' | 'tracking'; readonly json: unknown };

/** What a stored delivery is about: a resource, what to ask for to get it, or nothing that matters here. */
export type DeliveryContent =
  | { readonly resource: Resource }
  | { readonly request: PlatformRequest; readonly read: (response: PlatformResponse) => Resource | null }
  | null;

/**
 * What a resource says (CON2). Its `order.id` is the platform's. `order`: the state of an order for which there is no event.
 * `cartToken`: the cart that became this order.
 */
export type ShopReport =
  | { readonly kind: 'event'; readonly event: StoreEvent; readonly cartToken?: string }
  | {
      readonly kind: 'order';
      readonly id: string;
      readonly occurredAt: string;
      readonly data: EventData & { readonly order: NonNullable<EventData['order']> };
      readonly cartToken?: string;
    };

/** One list of the platform that is read again and again. */
export type Feed = {
  readonly everyMs: number;
  /** `cursor`: what `read` returned; null: from `since` on. Carts are asked for until `now` less the store's delay. */
  readonly request: (at: FeedPosition, shop: ConnectedShop) => PlatformRequest;
  /** Throws a PlatformFailure with `unreadable`. */
  readonly read: (response: PlatformResponse, at: FeedPosition, shop: ConnectedShop) => FeedPage;
};

/** Where a feed is. Instants: milliseconds since 1970. */
export type FeedPosition = {
  readonly cursor: string | null;
  readonly since: number;
  readonly now: number;
  /** After how long without activity the store counts a cart as abandoned. */
  readonly abandonMinutes: number;
};

/** A page. `cursor`: where the next page, or the next reading, begins. `more`: another page exists now. `total`: of all pages; null: unknown. */
export type FeedPage = {
  readonly resources: readonly Resource[];
  readonly cursor: string;
  readonly more: boolean;
  readonly total: number | null;
};

/** What a platform reports, and how. `push`: by webhook. */
export type Means = 'push+poll' | 'push' | 'poll' | 'never';

/** CON9: what a platform can and cannot report. Panel, validator and documents read it; fixtures are checked against it. */
export type Capabilities = {
  readonly orders: Means;
  readonly paid: Means;
  readonly failed: Means;
  readonly cancelled: Means;
  readonly tracking: Means;
  /** `delayMinutes`: from the least to the most after the abandonment. `needs`: what the shopper must have done; null: nothing. */
  readonly carts: {
    readonly by: Exclude<Means, 'never'>;
    readonly delayMinutes: readonly [number, number];
    readonly needs: LocalText | null;
  } | null;
  /** The PIX code, and a boleto's line. `by-gateway`: as far as the shop's payment plugin stores it. */
  readonly pixCode: 'always' | 'by-gateway' | 'never';
  readonly boletoLine: 'always' | 'by-gateway' | 'never';
  /** Whether an order has the address of a page on which the shopper sees how to pay. */
  readonly paymentPage: boolean;
  readonly consent: boolean;
  readonly uninstallSignal: boolean;
  readonly privacyRequests: boolean;
  /** Whether the platform's rules allow our own checkout in the same store. */
  readonly ownCheckoutAllowed: boolean;
};

/** Webhooks that a connection has at the platform. */
export type Webhooks = {
  /**
   * Makes what is missing, enables what the platform disabled. `repaired`: how many were there before and did not work. `warning`: for the
   * log of the operator, such as a version of the API that ended.
   */
  readonly ensure: (
    context: CallContext,
    isFirst: boolean,
  ) => Promise<{ readonly repaired: number; readonly warning?: string }>;
  /** Deletes this connection's. */
  readonly remove: (context: CallContext) => Promise<void>;
};

/** A platform's connector. */
export type Connector = {
  readonly label: string;
  readonly capabilities: Capabilities;
  /** The first is offered first. */
  readonly methods: readonly ConnectMethod[];
  readonly verify: (delivery: Delivery, secrets: DeliverySecrets) => VerifiedDelivery;
  /** The shop that a request to the app's own address names, before it is verified; absent: the platform has no such address. */
  readonly shopNamed?: (delivery: Delivery) => string | null;
  readonly contentOf: (topic: string, body: Buffer, shop: ConnectedShop) => DeliveryContent;
  /** CON2: pure; the same resource gives the same reports. Never throws: what it cannot read gives none. */
  readonly translate: (resource: Resource, shop: Pick<ConnectedShop, 'shop' | 'credentials'>) => readonly ShopReport[];
  readonly feeds: { readonly orders: Feed; readonly carts?: Feed };
  readonly webhooks: Webhooks;
  /** When the credentials must be renewed, milliseconds since 1970; null: never. Absent: they do not end. */
  readonly renewAt?: (credentials: Credentials) => number | null;
  readonly renew?: (context: CallContext) => Promise<Credentials>;
  /** Why a response is not a success; null: it is one. */
  readonly failureOf: (response: PlatformResponse) => PlatformFailure | null;
  /** How long to wait before the next call to the same shop, in milliseconds, by the rate that the response states. */
  readonly pauseAfter: (response: PlatformResponse) => number;
};
