import {
  createEndpoint,
  deleteEndpoint,
  listMessages,
  messageIdOf,
  messageSubject,
  presentWebhook,
  presentWebhookAttempt,
  presentWebhookMessage,
  readMessage,
  replayMessage,
  replayMissed,
  rotateEndpointSecret,
  sendTest,
  updateEndpoint,
  webhookCodes,
  webhookEndpointList,
  webhookEventTypes,
  webhookHeaderId,
  webhookMessageStates,
  withDatabase,
  type CommandContext,
  type WebhookEventType,
} from '@retoma/server/commands';
import { flag, refusal, required, UsageError, type CommandOutput, type Input } from '../command.ts';
import { integerOption, oneOf, uuid } from '../option-values.ts';
import { readOfStore, storeCommand, storeNotFound, type StoreInput } from '../store-command.ts';

type Refused = { readonly ok: false; readonly code: string };

const exampleStore = {
  'pt-BR': 'Uma loja de exemplo não envia nada para fora.',
  en: 'An example store sends nothing out.',
};

function refused({ code }: Refused, { storeId, locale }: StoreInput): CommandOutput {
  if (code === 'STORE_NOT_FOUND') return storeNotFound(storeId);
  const texts = code === 'EXAMPLE_STORE' ? exampleStore : webhookCodes[code as keyof typeof webhookCodes];
  return refusal(code, texts[locale]);
}

/** Runs a function of webhooks, and presents what it returns unless it refuses. */
async function run<Result extends { readonly ok: true } | Refused>(
  input: StoreInput,
  act: (context: CommandContext) => Promise<Result>,
  present: (result: Extract<Result, { readonly ok: true }>) => CommandOutput,
): Promise<CommandOutput> {
  const result = await withDatabase(input.environment, act);
  return result.ok ? present(result as Extract<Result, { readonly ok: true }>) : refused(result, input);
}

const onlyOnce = 'Store it now; it is not shown again.';
const webhookIdIn = ({ args }: Input): string => uuid(args[0]!, 'webhook');

/** The id of a message, which is written as in the header webhook-id. */
function messageIn({ args }: Input): string {
  const messageId = messageIdOf(args[1]!);
  if (messageId === undefined) throw new UsageError(`${args[1]} is not a valid message ID (msg_…)`);
  return messageId;
}

/** The events that --events names; undefined: it is absent; null: all. */
function eventsIn({ values }: Input): WebhookEventType[] | null | undefined {
  const text = values['events'];
  if (typeof text !== 'string') return undefined;
  if (text === 'all') return null;
  return text.split(',').map((name) => {
    const type = webhookEventTypes.find((one) => one === name.trim());
    if (!type) throw new UsageError(`--events must be all, or of: ${webhookEventTypes.join(', ')}`);
    return type;
  });
}

const eventsOption = {
  type: 'string',
  value: 'all|E,…',
  description: 'Events that it receives, separated by commas (default: all)',
} as const;
const thinOption = {
  type: 'string',
  value: 'true|false',
  description: 'Whether bodies have IDs and states only',
} as const;
const descriptionOption = { type: 'string', value: 'T', description: 'A note for people' } as const;

/** What create and update take alike; absent members stay. */
function decidedIn(input: Input) {
  const [types, thin, description] = [eventsIn(input), flag(input, 'thin'), input.values['description']];
  return {
    ...(types !== undefined && { types }),
    ...(thin !== undefined && { thin }),
    ...(typeof description === 'string' && { description: description.trim().slice(0, 200) || null }),
  };
}

type Shown = ReturnType<typeof presentWebhook>;

const lineOf = ({ webhookId, url, types, enabled, reason, failingSince, missed }: Shown): string =>
  [
    webhookId,
    enabled ? (failingSince === null ? 'enabled' : `failing since ${failingSince}`) : `disabled (${reason})`,
    types?.join(',') ?? 'all events',
    ...(missed > 0 ? [`${missed} missed`] : []),
    url,
  ].join('  ');

const list = storeCommand({
  usage: 'webhook list --store ID',
  summary: 'List the webhooks of a store',
  args: 0,
  async run(input) {
    const found = await readOfStore(input, webhookEndpointList);
    if (!found) return storeNotFound(input.storeId);
    const webhooks = found.map(presentWebhook);
    const none = { 'pt-BR': 'Nenhum webhook.', en: 'No webhooks.' }[input.locale];
    return { json: { webhooks }, text: webhooks.map(lineOf).join('\n') || none };
  },
});

const create = storeCommand({
  usage: 'webhook create --store ID --url U [--events all|E,…]',
  summary: 'Create a webhook, which receives the events of a store',
  options: {
    url: { type: 'string', value: 'U', description: 'https URL', required: true },
    events: eventsOption,
    thin: thinOption,
    description: descriptionOption,
  },
  args: 0,
  run: (input) => {
    const request = { url: required(input, 'url'), ...decidedIn(input) };
    return run(
      input,
      ({ webhooks, audit }) => createEndpoint(webhooks, input.storeId, request, audit),
      ({ endpoint, secret }) => ({
        json: { webhook: presentWebhook(endpoint), secret },
        text: `${secret}\n\nWebhook ${endpoint.endpointId}. ${onlyOnce}`,
      }),
    );
  },
});

const update = storeCommand({
  usage: 'webhook update WEBHOOKID --store ID [--url U] [--events all|E,…] [--enabled true|false]',
  summary: 'Change a webhook, disable it, or enable it again',
  options: {
    url: { type: 'string', value: 'U', description: 'https URL' },
    events: { ...eventsOption, description: 'Events that it receives, separated by commas' },
    thin: thinOption,
    description: descriptionOption,
    enabled: { type: 'string', value: 'true|false', description: 'Whether it receives events' },
  },
  args: 1,
  run: (input) => {
    const { url } = input.values;
    const enabled = flag(input, 'enabled');
    const change = {
      ...(typeof url === 'string' && { url }),
      ...decidedIn(input),
      ...(enabled !== undefined && { enabled }),
    };
    if (Object.keys(change).length === 0)
      throw new UsageError('webhook update requires an option that changes something');
    const webhookId = webhookIdIn(input);
    return run(
      input,
      ({ webhooks, audit }) => updateEndpoint(webhooks, input.storeId, webhookId, change, audit),
      ({ endpoint }) => ({ json: { webhook: presentWebhook(endpoint) }, text: lineOf(presentWebhook(endpoint)) }),
    );
  },
});

const rotate = storeCommand({
  usage: 'webhook rotate WEBHOOKID --store ID',
  summary: 'Replace the secret of a webhook; the old one is valid for 24 hours',
  args: 1,
  run: (input) => {
    const webhookId = webhookIdIn(input);
    return run(
      input,
      ({ webhooks, audit }) => rotateEndpointSecret(webhooks, input.storeId, webhookId, audit),
      ({ endpoint, secret }) => ({
        json: { webhook: presentWebhook(endpoint), secret },
        text: `${secret}\n\n${onlyOnce} The old secret expires at ${presentWebhook(endpoint).previousSecretEndsAt}.`,
      }),
    );
  },
});

const remove = storeCommand({
  usage: 'webhook delete WEBHOOKID --store ID',
  summary: 'Delete a webhook',
  args: 1,
  run: (input) => {
    const webhookId = webhookIdIn(input);
    return run(
      input,
      ({ webhooks, audit }) => deleteEndpoint(webhooks, input.storeId, webhookId, audit),
      () => ({ json: { webhookId, deleted: true }, text: `Deleted webhook ${webhookId}.` }),
    );
  },
});

const test = storeCommand({
  usage: 'webhook test WEBHOOKID --store ID [--event E]',
  summary: 'Send a ping, or the example of an event, to a webhook',
  options: { event: { type: 'string', value: 'E', description: 'Event (default: ping)' } },
  args: 1,
  run: (input) => {
    const webhookId = webhookIdIn(input);
    const type =
      input.values['event'] === undefined ? 'ping' : oneOf(input, 'event', ['ping', ...webhookEventTypes] as const);
    return run(
      input,
      ({ webhooks }) => sendTest(webhooks, input.storeId, webhookId, type),
      ({ messageId }) => {
        const id = webhookHeaderId(messageId);
        return {
          json: { messageId: id },
          text: `${id}\n\nretoma webhook messages ${webhookId} ${id} shows its attempts.`,
        };
      },
    );
  },
});

const messages = storeCommand({
  usage: 'webhook messages WEBHOOKID [MESSAGEID] --store ID [--state S] [--order O]',
  summary: 'List what was sent to a webhook, or show one message with its attempts and its body',
  options: {
    state: { type: 'string', value: webhookMessageStates.join('|'), description: 'Filter by state' },
    order: { type: 'string', value: 'O', description: 'Filter by number or ID of an order, or ID of a checkout' },
    limit: { type: 'string', value: 'N', description: 'Number of messages, at most 100 (default: 20)' },
  },
  args: 'any',
  run: (input) => {
    if (input.args.length === 2) return showMessage(input);
    if (input.args.length !== 1) throw new UsageError('webhook messages requires WEBHOOKID, and at most MESSAGEID');
    const webhookId = webhookIdIn(input);
    const { order } = input.values;
    const filter = {
      state: input.values['state'] === undefined ? undefined : oneOf(input, 'state', webhookMessageStates),
      limit: integerOption(input, 'limit', 100) ?? 20,
    };
    return run(
      input,
      async ({ webhooks }) => {
        const subject = typeof order === 'string' ? await messageSubject(webhooks.db, input.storeId, order) : undefined;
        return listMessages(webhooks, input.storeId, webhookId, { ...filter, subject });
      },
      ({ messages: found }) => {
        const listed = found.map((one) => ({
          messageId: webhookHeaderId(one.messageId),
          ...presentWebhookMessage(one),
        }));
        const lines = listed.map(({ messageId, createdAt, type, state, attempts }) =>
          [messageId, createdAt, state, `${attempts} attempts`, type].join('  '),
        );
        const none = { 'pt-BR': 'Nenhum envio.', en: 'No messages.' }[input.locale];
        return { json: { messages: listed }, text: lines.join('\n') || none };
      },
    );
  },
});

function showMessage(input: StoreInput): Promise<CommandOutput> {
  const [webhookId, messageId] = [webhookIdIn(input), messageIn(input)];
  return run(
    input,
    ({ webhooks }) => readMessage(webhooks, input.storeId, webhookId, messageId),
    ({ message: found }) => {
      const { body, attemptList } = found;
      const attempts = attemptList.map(presentWebhookAttempt);
      const message = { messageId: input.args[1]!, ...presentWebhookMessage(found), body, attemptList: attempts };
      const lines = attempts.map(
        ({ at, durationMs, status, error, response }) =>
          `${at}  ${status ?? error}  ${durationMs} ms${response ? `  ${response}` : ''}`,
      );
      return {
        json: { message },
        text: [`${message.type}  ${message.state}`, ...lines, body ?? '(erased)'].join('\n'),
      };
    },
  );
}

const replay = storeCommand({
  usage: 'webhook replay WEBHOOKID MESSAGEID|--since INSTANT --store ID',
  summary: 'Send one message again, or all that were missed since an instant',
  options: {
    since: { type: 'string', value: 'INSTANT', description: 'ISO 8601, for example 2026-03-12T00:00:00Z' },
  },
  args: 'any',
  run: (input) => {
    const since = input.values['since'];
    if (input.args.length === 2 && since === undefined) {
      const [webhookId, messageId] = [webhookIdIn(input), messageIn(input)];
      return run(
        input,
        ({ webhooks, audit }) => replayMessage(webhooks, input.storeId, webhookId, messageId, audit),
        () => ({ json: { replayed: 1 }, text: `Sending ${input.args[1]} again.` }),
      );
    }
    if (input.args.length !== 1 || typeof since !== 'string')
      throw new UsageError('webhook replay requires WEBHOOKID and either MESSAGEID or --since INSTANT');
    const at = Date.parse(since);
    if (!Number.isFinite(at)) throw new UsageError('--since must be an instant in ISO 8601');
    const webhookId = webhookIdIn(input);
    return run(
      input,
      ({ webhooks, audit }) => replayMissed(webhooks, input.storeId, webhookId, at, audit),
      ({ replayed }) => ({ json: { replayed }, text: `Sending ${replayed} messages again.` }),
    );
  },
});

/** Commands for webhooks: list, create, update, rotate, test, messages, replay, delete. */
export const webhookCommands = {
  'webhook list': list,
  'webhook create': create,
  'webhook update': update,
  'webhook rotate': rotate,
  'webhook test': test,
  'webhook messages': messages,
  'webhook replay': replay,
  'webhook delete': remove,
};
