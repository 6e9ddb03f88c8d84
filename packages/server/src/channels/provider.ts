import type { Channel, MjmlParts } from '@retoma/flow';
import type { z } from 'zod';

/** A store's connection as its provider sees it. `credentials` were sealed at rest; they never leave the process but to the provider. */
export type ChannelConnection = {
  readonly connectionId: string;
  readonly storeId: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly credentials: Readonly<Record<string, unknown>>;
};

/** Addresses of ours that name one message. They are opaque: they reveal no recipient and cannot be forged. */
export type TrackingUrls = {
  /** Of a picture that is loaded when an e-mail is opened. */
  readonly open: string;
  /** Of the page, and of RFC 8058's POST, that end the messages of this channel. */
  readonly unsubscribe: string;
  /** An address that redirects to `target` and records the click. */
  readonly click: (target: string) => string;
};

/** A message as a provider gets it. */
export type Delivery = {
  /** The same for every attempt at the same message, never for another: the provider's idempotency key where it has one (RUN13). */
  readonly key: string;
  /** The event that it comes of, whose trace it belongs to. Absent: it belongs to no run. */
  readonly eventId?: string;
  readonly storeId: string;
  readonly channel: Channel;
  readonly to: string;
  /** The step's data with every metatag replaced. */
  readonly content: unknown;
  /** Of an e-mail whose text is MJML, as `composeMessage` answers it. Absent: `content` is made into HTML for this message alone. */
  readonly mjml?: MjmlParts;
  /** Of the store's connection. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Of the store's connection, unsealed. Absent: it has none. */
  readonly credentials?: Readonly<Record<string, unknown>>;
  /** Absent: nothing is tracked, and there is no unsubscribe link. */
  readonly marks?: TrackingUrls;
  /** The address of the connection's webhooks, for reports of this message. Absent: the owner configured it at the provider. */
  readonly webhookUrl?: string;
  /**
   * Whether the person wrote to this connection so lately that they may be written to freely (`Capabilities.windowHours`), as
   * `isWindowOpen` says it. Absent: unknown.
   */
  readonly windowOpen?: boolean;
};

/**
 * What a provider made of a message:
 * - `sent`: it took it. `providerId`: its own name for it.
 * - `refused`: it will not deliver this, ever; the send fails and the flow continues (RUN5).
 * - `opted_out`: likewise, because the person wants nothing more.
 * - `later`: not now, certainly not delivered; tried again, not before `retryAfter` milliseconds where it says so.
 * - `broken`: the connection itself (a wrong key, a blocked number): nothing is sent over it until its owner fixes it.
 * - `uncertain`: unknown whether it left (a timeout after the request went out).
 */
export type Delivered =
  | { readonly outcome: 'sent'; readonly providerId?: string }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'opted_out' }
  | { readonly outcome: 'later'; readonly reason: string; readonly retryAfter?: number }
  | { readonly outcome: 'broken'; readonly reason: string }
  | { readonly outcome: 'uncertain' };

/** A webhook as it came. `headers` in lower case; `url`: the public address it was sent to, whole; `body`: the bytes. */
export type WebhookRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** Milliseconds since 1970. */
  readonly now: number;
};

/**
 * What a provider reports. `at`: when it happened, milliseconds since 1970. `id`: the same however often it is reported.
 * - `status`: what happened to a message of ours, named by the provider's id or by our key. A lower status never replaces a higher.
 * - `reply`: a contact wrote to us; `answers`: the provider's id of the message they answered, where it is known.
 * - `preference`: a contact opted out at the provider, or in again.
 * - `bounce`: an address that is permanently or temporarily unreachable; `complaint`: a spam report. `about`: the provider's id
 *   of the message; where it is there anyone could have written this, and it counts only if that message went to that address.
 * - `connection`: state of the connection itself: a phone that was disconnected, or is back.
 */
export type ChannelUpdate =
  | {
      readonly kind: 'status';
      readonly message: { readonly providerId: string } | { readonly key: string };
      readonly status: 'sent' | 'delivered' | 'read' | 'failed';
      readonly reason?: string;
      readonly at: number;
    }
  | {
      readonly kind: 'reply';
      readonly id: string;
      readonly from: string;
      readonly text: string;
      readonly answers?: string;
      readonly at: number;
    }
  | { readonly kind: 'preference'; readonly from: string; readonly wants: boolean; readonly at: number }
  | {
      readonly kind: 'bounce';
      readonly id: string;
      readonly address: string;
      readonly permanent: boolean;
      readonly about?: string;
      readonly at: number;
    }
  | {
      readonly kind: 'complaint';
      readonly id: string;
      readonly address: string;
      readonly about?: string;
      readonly at: number;
    }
  | { readonly kind: 'connection'; readonly open: boolean; readonly reason?: string; readonly at: number };

/** What a webhook says; `answer`: what the provider wants to read, where that is not an empty 200. `invalid_signature`: it is not the provider's. */
export type WebhookResult =
  | { readonly outcome: 'parsed'; readonly updates: readonly ChannelUpdate[]; readonly answer?: string }
  | { readonly outcome: 'invalid_signature' };

/** What came of trying a connection out. `account`: what it is called there, for its owner to recognise. */
export type ConnectionTest =
  | { readonly outcome: 'works'; readonly account: string }
  | { readonly outcome: 'broken'; readonly reason: string }
  | { readonly outcome: 'unreachable'; readonly reason: string };

/** How the phone of a connection stands. `waiting`: it is to read this QR code, a `data:` address of a PNG; null: not made yet, ask again. */
export type PairingState = ConnectionTest | { readonly outcome: 'waiting'; readonly qr: string | null };

/**
 * How a phone of the store's is lent to a provider. `look`: whether it is, and else the code that it must read, begun where nothing had
 * begun; asked every few seconds. `account` of what works: the phone, in digits, where it is reported. `end`: unpairs the phone.
 */
export type Pairing = {
  look(connection: ChannelConnection, signal: AbortSignal): Promise<PairingState>;
  end(connection: ChannelConnection, signal: AbortSignal): Promise<ConnectionTest>;
};

/** Addresses that mail may come from, as its provider says; `broken` and `unreachable` as of a trial. */
export type SenderList =
  | { readonly outcome: 'listed'; readonly senders: readonly { readonly name: string; readonly email: string }[] }
  | Exclude<ConnectionTest, { outcome: 'works' }>;

/** What a provider can do, as data: validation and editor warn by it before anything is sent. */
export type Capabilities = {
  /** The shapes of `data.type` it takes; null: its channel has only one. */
  readonly types: readonly string[] | null;
  /** Whether it reports that a message arrived, was read or answered. */
  readonly reports: { readonly delivered: boolean; readonly read: boolean; readonly replies: boolean };
  /** Hours after a contact's last message in which free-form messages are allowed; null: always. */
  readonly windowHours: number | null;
  /** The longest text, in characters. */
  readonly textLimit: number;
};

/** Schema of a connection's input; `send` gets its parsed output. */
export type ConnectionShape = z.ZodType<Readonly<Record<string, unknown>>>;

/**
 * One way to send on one channel. Nothing here touches the database or keeps a connection to it; every call ends by `signal`.
 * - `send`: an exception counts as `uncertain`. `content` may be hostile: it came from a shopper.
 * - `parseWebhook`: pure. An update reported twice has the same id both times; a late one is returned
 *   as it is.
 * - `testConnection`: asks whether a connection works, without sending a message. Only credentials that the provider accepted
 *   work (COM15).
 */
export type ChannelProvider = {
  /** Whether the same key twice makes one message: only then is a message sent again after a crash (RUN13). */
  readonly deduplicates: boolean;
  /** How many messages of one connection one process gives it at once. */
  readonly concurrency: number;
  readonly capabilities: Capabilities;
  readonly settings: ConnectionShape;
  readonly credentials: ConnectionShape;
  send(delivery: Delivery, signal: AbortSignal): Promise<Delivered>;
  parseWebhook(connection: ChannelConnection, webhook: WebhookRequest): WebhookResult | Promise<WebhookResult>;
  testConnection(connection: ChannelConnection, signal: AbortSignal): Promise<ConnectionTest>;
  /** No answer of its server proves the credentials: connecting sends a test message to the owner (COM15). Absent: `testConnection` proves them. */
  readonly verifiedByMessage?: true;
  /** Absent: it runs on no phone of the store's. */
  readonly pairing?: Pairing;
  /** The addresses that it has verified. Absent: it lists none. */
  senders?(connection: ChannelConnection, signal: AbortSignal): Promise<SenderList>;
};

/** The providers that can be used, by channel and name. */
export type Providers = { readonly [Name in Channel]: { readonly [provider: string]: ChannelProvider } };
