import { messageReasons, type Channel } from '@retoma/flow';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  ChannelConnection,
  WebhookResult,
  WebhookRequest,
  ChannelProvider,
  Delivered,
  ConnectionTest,
} from '../provider.ts';
import { openLog, unfiltered } from '../../../base/log/log.ts';
import { secretsIn } from '../../../testing/log-scan.ts';
import type { Behaviour } from './local-gateway.ts';

// The tests that every provider of every channel must pass, against a local server with its protocol.

/** A provider with its local server. */
export type ChannelUnderTest = {
  readonly channel: Channel;
  /** A recipient, and a message that the provider can send. */
  readonly to: string;
  readonly content: unknown;
  /** `allowPrivate`: whether it may call this machine. */
  open(allowPrivate: boolean): ChannelProvider;
  start(): Promise<{
    readonly connection: Pick<ChannelConnection, 'settings' | 'credentials'>;
    /** The same connection with wrong credentials. */
    readonly strangers: Pick<ChannelConnection, 'settings' | 'credentials'>;
    /** The number of messages that arrived. */
    readonly received: () => number;
    readonly behave: (behaviour: Behaviour) => void;
    readonly stalled: () => Promise<void>;
    readonly stop: () => Promise<void>;
  }>;
  /** The protocol has no retry-after time. Absent: it has one. */
  readonly saysNoTime?: true;
  /** Webhooks in the provider's format. Absent: it reports no replies. */
  readonly webhooks?: {
    /** A contact's reply `text` to the message `answers`, sent at `at`. */
    readonly reply: (id: string, text: string, answers: string, at: number) => WebhookRequest;
    /** The status of the message `providerId`. */
    readonly status: (providerId: string, status: 'delivered' | 'read', at: number) => WebhookRequest | null;
    /** The same webhook from an attacker who has everything but the secret. */
    readonly forge: (webhook: WebhookRequest) => WebhookRequest;
    /** Webhooks that are not replies of a customer: our own messages, group messages. */
    readonly asides: (at: number) => readonly WebhookRequest[];
    /** Replies do not identify the message that they answer. Absent: they do. */
    readonly answersNothing?: true;
    /** Webhooks contain no time: the time of receipt counts. Absent: they do. */
    readonly timeless?: true;
  };
};

const key = '0197a3c2-6f1e-7c11-8d2b-1f2e3d4c5b6a:steps[0]#1';
const now = Date.parse('2026-03-10T15:00:00Z');
const hour = 60 * 60_000;

/** Defines the tests for one provider. */
export function channelSuite(name: string, under: ChannelUnderTest): void {
  describe(`${name} as a provider of ${under.channel}`, () => {
    let server: Awaited<ReturnType<ChannelUnderTest['start']>>;
    beforeAll(async () => void (server = await under.start()));
    afterAll(() => server.stop());
    beforeEach(() => server.behave('takes'));

    const provider = under.open(true);
    const send = (
      connection = server.connection,
      { by = provider, signal = new AbortController().signal, content = under.content } = {},
    ): Promise<Delivered> =>
      by.send({ ...connection, key, storeId: 's', channel: under.channel, to: under.to, content }, signal);
    const owned = (connection: typeof server.connection): ChannelConnection => ({
      ...connection,
      connectionId: 'c',
      storeId: 's',
    });
    const parseWebhook = async (webhook: WebhookRequest): Promise<WebhookResult> =>
      provider.parseWebhook(owned(server.connection), webhook);

    test('a message is sent once, and has the provider’s id', async () => {
      const before = server.received();
      const delivered = await send();
      expect(delivered).toMatchObject({ outcome: 'sent', providerId: expect.stringMatching(/./) as string });
      expect(server.received()).toBe(before + 1);
    });

    test.each([
      ['refuses', 'refused'],
      ['limits', 'later'],
      ['is away', 'later'],
    ] as const)('if the provider %s, the message is %s, for a declared reason', async (behaviour, outcome) => {
      server.behave(behaviour);
      const delivered = await send();
      expect(delivered.outcome).toBe(outcome);
      expect(reasonOf(delivered)).toBeOneOf(Object.keys(messageReasons));
    });

    if (!under.saysNoTime)
      test('the requested wait of a provider is respected', async () => {
        server.behave('limits');
        expect(await send()).toMatchObject({ outcome: 'later', retryAfterMs: 7_000 });
      });

    test.each(['hangs up', 'stalls'] as const)(
      'if it %s after the request, the outcome is unknown',
      async (behaviour) => {
        server.behave(behaviour);
        const controller = new AbortController();
        const stalled = server.stalled();
        const sending = send(server.connection, { signal: controller.signal });
        if (behaviour === 'stalls') {
          await stalled;
          controller.abort();
        }
        expect(await sending).toEqual({ outcome: 'uncertain' });
      },
    );

    test('[CHK20] a refusal that repeats keys and personal data leaves none of them in a log', async () => {
      server.behave('echoes');
      const lines: string[] = [];
      // Without the log's redaction, since the provider must not pass secrets to the log at all.
      const log = openLog('debug', { write: (line: string) => void lines.push(line) }, unfiltered);
      const signal = new AbortController().signal;
      const asks: (() => Promise<Delivered | ConnectionTest>)[] = [
        () => send(),
        () => provider.testConnection(owned(server.connection), signal),
      ];
      for (const ask of asks) {
        await ask().then(
          // The account name of a working connection is for its owner only.
          (answer) => log.debug(answer.outcome === 'works' ? { outcome: 'works' } : { answer }, 'asked'),
          (error: unknown) => log.error({ err: error }, 'asked'),
        );
      }
      expect(lines).toHaveLength(2);
      expect(secretsIn(lines)).toEqual([]);
      for (const own of Object.values(server.connection.credentials as Record<string, unknown>))
        if (typeof own === 'string') expect(lines.join('')).not.toContain(own);
    });

    test('wrong credentials break the connection', async () => {
      expect(await send(server.strangers)).toMatchObject({ outcome: 'broken' });
      expect(reasonOf(await send(server.strangers))).toBeOneOf(Object.keys(messageReasons));
    });

    test('an incomplete connection is broken, and no request is sent', async () => {
      const before = server.received();
      expect(await send({ settings: {}, credentials: {} })).toEqual({ outcome: 'broken', reason: 'INVALID_SETTINGS' });
      expect(server.received()).toBe(before);
    });

    test('a private address is not called unless that is allowed', async () => {
      const before = server.received();
      const delivered = await send(server.connection, { by: under.open(false) });
      expect(delivered).toEqual({ outcome: 'broken', reason: 'PRIVATE_ADDRESS' });
      expect(server.received()).toBe(before);
    });

    test('with a closed port the message was not sent', async () => {
      const closed = await under.start();
      await closed.stop();
      expect(await send(closed.connection)).toEqual({ outcome: 'later', reason: 'UNREACHABLE' });
      const tried = await provider.testConnection(owned(closed.connection), new AbortController().signal);
      expect(tried).toEqual({ outcome: 'unreachable', reason: 'UNREACHABLE' });
    });

    test('[COM15] a test of a silent server ends at the deadline, as unreachable', async () => {
      server.behave('is silent');
      const ends = new AbortController();
      const stalled = server.stalled();
      const trying = provider.testConnection(owned(server.connection), ends.signal);
      await stalled;
      ends.abort();
      expect(await trying).toMatchObject({ outcome: 'unreachable' });
    });

    test('[COM15] a connection is tested without sending a message, and refused with wrong credentials', async () => {
      const before = server.received();
      const { signal } = new AbortController();
      expect(await provider.testConnection(owned(server.connection), signal)).toMatchObject({ outcome: 'works' });
      expect(await provider.testConnection(owned(server.strangers), signal)).toMatchObject({ outcome: 'broken' });
      expect(server.received()).toBe(before);
    });

    test('its webhooks are tested if they report replies', () => {
      expect(under.webhooks !== undefined).toBe(provider.webhooks?.reports.replies ?? false);
    });

    if (!provider.webhooks)
      test('without webhooks every request to their URL is rejected', async () => {
        for (const method of ['GET', 'POST'] as const) {
          const webhook = {
            method,
            url: 'https://pay.retoma.example/webhooks/c',
            headers: {},
            query: {},
            now,
          } as const;
          for (const body of ['', '{}'])
            expect(await parseWebhook({ ...webhook, body: Buffer.from(body) })).toEqual({
              outcome: 'invalid_signature',
            });
        }
      });

    if (!under.webhooks) return;
    const { reply, status, forge, asides, answersNothing, timeless } = under.webhooks;
    describe('webhooks', () => {
      const replyWebhook = (at = now): WebhookRequest => reply('IN-1', 'já paguei', 'ID-1', at);

      test('a reply identifies its message; reported twice it has the same id', async () => {
        const result = await parseWebhook(replyWebhook());
        expect(result).toMatchObject({
          outcome: 'parsed',
          updates: [
            {
              kind: 'reply',
              id: 'IN-1',
              from: expect.stringMatching(/^\d{10,15}$/) as string,
              text: 'já paguei',
              ...(!answersNothing && { answers: 'ID-1' }),
              at: now,
            },
          ],
        });
        expect(await parseWebhook(replyWebhook())).toEqual(result);
      });

      test('statuses are parsed in any order', async () => {
        const statuses = (['read', 'delivered'] as const).flatMap((one) => status('ID-1', one, now - hour) ?? []);
        const kinds = [];
        for (const webhook of statuses) {
          const result = await parseWebhook(webhook);
          if (result.outcome === 'parsed')
            kinds.push(...result.updates.map((one) => one.kind === 'status' && one.status));
        }
        expect(kinds).toEqual(statuses.length === 0 ? [] : ['read', 'delivered']);
      });

      test('forged webhooks are rejected', async () => {
        expect(await parseWebhook(forge(replyWebhook()))).toEqual({ outcome: 'invalid_signature' });
        const late = status('ID-1', 'read', now);
        if (late) expect(await parseWebhook(forge(late))).toEqual({ outcome: 'invalid_signature' });
      });

      if (!timeless)
        test('stale and future webhooks are ignored', async () => {
          for (const at of [now - 8 * 24 * hour, now + hour]) {
            const shape = at < now ? 'reply-old' : 'reply-ahead';
            const updates = [{ kind: 'observation', code: 'wrong_time', shape }];
            expect(await parseWebhook({ ...replyWebhook(at), now })).toEqual({ outcome: 'parsed', updates });
          }
        });

      test('our own messages and group messages are ignored', async () => {
        for (const aside of asides(now)) expect(await parseWebhook(aside)).toEqual({ outcome: 'parsed', updates: [] });
      });

      test('an invalid webhook is ignored or forged', async () => {
        const nonsense = ['', '{', 'null', '[]', '0', '{"a":', '{"__proto__":{"x":1}}', '{"entry":[null]}', '\xff'];
        for (const text of nonsense) {
          const result = await parseWebhook({ ...replyWebhook(), body: Buffer.from(text, 'latin1') });
          if (result.outcome === 'parsed')
            expect(result.updates.filter(({ kind }) => kind !== 'observation')).toEqual([]);
        }
      });
    });
  });
}

/** The reason without the provider's own code. */
const reasonOf = (delivered: Delivered): string => ('reason' in delivered ? delivered.reason.split(':')[0]! : '');
