import type { Localized } from '@retoma/commerce';
import type { Channel, MjmlParts } from '@retoma/flow';
import type { SettingsForm, WhereToFind } from '../../base/settings-form.ts';
import type { Composed } from './gateway-format.ts';
import type { Observation } from './observation.ts';

/** A store's connection with its unsealed credentials. Credentials leave the process only in requests to the provider. */
export type ChannelConnection = {
  readonly connectionId: string;
  readonly storeId: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly credentials: Readonly<Record<string, unknown>>;
};

/** Our URLs for one message. They are opaque: they reveal no recipient and cannot be forged. */
export type TrackingUrls = {
  /** URL of the open pixel, which is loaded when an e-mail is opened. */
  readonly open: string;
  /** URL of the unsubscribe page of this channel, and of RFC 8058's POST. */
  readonly unsubscribe: string;
  /** A URL that redirects to `target` and records the click. */
  readonly click: (target: string) => string;
};

/** A message for a provider to send. */
export type Delivery = {
  /**
   * The idempotency key, for providers that have one (RUN13). It is the same for every attempt at one message, and different for every
   * message.
   */
  readonly key: string;
  /** The event whose run sends the message, for its trace. Absent: no run sends it. */
  readonly eventId?: string;
  readonly storeId: string;
  readonly channel: Channel;
  readonly to: string;
  /** The step's data with every metatag replaced. */
  readonly content: unknown;
  /** The MJML of an e-mail, from `composeMessage`. Absent: the HTML is made from `content`, for this message only. */
  readonly mjml?: MjmlParts;
  /** The settings of the store's connection. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The unsealed credentials of the store's connection. Absent: it has none. */
  readonly credentials?: Readonly<Record<string, unknown>>;
  /** Absent: nothing is tracked, and there is no unsubscribe link. */
  readonly marks?: TrackingUrls;
  /** The URL of the connection's webhooks, for reports on this message. Absent: the owner configured it at the provider. */
  readonly webhookUrl?: string;
  /** Whether free-form messages to the person are allowed now (`windowHours`), from `isWindowOpen`. Absent: unknown. */
  readonly windowOpen?: boolean;
};

/**
 * The outcome of a send:
 * - `sent`: the provider accepted the message. `providerId`: its id of the message.
 * - `refused`: permanently refused; the send fails and the flow continues (RUN5).
 * - `opted_out`: refused, because the person opted out.
 * - `later`: certainly not delivered; it is retried, at the earliest after `retryAfterMs` milliseconds if given.
 * - `broken`: the connection does not work (a wrong key, a blocked number): nothing is sent over it until its owner fixes it.
 * - `uncertain`: unknown whether it was sent (a timeout after the request was sent).
 */
export type Delivered =
  | { readonly outcome: 'sent'; readonly providerId?: string }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'opted_out' }
  | { readonly outcome: 'later'; readonly reason: string; readonly retryAfterMs?: number }
  | { readonly outcome: 'broken'; readonly reason: string }
  | { readonly outcome: 'uncertain' };

/** A webhook request. `headers`: lower-case names; `url`: the full public URL that was called; `body`: the raw bytes. */
export type WebhookRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** Milliseconds since 1970. */
  readonly now: number;
};

/** A message of ours: by the provider's id of it, or by our key. */
export type MessageRef = { readonly providerId: string } | { readonly key: string };

/**
 * A contact as a provider names them. `from`: their phone or e-mail address; `alias`: the provider's own id of the person, from which no
 * address follows (`aliasOf`). Either may be missing.
 */
export type ReportedContact = { readonly from?: string; readonly alias?: string };

/**
 * An update that a provider reports. `at`: when it happened, milliseconds since 1970. `id`: the same when the update is repeated.
 * - `status`: the status of our message. A lower status never replaces a higher one. `to`: its recipient, if the provider names them.
 * - `reply`: a contact's message to us; `answers`: the provider's id of the message that it replies to, if known. Without an address and an
 *   alias, the contact is the recipient of that message.
 * - `preference`: a contact opted out at the provider, or in again. `message`: the one whose recipient the contact is, if nothing else names
 *   them.
 * - `bounce`: an address is permanently or temporarily unreachable; `complaint`: a spam report. `about`: the provider's id of the
 *   message. An update with `about` is unauthenticated: it counts only if that message was sent to that address.
 * - `connection`: the state of the connection: a phone was disconnected, or is connected again.
 * - `observation`: something in the webhook that cannot be used; it is counted.
 * - `template`: the state of a template of the account; `stopped`: nothing can be sent with it (COM44).
 */
export type ChannelUpdate =
  | {
      readonly kind: 'status';
      readonly message: MessageRef;
      readonly status: 'sent' | 'delivered' | 'read' | 'failed';
      readonly reason?: string;
      readonly to?: ReportedContact;
      readonly at: number;
    }
  | (ReportedContact & {
      readonly kind: 'reply';
      readonly id: string;
      readonly text: string;
      readonly answers?: string;
      readonly at: number;
    })
  | (ReportedContact & {
      readonly kind: 'preference';
      readonly message?: MessageRef;
      readonly wants: boolean;
      readonly at: number;
    })
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
  | { readonly kind: 'connection'; readonly open: boolean; readonly reason?: string; readonly at: number }
  | {
      readonly kind: 'template';
      readonly name: string;
      readonly language: string;
      readonly stopped: boolean;
      readonly at: number;
    }
  | Observation;

/** The result of parsing a webhook. `answer`: the response body, if not an empty 200. `invalid_signature`: the provider did not send it. */
export type WebhookResult =
  | { readonly outcome: 'parsed'; readonly updates: readonly ChannelUpdate[]; readonly answer?: string }
  | { readonly outcome: 'invalid_signature' };

/** The result of a connection test. `account`: the account's name at the provider, so that the owner recognises it. */
export type ConnectionTest =
  | { readonly outcome: 'works'; readonly account: string }
  | { readonly outcome: 'broken'; readonly reason: string }
  | { readonly outcome: 'unreachable'; readonly reason: string };

/** The state of pairing a phone. `waiting`: the phone must scan `qr`, a `data:` URL of a PNG; null: not generated yet, query again. */
export type PairingState = ConnectionTest | { readonly outcome: 'waiting'; readonly qr: string | null };

/**
 * Pairs a phone of the store with a provider. `look` returns the state and starts the pairing if it has not started; it is called every
 * few seconds. `account` of `works`: the phone's digits, if reported. `end` unpairs the phone.
 */
export type Pairing = {
  look(connection: ChannelConnection, signal: AbortSignal): Promise<PairingState>;
  end(connection: ChannelConnection, signal: AbortSignal): Promise<ConnectionTest>;
};

/** The verified sender addresses at a provider; `broken` and `unreachable` as for a connection test. */
export type SenderList =
  | { readonly outcome: 'listed'; readonly senders: readonly { readonly name: string; readonly email: string }[] }
  | Exclude<ConnectionTest, { outcome: 'works' }>;

/** A provider's webhooks. */
export type DeclaredWebhooks = {
  /** Where the owner pastes their URL at the provider. */
  readonly setupHelp: Localized;
  /** Whether the owner also pastes a token, by which the provider verifies the URL. */
  readonly hasVerifyToken?: true;
  /** Whether they report deliveries and replies. */
  readonly reports: { readonly delivered: boolean; readonly replies: boolean };
};

/** What a provider declares of itself. */
export type ProviderDeclaration = {
  /** The name for store owners. */
  readonly label: Localized;
  /** Whether it sends nothing to anyone: messages stay in an inbox. */
  readonly isSimulated?: true;
  /** Whether it connects a phone without WhatsApp's permission, and not every phone shows its buttons. */
  readonly isUnofficial?: true;
  readonly form: SettingsForm;
  readonly whereToFind?: WhereToFind;
  /** Absent: it sends no webhooks, and every request to their URL is rejected. */
  readonly webhooks?: DeclaredWebhooks;
  /** Hours after a contact's last message in which free-form messages are allowed; null: always. */
  readonly windowHours: number | null;
  /** Whether the provider deduplicates by key: only then is a message sent again after a crash (RUN13). */
  readonly deduplicates: boolean;
  /** The most concurrent sends of one connection in one process. */
  readonly concurrency: number;
  /** The SPF domain of its mail servers. Absent: they are the store's own. */
  readonly spfDomain?: string;
  /**
   * No response of the server proves the credentials, so connecting sends the owner a test message (COM15). Absent: `testConnection`
   * proves them.
   */
  readonly verifiedByMessage?: true;
  /** The requests that would send a message, without making them. Pure. Absent: it sends without requests of its own. */
  compose?(delivery: Delivery): Composed;
};

/**
 * The requests to a provider. They do not access the database or hold a database connection; `signal` aborts every call.
 * - `send`: an exception counts as `uncertain`. `content` is untrusted: it contains a shopper's data.
 * - `parseWebhook`: pure. A repeated update has the same id; a late update is returned like any other.
 * - `testConnection`: tests a connection without sending a message. `works` requires that the provider accepted the credentials (COM15).
 */
export type ProviderCalls = {
  send(delivery: Delivery, signal: AbortSignal): Promise<Delivered>;
  parseWebhook(connection: ChannelConnection, webhook: WebhookRequest): WebhookResult | Promise<WebhookResult>;
  testConnection(connection: ChannelConnection, signal: AbortSignal): Promise<ConnectionTest>;
  /** Absent: the provider uses no phone of the store. */
  readonly pairing?: Pairing;
  /** Lists the sender addresses that the provider verified. Absent: it cannot list them. */
  senders?(connection: ChannelConnection, signal: AbortSignal): Promise<SenderList>;
};

/** A provider of a running process. */
export type ChannelProvider = ProviderDeclaration & ProviderCalls;

/** A channel provider: everything that differs between providers. One folder each, listed in registry.ts. */
export type ProviderDefinition<Parts> = ProviderDeclaration & {
  open(parts: Parts): ProviderCalls;
};

/** Opens a provider with what it needs of its process. */
export const openProvider = <Parts>(definition: ProviderDefinition<Parts>, parts: Parts): ChannelProvider => ({
  ...definition,
  ...definition.open(parts),
});

/** The available providers, by channel and name. */
export type Providers = { readonly [Name in Channel]: { readonly [provider: string]: ChannelProvider } };
