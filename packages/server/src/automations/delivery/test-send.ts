import {
  channelOf,
  composeMessage,
  countSms,
  isSend,
  recipientPlaces,
  stepAt,
  textOfSms,
  type Channel,
  type Flow,
  type SendStep,
  type SmsParts,
} from '@retoma/flow';
import type { Delivered, Providers } from '../../providers/channels/provider.ts';
import { isWindowOpen } from '../../providers/channels/window.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { automationFind } from '../definitions/queries/automations.ts';
import { connectionFindActive } from '../../providers/queries/connections.ts';
import { conversationFindMany } from './queries/conversations.ts';
import { newId } from '../../base/ids.ts';
import { hashContact } from '../../base/crypto/contact-hash.ts';
import { unseal } from '../../base/crypto/seal.ts';
import type { InboundDeps } from './inbound/receive-inbound.ts';
import { readStoreExample, type StoreExample } from '../run-data/store-example.ts';

/** Dependencies of test messages. `credentialsKey`: `deriveKey(secret, 'credentials')`. */
export type TestSendDeps = Pick<InboundDeps, 'contactSecret'> & {
  readonly db: Database;
  readonly clock: Clock;
  readonly credentialsKey: Buffer;
  readonly channelProviders: Providers;
  readonly baseUrl: string;
};

/** The step of a test message, and its recipient: the requesting member. `path` as on the command line: `steps[1].onResponse[0]`. */
export type TestSend = {
  readonly storeId: string;
  readonly automationId: string;
  readonly path: string;
  readonly to: string;
};

/** The result. `sms`: the parts of an SMS. The reason of a refusal is one of packages/flow/src/channels/reasons.ts. */
export type TestSent =
  | {
      ok: true;
      channel: Channel;
      provider: string;
      isSimulated: boolean;
      content: unknown;
      sms: SmsParts | null;
      delivered: Delivered;
    }
  | { ok: false; code: 'AUTOMATION_NOT_FOUND' | 'STEP_NOT_FOUND' | 'NO_CONNECTION' | NotComposed };

type NotComposed = Extract<ReturnType<typeof composeMessage>, { ok: false }>['reason'];

/** Sends one step of an automation's draft, as `sendExample` does. */
export async function testSend(deps: TestSendDeps, ask: TestSend, signal: AbortSignal): Promise<TestSent> {
  const { storeId, automationId, path, to } = ask;
  const automation = await automationFind(deps.db, storeId, automationId);
  if (!automation) return { ok: false, code: 'AUTOMATION_NOT_FOUND' };
  const step = stepAt(JSON.parse(automation.draft) as Flow, path);
  if (step?.type !== 'action' || !isSend(step)) return { ok: false, code: 'STEP_NOT_FOUND' };
  return sendExample(deps, { storeId, step, to }, signal);
}

/** The step of a test message, and its recipient. */
export type ExampleSend = Pick<TestSend, 'storeId' | 'to'> & { readonly step: SendStep };

/**
 * Sends a test message to a member over the store's own connection, with the catalogue's examples as metatags. It is neither in the ledger
 * nor in a run, and reactions to it are ignored.
 */
export async function sendExample(deps: TestSendDeps, ask: ExampleSend, signal: AbortSignal): Promise<TestSent> {
  const { db, credentialsKey, channelProviders, baseUrl } = deps;
  const { storeId, step } = ask;
  const channel = channelOf[step.name];
  const connection = await connectionFindActive(db, storeId, channel);
  const provider = connection && channelProviders[channel][connection.provider];
  if (!provider) return { ok: false, code: 'NO_CONNECTION' };
  const example = await exampleFor(deps, ask);
  if (!example) return { ok: false, code: 'NO_CONNECTION' };
  const composed = composeMessage(step, example.source, { baseUrl, timeZone: example.timeZone });
  if (!composed.ok) return { ok: false, code: composed.reason };
  const { content, mjml } = composed;
  const { connectionId, settings, credentials: sealed } = connection;
  const credentials = sealed && (unseal(credentialsKey, connectionId, sealed) as Record<string, unknown> | undefined);
  const delivered = await provider.send(
    {
      key: `test:${newId()}`,
      storeId,
      channel,
      to: composed.to,
      content,
      ...(mjml && { mjml }),
      settings,
      ...(credentials && { credentials }),
      windowOpen: isWindowOpen(provider, await lastInbound(deps, connectionId, ask, channel), deps.clock()),
    },
    signal,
  );
  const sms = channel === 'sms' ? countSms(previewText(content, settings)) : null;
  const { isSimulated = false } = provider;
  return { ok: true, channel, provider: connection.provider, isSimulated, content, sms, delivered };
}

/** The store's example, with the requesting member as the recipient. */
async function exampleFor(deps: TestSendDeps, { storeId, step, to }: ExampleSend): Promise<StoreExample | undefined> {
  const example = await readStoreExample(deps, storeId);
  const recipients: readonly string[] = recipientPlaces[channelOf[step.name]];
  return example && { ...example, source: (name) => (recipients.includes(name) ? to : example.source(name)) };
}

/** The text of an SMS as it is sent. */
const previewText = (content: unknown, settings: Readonly<Record<string, unknown>>): string =>
  textOfSms(content as { message: string }, settings['removeAccents'] !== false);

async function lastInbound(
  deps: TestSendDeps,
  connectionId: string,
  { storeId, to }: ExampleSend,
  channel: Channel,
): Promise<number | null> {
  const contactHash = hashContact(deps, storeId, channel, to);
  if (!contactHash) return null;
  return (await conversationFindMany(deps.db, [{ connectionId, contactHash }]))[0]?.lastInboundAt ?? null;
}
