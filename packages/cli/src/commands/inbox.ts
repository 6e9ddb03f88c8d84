import { textMembersOf, type ActionStep, type Channel } from '@retoma/flow';
import { sandboxMessageList, storeFind, withDatabase } from '@retoma/server/commands';
import { refusal, required, type Command } from '../command.ts';
import { languageOf, languageOption } from '../language.ts';
import { channelLabels, storeOption, uuid, integerOption } from '../option-values.ts';

const usual = 20;
const maxListed = 1000;

const inbox: Command = {
  usage: 'inbox --store ID [--limit N]',
  summary: 'Show what the sandbox connections of a store got, the newest first',
  options: {
    store: storeOption,
    limit: { type: 'string', value: 'N', description: `How many messages (${usual})` },
    lang: languageOption,
  },
  args: 0,
  async run(input) {
    const storeId = uuid(required(input, 'store'));
    const locale = languageOf(input);
    const limit = integerOption(input, 'limit', maxListed) ?? usual;
    const rows = await withDatabase(input.environment, async ({ db }) =>
      (await storeFind(db, storeId)) ? sandboxMessageList(db, storeId, limit) : undefined,
    );
    if (!rows) return refusal('STORE_NOT_FOUND', `There is no store ${storeId}.`);
    const messages = rows.map(({ receivedAt, channel, recipient, content }) => ({
      receivedAt,
      channel: channel as Channel,
      to: recipient,
      content: JSON.parse(content) as unknown,
    }));
    const lines = messages.map(({ receivedAt, channel, to, content }) =>
      [`${receivedAt.toISOString()}  ${channelLabels[channel]} → ${to}`, ...linesOf(channel, content)].join('\n'),
    );
    const none = { 'pt-BR': 'Nenhuma mensagem.', en: 'No messages.' }[locale];
    return { json: { messages }, text: lines.join('\n\n') || none };
  },
};

/** Every text of a message on separate, indented lines; HTML without its tags. */
function linesOf(channel: Channel, content: unknown): string[] {
  const texts = textMembersOf({ type: 'action', name: `send_${channel}`, data: content } as ActionStep);
  return texts
    .map(({ text, kind }) => (kind === 'html' ? withoutTags(text) : text))
    .flatMap((text) => text.split('\n').map((line) => (line === '' ? '' : `  ${line}`)));
}

/** A simple conversion for the terminal: ends of paragraphs become line breaks, tags are removed. */
const withoutTags = (html: string): string =>
  html
    .replace(/<(\/p|\/div|\/tr|\/h\d|br)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .trim();

/** The command that shows the messages sent through the sandbox. */
export const inboxCommands = { inbox };
