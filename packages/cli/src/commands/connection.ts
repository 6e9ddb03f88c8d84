import {
  connectionChannels,
  connectionRefusals,
  connectionStatuses,
  connectVerified,
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
import { noStore, readOfStore, storeCommand } from '../store-command.ts';

const texts = {
  'pt-BR': {
    set: (channel: string, provider: string) => `${channel} sai agora por ${provider}.`,
    webhook: (path: string) => `Endereço dos avisos, abaixo de BASE_URL: ${path}`,
    verify: (secret: string) => `Se o provedor pedir um token de verificação: ${secret}`,
    removed: (channel: string) => `${channel} não tem mais conexão.`,
    tried: (account: string) => `Funciona${account === '' ? '' : `: ${account}`}.`,
    none: 'Nenhuma conexão: as mensagens desta loja falham com NO_CONNECTION.',
    working: 'funciona',
    unverified: 'não verificada',
    savedUnverified: 'Salva sem verificar: o provedor não foi consultado. Verifique com connection test.',
    closed: (until: string) => `fechada até ${until}`,
    failing: (reason: string) => `com problema: ${reason}`,
    perMinute: (count: number) => `até ${count} por minuto`,
    stopped: (names: string) => `modelos parados: ${names}`,
    payments: 'Pagamento',
    healthy: 'nada a corrigir',
    nothing: 'Nenhuma conexão nem conta de pagamento.',
  },
  en: {
    set: (channel: string, provider: string) => `${channel} leaves by ${provider} from now on.`,
    webhook: (path: string) => `Address of its webhooks, below BASE_URL: ${path}`,
    verify: (secret: string) => `Where the provider asks for a verify token: ${secret}`,
    removed: (channel: string) => `${channel} has no connection any more.`,
    tried: (account: string) => `It works${account === '' ? '' : `: ${account}`}.`,
    none: 'No connections: the messages of this store fail with NO_CONNECTION.',
    working: 'works',
    unverified: 'not verified',
    savedUnverified: 'Saved without verifying: the provider was not asked. Verify it with connection test.',
    closed: (until: string) => `closed until ${until}`,
    failing: (reason: string) => `in trouble: ${reason}`,
    perMinute: (count: number) => `${count} a minute at most`,
    stopped: (names: string) => `stopped templates: ${names}`,
    payments: 'Payments',
    healthy: 'nothing to correct',
    nothing: 'No connections and no payment accounts.',
  },
} as const;

/** Timeout of a provider's response, in milliseconds. */
const timeoutMs = 20_000;

const channelOption = {
  type: 'string',
  value: connectionChannels.join('|'),
  description: 'The channel',
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
  summary: 'Connect a channel of a store to a provider once it accepted the credentials, in place of the one it had',
  options: {
    channel: channelOption,
    provider: {
      type: 'string',
      value: namesOf(everyProvider),
      description: `${namesOf(everyProvider.filter(({ isSimulated }) => isSimulated))} keeps the messages in an inbox and sends nothing`,
      required: true,
    },
    settings: {
      type: 'string',
      value: 'FILE',
      description: 'What it asks for, as JSON; absent: as before (docs/channels.md)',
    },
    credentials: { type: 'string', value: 'FILE', description: 'What is secret of it, as JSON; absent: as before' },
    'credentials-env': { type: 'string', value: 'NAME', description: 'The environment variable that holds it instead' },
    'per-minute': { type: 'string', value: 'N', description: 'The most messages in a minute (no limit)' },
    'daily-limit': {
      type: 'string',
      value: 'N|off',
      description: 'The most messages in a day; the others wait for the next; absent: as before',
    },
    'warm-up': {
      type: 'string',
      value: 'N|off',
      description: 'A new number: N messages on its first day, each day half as many again; absent: as before',
    },
    'test-to': {
      type: 'string',
      value: 'PHONE',
      description: `Your own number: --provider ${namesOf(everyProvider.filter(({ verifiedByMessage }) => verifiedByMessage))} is verified by an SMS`,
    },
    'save-anyway': { type: 'boolean', description: 'Save it as not verified; the provider is not asked' },
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
    const made = await withDatabase(input.environment, (context) =>
      connectVerified(context, storeId, request, AbortSignal.timeout(timeoutMs), context.audit),
    );
    if (!made.ok) return connectionRefused(made, locale);
    const { connectionId, notices, verified } = made;
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

const tryOut = storeCommand({
  usage: 'connection test --store ID --channel whatsapp|email|sms',
  summary: 'Ask the provider of a channel whether its connection works; nothing is sent to anybody',
  options: { channel: channelOption },
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const channel = oneOf(input, 'channel', connectionChannels);
    const came = await withDatabase(input.environment, (context) =>
      testConnection(context, storeId, channel, AbortSignal.timeout(timeoutMs)),
    );
    if (!came.ok) return connectionRefused(came, locale);
    const { connectionId, tried } = came;
    if (tried.outcome === 'works') {
      return { json: { connectionId, ...tried }, text: texts[locale].tried(tried.account) };
    }
    const why = describeReason(tried.reason, locale) ?? tried.reason;
    return { json: { connectionId, ...tried }, text: `${tried.reason}: ${why}`, exitCode: 1 };
  },
});

const remove = storeCommand({
  usage: 'connection remove --store ID --channel whatsapp|email|sms',
  summary: 'Take the connection of a channel away; what comes back over it is still heard',
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
  summary: 'List the connections of a store, and whether they work',
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const read = await readOfStore(input, async (db) => ({
      connections: await connectionStatuses(db, storeId),
      observations: await observationList(db, storeId),
    }));
    if (!read) return noStore(storeId);
    const { connections, observations } = read;
    const lines = connections.flatMap((connection) => [
      describeConnection(connection, locale),
      ...observations
        .filter(({ connectionId }) => connectionId === connection.connectionId)
        .map((one) => `  ${describeObservation(one, locale)}`),
    ]);
    const published = connections.map(({ lastError, ...connection }) => ({ ...connection, trouble: lastError }));
    return { json: { connections: published, observations }, text: lines.join('\n') || texts[locale].none };
  },
});

/** Describes a connection: `WhatsApp  sandbox: fechada até 2026-03-10T15:15:00.000Z, com problema: WRONG_TOKEN, até 60 por minuto`. */
function describeConnection(connection: ConnectionStatus, locale: Locale): string {
  const { channel, provider, perMinute, lastError, closedUntil, verified, stoppedTemplates } = connection;
  const say = texts[locale];
  const parts = [
    ...(closedUntil ? [say.closed(closedUntil.toISOString())] : []),
    ...(lastError === null ? [] : [say.failing(lastError)]),
    ...(verified ? [] : [say.unverified]),
    ...(stoppedTemplates.length > 0 ? [say.stopped(stoppedTemplates.join(', '))] : []),
  ];
  const pace = perMinute === null ? [] : [say.perMinute(perMinute)];
  return `${channelLabels[channel].padEnd(8)}  ${provider}: ${[...(parts.length > 0 ? parts : [say.working]), ...pace].join(', ')}`;
}

const doctor = storeCommand({
  usage: 'connection doctor --store ID',
  summary: 'Say what the connections of a store and their providers do not understand of each other',
  args: 0,
  async run({ environment, storeId, locale }) {
    const contacts = await withDatabase(environment, async (context) =>
      (await storeFind(context.db, storeId))
        ? [...(await channelFirstContacts(context, storeId)), ...(await paymentFirstContacts(context, storeId))]
        : undefined,
    );
    if (!contacts) return noStore(storeId);
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
  'connection test': tryOut,
  'connection doctor': doctor,
  'connection remove': remove,
};
