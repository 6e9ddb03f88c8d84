import { openOutgoing, type CallOut } from '../../../base/net/http-client.ts';
import {
  openProvider,
  type ChannelConnection,
  type ChannelProvider,
  type ProviderDefinition,
  type WebhookRequest,
} from '../provider.ts';
import { channelSuite, type ChannelUnderTest } from './channel-suite.ts';
import type { LocalGateway } from './local-gateway.ts';

// The suite of providers that take messages to phones over HTTP: `gatewayProvider`.

/** The account that a local server accepts, without its address. */
export type GatewayAccount = Pick<ChannelConnection, 'settings' | 'credentials'>;

/** Opens a gateway's provider that may call this machine. */
export const openForTest = (
  definition: ProviderDefinition<{ readonly callOut: CallOut }>,
  allowPrivate = true,
): ChannelProvider => openProvider(definition, { callOut: openOutgoing({ allowPrivate }) });

type GatewayUnderTest = Pick<ChannelUnderTest, 'channel' | 'webhooks'> & {
  /** Starts its local server. */
  readonly start: () => Promise<LocalGateway>;
  readonly account: GatewayAccount;
  /** Invalid credentials. */
  readonly wrong: GatewayAccount['credentials'];
  /** The setting with the provider's address. Absent: `baseUrl`. */
  readonly address?: string;
};

/** Defines the tests for one gateway. */
export const gatewaySuite = (
  definition: ProviderDefinition<{ readonly callOut: CallOut }>,
  { channel, start, account, wrong, address = 'baseUrl', webhooks }: GatewayUnderTest,
): void =>
  channelSuite(definition.label.en, {
    channel,
    to: '+55 (11) 98765-4321',
    content: channel === 'sms' ? { message: 'Oi, Ana!' } : { type: 'text', message: 'Oi, Ana!' },
    open: (allowPrivate) => openForTest(definition, allowPrivate),
    async start() {
      const gateway = await start();
      const settings = { ...account.settings, [address]: gateway.url };
      return {
        connection: { settings, credentials: account.credentials },
        strangers: { settings, credentials: { ...account.credentials, ...wrong } },
        received: () => gateway.received.length,
        behave: gateway.behave,
        stalled: gateway.stalled,
        stop: gateway.stop,
      };
    },
    ...(webhooks && { webhooks }),
  });

/** The contact who replies in tests. */
export const ana = '5511987654321';

/** When webhooks of tests arrive. */
export const now = Date.parse('2026-03-10T15:00:00Z');

/** A webhook. */
export const post = (body: string, url: string, headers: Record<string, string> = {}): WebhookRequest => ({
  method: 'POST',
  url,
  headers,
  query: {},
  body: Buffer.from(body),
  now,
});

/** A webhook of JSON with an account's secret in its URL. */
export const postSecret = (
  body: object,
  { credentials }: { readonly credentials: { readonly noticeSecret: string } },
): WebhookRequest =>
  post(JSON.stringify(body), `https://pay.retoma.example/webhooks/c/${credentials.noticeSecret}`, {
    'content-type': 'application/json',
  });

/** The same webhook with the secret of another store. */
export const withoutSecret = (webhook: WebhookRequest): WebhookRequest => ({
  ...webhook,
  url: webhook.url.replace(/[^/]+$/, 'segredo-de-outra-loja'),
});
