import { textMembersOf, type ActionStep, type Channel } from '@retoma/flow';
import { sandboxMessageList } from '@retoma/server/commands';
import { channelLabels, integerOption } from '../option-values.ts';
import { storeNotFound, readOfStore, storeCommand } from '../store-command.ts';

const usual = 20;
const maxListed = 1000;

const inbox = storeCommand({
  usage: 'inbox --store ID [--limit N]',
  summary: 'List the messages sent to the sandbox, newest first',
  options: {
    limit: { type: 'string', value: 'N', description: `Number of messages (default: ${usual})` },
  },
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const limit = integerOption(input, 'limit', maxListed) ?? usual;
    const rows = await readOfStore(input, (db, storeId) => sandboxMessageList(db, storeId, limit));
    if (!rows) return storeNotFound(storeId);
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
});

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
