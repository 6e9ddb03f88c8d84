import {
  connectionChannels,
  connectionRefusals,
  connectionStatuses,
  connectChannel,
  declarationOf,
  describeObservation,
  observationList,
  channelFirstContacts,
  firstContactFindings,
  paymentFirstContacts,
  providerNames,
  removeConnection,
  storeFind,
  testConnection,
  withDatabase,
  type ConnectionStatus,
  type FirstContact,
} from '@retoma/server/commands';
import { describeReason } from '@retoma/flow';
import { refusal, type CommandOutput } from '../command.ts';
import type { Locale } from '../language.ts';
import { credentialsIn, jsonOf } from '../read-json.ts';
import { channelLabels, oneOf, integerOption } from '../option-values.ts';
import { storeNotFound, readOfStore, storeCommand } from '../store-command.ts';

const texts = {
  'pt-BR': {
    set: (channel: string, provider: string) => `${channel}: enviado agora por ${provider}.`,
    webhook: (path: string) => `Endereço do webhook, depois de BASE_URL: ${path}`,
    verify: (secret: string) => `Token de verificação, se o provedor pedir: ${secret}`,
    removed: (channel: string) => `Conexão de ${channel} removida.`,
    verified: (account: string) => `Conexão verificada${account === '' ? '' : `: ${account}`}.`,
    none: 'Nenhuma conexão configurada: as mensagens desta loja falham com NO_CONNECTION.',
    working: 'ativa',
    unverified: 'não verificada',
    savedUnverified: 'Salva sem verificação. Para verificar: retoma connection test',
    closed: (until: string) => `suspensa até ${until}`,
    failing: (reason: string) => `erro: ${reason}`,
    perMinute: (count: number) => `até ${count} por minuto`,
    stopped: (names: string) => `modelos suspensos: ${names}`,
    payments: 'Pagamento',
    healthy: 'nenhum problema',
    nothing: 'Nenhuma conexão ou conta de pagamento.',
  },
  en: {
    set: (channel: string, provider: string) => `${channel}: now sent by ${provider}.`,
    webhook: (path: string) => `Webhook URL, after BASE_URL: ${path}`,
    verify: (secret: string) => `Verify token, if the provider asks for one: ${secret}`,
    removed: (channel: string) => `${channel} connection removed.`,
    verified: (account: string) => `Connection verified${account === '' ? '' : `: ${account}`}.`,
    none: 'No connections configured: messages of this store fail with NO_CONNECTION.',
    working: 'active',
    unverified: 'not verified',
    savedUnverified: 'Saved without verification. To verify: retoma connection test',
    closed: (until: string) => `suspended until ${until}`,
    failing: (reason: string) => `error: ${reason}`,
    perMinute: (count: number) => `at most ${count} per minute`,
    stopped: (names: string) => `suspended templates: ${names}`,
    payments: 'Payments',
    healthy: 'no problems',
    nothing: 'No connections or payment accounts.',
  },
} as const;

/** Timeout of a provider's response, in milliseconds. */
const timeoutMs = 20_000;

const channelOption = {
  type: 'string',
  value: connectionChannels.join('|'),
  description: 'Channel',
  required: true,
} as const;
const everyProvider = connectionChannels.flatMap((channel) =>
  providerNames(channel).map((name) => ({ name, ...declarationOf(channel, name) })),
);
const namesOf = (providers: readonly { readonly name: string }[]): string =>
  [...new Set(providers.map(({ name }) => name))].join('|');

const set = storeCommand({
  usage:
    'connection set --store ID --channel whatsapp|email|sms --provider NAME [--settings FILE] [--credentials FILE|--credentials-env NAME] [--per-minute N] [--daily-limit N|off] [--warm-up N|off] [--test-to PHONE] [--save-anyway]',
  summary: 'Connect a channel of a store to a provider, replacing any previous connection',
  options: {
    channel: channelOption,
    provider: {
      type: 'string',
      value: namesOf(everyProvider),
      description: `${namesOf(everyProvider.filter(({ isSimulated }) => isSimulated))} stores messages in an inbox instead of sending them`,
      required: true,
    },
    settings: {
      type: 'string',
      value: 'FILE',
      description: 'JSON file with the settings (default: unchanged; see docs/channels.md)',
    },
    credentials: { type: 'string', value: 'FILE', description: 'JSON file with the credentials (default: unchanged)' },
    'credentials-env': {
      type: 'string',
      value: 'NAME',
      description: 'Environment variable with the credentials as JSON',
    },
    'per-minute': { type: 'string', value: 'N', description: 'Maximum messages per minute (default: no limit)' },
    'daily-limit': {
      type: 'string',
      value: 'N|off',
      description: 'Maximum messages per day; the rest wait until the next day (default: unchanged)',
    },
    'warm-up': {
      type: 'string',
      value: 'N|off',
      description: 'Warm up a new number: N messages on the first day, 50% more each day (default: unchanged)',
    },
    'test-to': {
      type: 'string',
      value: 'PHONE',
      description: `Your phone number, for providers that are verified by a test message: ${namesOf(everyProvider.filter(({ verifiedByMessage }) => verifiedByMessage))}`,
    },
    'save-anyway': { type: 'boolean', description: 'Save without verifying the credentials with the provider' },
  },
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const channel = oneOf(input, 'channel', connectionChannels);
    const provider: string = oneOf(input, 'provider', providerNames(channel));
    const perMinute = integerOption(input, 'per-minute', 600_000) ?? null;
    const warmUp = input.values['warm-up'] === 'off' ? null : integerOption(input, 'warm-up', 100_000);
    const dailyLimit = input.values['daily-limit'] === 'off' ? null : integerOption(input, 'daily-limit', 1_000_000);
    const request = {
      channel,
      provider,
      perMinute,
      dailyLimit,
      warmUp,
      settings: jsonOf(input, 'settings'),
      credentials: credentialsIn(input),
      testTo: input.values['test-to'] as string | undefined,
      saveAnyway: input.values['save-anyway'] === true,
    };
    const connected = await withDatabase(input.environment, (context) =>
      connectChannel(context, storeId, request, AbortSignal.timeout(timeoutMs), context.audit),
    );
    if (!connected.ok) return connectionRefused(connected, locale);
    const { connectionId, notices, verified } = connected;
    const parts = [
      texts[locale].set(channelLabels[channel], provider),
      ...(verified ? [] : [texts[locale].savedUnverified]),
      ...(notices ? [texts[locale].webhook(notices.path)] : []),
      ...(notices?.verifyToken ? [texts[locale].verify(notices.verifyToken)] : []),
    ];
    return {
      json: { connectionId, channel, provider, perMinute, verified, ...(notices && { webhookPath: notices.path }) },
      text: parts.join('\n'),
    };
  },
});

const connectionRefused = (
  { code, issues, reason }: { code: keyof typeof connectionRefusals; issues: readonly string[]; reason?: string },
  locale: Locale,
): CommandOutput => {
  const why = reason === undefined ? [] : [`${reason}: ${describeReason(reason, locale) ?? reason}`];
  return refusal(code, [connectionRefusals[code][locale], ...issues, ...why].join('\n  '));
};

const test = storeCommand({
  usage: 'connection test --store ID --channel whatsapp|email|sms',
  summary: 'Verify the connection of a channel with its provider; sends nothing',
  options: { channel: channelOption },
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const channel = oneOf(input, 'channel', connectionChannels);
    const tested = await withDatabase(input.environment, (context) =>
      testConnection(context, storeId, channel, AbortSignal.timeout(timeoutMs)),
    );
    if (!tested.ok) return connectionRefused(tested, locale);
    const { connectionId, tried } = tested;
    if (tried.outcome === 'works') {
      return { json: { connectionId, ...tried }, text: texts[locale].verified(tried.account) };
    }
    const why = describeReason(tried.reason, locale) ?? tried.reason;
    return { json: { connectionId, ...tried }, text: `${tried.reason}: ${why}`, exitCode: 1 };
  },
});

const remove = storeCommand({
  usage: 'connection remove --store ID --channel whatsapp|email|sms',
  summary: 'Remove the connection of a channel; its webhooks are still received',
  options: { channel: channelOption },
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const channel = oneOf(input, 'channel', connectionChannels);
    const removed = await withDatabase(input.environment, (context) =>
      removeConnection(context, storeId, channel, context.audit),
    );
    if (!removed) return connectionRefused({ code: 'NO_CONNECTION', issues: [] }, locale);
    return { json: { channel, removed }, text: texts[locale].removed(channelLabels[channel]) };
  },
});

const list = storeCommand({
  usage: 'connection list --store ID',
  summary: 'List the connections of a store and their status',
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const read = await readOfStore(input, async (db) => ({
      connections: await connectionStatuses(db, storeId),
      observations: await observationList(db, storeId),
    }));
    if (!read) return storeNotFound(storeId);
    const { connections, observations } = read;
    const lines = connections.flatMap((connection) => [
      describeConnection(connection, locale),
      ...observations
        .filter(({ connectionId }) => connectionId === connection.connectionId)
        .map((one) => `  ${describeObservation(one, locale)}`),
    ]);
    return { json: { connections, observations }, text: lines.join('\n') || texts[locale].none };
  },
});

/** Describes a connection: `WhatsApp  sandbox: suspensa até 2026-03-10T15:15:00.000Z, erro: WRONG_TOKEN, até 60 por minuto`. */
function describeConnection(connection: ConnectionStatus, locale: Locale): string {
  const { channel, provider, perMinute, lastError, circuitOpenUntil, verified, stoppedTemplates } = connection;
  const say = texts[locale];
  const parts = [
    ...(circuitOpenUntil ? [say.closed(circuitOpenUntil.toISOString())] : []),
    ...(lastError === null ? [] : [say.failing(lastError)]),
    ...(verified ? [] : [say.unverified]),
    ...(stoppedTemplates.length > 0 ? [say.stopped(stoppedTemplates.join(', '))] : []),
  ];
  const pace = perMinute === null ? [] : [say.perMinute(perMinute)];
  return `${channelLabels[channel].padEnd(8)}  ${provider}: ${[...(parts.length > 0 ? parts : [say.working]), ...pace].join(', ')}`;
}

const doctor = storeCommand({
  usage: 'connection doctor --store ID',
  summary: 'Diagnose the connections and payment accounts of a store',
  args: 0,
  async run({ environment, storeId, locale }) {
    const contacts = await withDatabase(environment, async (context) =>
      (await storeFind(context.db, storeId))
        ? [...(await channelFirstContacts(context, storeId)), ...(await paymentFirstContacts(context, storeId))]
        : undefined,
    );
    if (!contacts) return storeNotFound(storeId);
    const isHealthy = contacts.every(({ findings }) => findings.length === 0);
    const text = contacts.map((contact) => describeContact(contact, locale)).join('\n') || texts[locale].nothing;
    return { json: { connections: contacts }, text, exitCode: isHealthy ? 0 : 1 };
  },
});

/** Describes what the first contact of a connection shows: each finding with its code, its text and the names to report. */
function describeContact({ of, provider, findings }: FirstContact, locale: Locale): string {
  const say = texts[locale];
  const name = of === 'payments' ? say.payments : channelLabels[of];
  const lines = findings.flatMap(({ code, count, shapes }) => [
    `  ${code} (${count}): ${firstContactFindings[code][locale]}`,
    ...shapes.map((shape) => `    ${shape}`),
  ]);
  return [`${name}  ${provider}:${findings.length === 0 ? ` ${say.healthy}` : ''}`, ...lines].join('\n');
}

/** Commands for connections of a store's channels: set, list, test, doctor, remove. */
export const connectionCommands = {
  'connection set': set,
  'connection list': list,
  'connection test': test,
  'connection doctor': doctor,
  'connection remove': remove,
};
