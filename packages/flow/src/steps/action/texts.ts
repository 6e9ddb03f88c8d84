import type { AnyTable, Member, Members } from '../../members/member.ts';
import type { ActionStep } from '../step.ts';
import type { Channel } from '../../members/trigger.ts';
import { messageTables, sendNames } from './members.ts';
import { channelOf } from './send.ts';
import { isRaw } from '../../members/raw.ts';
import type { TextMember } from './text-member.ts';

type Add = (member: string, text: string, kind: TextMember['kind']) => void;

/** Adds the templates in a value at a path. */
type TextReader = (value: unknown, path: string, add: Add) => void;

/** The readers of an object's members that may contain templates. */
type TextReaders = readonly (readonly [name: string, read: TextReader])[];

/** The members that are read before others, in this order: a message before its addresses and buttons. The rest is in the table's order. */
const readFirst = ['message', 'text', 'footer', 'title', 'linkDescription', 'code', 'image', 'linkUrl'];
const rank = (name: string): number => (readFirst.includes(name) ? readFirst.indexOf(name) : readFirst.length);

function textReaders(members: Members): TextReaders {
  return Object.entries(members)
    .sort(([one], [other]) => rank(one) - rank(other))
    .flatMap(([name, member]) => {
      const read = textReader(member);
      return read ? [[name, read] as const] : [];
    });
}

/** The reader of a member; undefined if it contains no template. A list's entry of several shapes is read by the members of all. */
function textReader(member: Member): TextReader | undefined {
  const { kind, template } = member;
  if (kind === 'text') {
    return template && ((value, path, add) => typeof value === 'string' && add(path, value, template));
  }
  if (kind === 'list') {
    const read = textReader(member.entry);
    return (
      read &&
      ((value, path, add) => Array.isArray(value) && value.forEach((entry, at) => read(entry, `${path}[${at}]`, add)))
    );
  }
  const readers = kind === 'object' ? textReaders(membersOfAll(member.table)) : [];
  if (readers.length === 0) return undefined;
  return (value, path, add) => {
    if (isRaw(value)) for (const [name, read] of readers) read(value[name], `${path}.${name}`, add);
  };
}

const membersOfAll = (table: AnyTable): Members =>
  'by' in table ? Object.assign({}, ...Object.values(table.shapes).map(membersOfAll)) : table.members;

/** The readers of a message's data, by its `type` if there are several shapes. */
function readersOf(table: AnyTable): (type: unknown) => TextReaders {
  if (!('by' in table)) {
    const readers = textReaders(table.members);
    return () => readers;
  }
  const byType = new Map<unknown, TextReaders>(
    Object.entries(table.shapes).map(([type, shape]) => [type, textReaders(membersOfAll(shape))]),
  );
  return (type) => byType.get(type) ?? [];
}

const messages: ReadonlyMap<unknown, { channel: Channel; readers: (type: unknown) => TextReaders }> = new Map(
  sendNames.map((name) => [name, { channel: channelOf[name], readers: readersOf(messageTables[name]) }]),
);

/**
 * The templates of an action, for validation and rendering. `path`: from the step, as `data.message`. Empty for an action that is never
 * executed; members that are not texts are left out.
 */
export function textMembersOf(step: ActionStep): (TextMember & { path: string })[] {
  return textMembersOfRaw(step.name, step.data).map((text) => ({ ...text, path: `data.${text.member}` }));
}

/** The templates of an action of which the data may be malformed. */
export function textMembersOfRaw(name: unknown, data: unknown): TextMember[] {
  const message = messages.get(name);
  if (!message || !isRaw(data)) return [];
  const { channel } = message;
  const texts: TextMember[] = [];
  const add: Add = (member, text, kind) => texts.push({ member, text, kind, channel });
  for (const [member, read] of message.readers(data.type)) read(data[member], member, add);
  return texts;
}
