import {
  connectionChannels,
  connectionProviders,
  connectionStandings,
  setConnection,
  storeFind,
  withDatabase,
  type ConnectionStanding,
} from '@retoma/server/commands';
import { refusal, required, UsageError, type Command, type Input } from '../command.ts';
import { languageOf, languageOption } from '../language.ts';
import { channelWords, uuid, wholeNumber } from '../words.ts';

const store = { type: 'string', value: 'ID', description: 'The store', required: true } as const;

const words = {
  'pt-BR': {
    set: (channel: string, provider: string) => `${channel} sai agora por ${provider}.`,
    none: 'Nenhuma conexão: as mensagens desta loja falham com NO_CONNECTION.',
    works: 'funciona',
    closed: (until: string) => `fechada até ${until}`,
    trouble: (reason: string) => `com problema: ${reason}`,
    perMinute: (count: number) => `até ${count} por minuto`,
  },
  en: {
    set: (channel: string, provider: string) => `${channel} leaves by ${provider} from now on.`,
    none: 'No connections: the messages of this store fail with NO_CONNECTION.',
    works: 'works',
    closed: (until: string) => `closed until ${until}`,
    trouble: (reason: string) => `in trouble: ${reason}`,
    perMinute: (count: number) => `${count} a minute at most`,
  },
} as const;

function oneOf<Choice extends string>(input: Input, name: string, choices: readonly Choice[]): Choice {
  const asked = required(input, name);
  const choice = choices.find((choice) => choice === asked);
  if (choice === undefined) throw new UsageError(`--${name} takes ${choices.join(', ')}`);
  return choice;
}

const set: Command = {
  usage: 'connection set --store ID --channel whatsapp|email|sms --provider sandbox [--per-minute N]',
  summary: 'Connect a channel of a store to a provider, in place of the one it had',
  options: {
    store,
    channel: { type: 'string', value: connectionChannels.join('|'), description: 'The channel', required: true },
    provider: {
      type: 'string',
      value: connectionProviders.join('|'),
      description: 'sandbox keeps the messages in an inbox and sends nothing',
      required: true,
    },
    'per-minute': { type: 'string', value: 'N', description: 'The most messages in a minute (no limit)' },
    lang: languageOption,
  },
  words: 0,
  async run(input) {
    const storeId = uuid(required(input, 'store'));
    const locale = languageOf(input);
    const channel = oneOf(input, 'channel', connectionChannels);
    const provider = oneOf(input, 'provider', connectionProviders);
    const perMinute = wholeNumber(input, 'per-minute', 600_000) ?? null;
    const made = await withDatabase(input.environment, ({ db }) =>
      setConnection(db, storeId, { channel, provider, perMinute }),
    );
    if (!made) return refusal('STORE_NOT_FOUND', `There is no store ${storeId}.`);
    return {
      json: { ...made, channel, provider, perMinute },
      text: words[locale].set(channelWords[channel], provider),
    };
  },
};

const list: Command = {
  usage: 'connection list --store ID',
  summary: 'List the connections of a store, and whether they work',
  options: { store, lang: languageOption },
  words: 0,
  async run(input) {
    const storeId = uuid(required(input, 'store'));
    const locale = languageOf(input);
    const connections = await withDatabase(input.environment, async ({ db }) =>
      (await storeFind(db, storeId)) ? connectionStandings(db, storeId) : undefined,
    );
    if (!connections) return refusal('STORE_NOT_FOUND', `There is no store ${storeId}.`);
    const lines = connections.map((connection) => describe(connection, locale));
    return { json: { connections }, text: lines.join('\n') || words[locale].none };
  },
};

/** `WhatsApp  sandbox: fechada até 2026-03-10T15:15:00.000Z, com problema: WRONG_TOKEN, até 60 por minuto` */
function describe(connection: ConnectionStanding, locale: keyof typeof words): string {
  const { channel, provider, perMinute, trouble, closedUntil } = connection;
  const say = words[locale];
  const told = [
    ...(closedUntil ? [say.closed(closedUntil.toISOString())] : []),
    ...(trouble === null ? [] : [say.trouble(trouble)]),
  ];
  const pace = perMinute === null ? [] : [say.perMinute(perMinute)];
  return `${channelWords[channel].padEnd(8)}  ${provider}: ${[...(told.length > 0 ? told : [say.works]), ...pace].join(', ')}`;
}

/** Connections of a store's channels: set, list. */
export const connectionCommands = { 'connection set': set, 'connection list': list };
