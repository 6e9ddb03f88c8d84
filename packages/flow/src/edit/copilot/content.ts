import { isRaw } from '../../members/raw.ts';
import type { Raw } from '../../members/report.ts';
import { refuse, type Refusal } from '../operation-codes.ts';

/** The parts of a message's content, for every channel (EDT4). */
export type MessagePart =
  | { kind: 'text'; text: string; subject?: string }
  | { kind: 'medium'; medium: Medium; url: string; text?: string; subject?: string; documentType?: string }
  | { kind: 'choice'; text?: string; options: { id: string; label: string }[] }
  | { kind: 'email'; content: Raw };

/** The media that a message can have besides text. */
export type Medium = 'image' | 'audio' | 'video' | 'document';

type Parts = { ok: true; parts: MessagePart[] } | Refusal;

const refuseMember = (member: string): Refusal => refuse('INVALID_PAYLOAD', { member: `config.content.${member}` });

/** The members that a type of content may have besides `type`; `|` separates alternative names. */
const members = {
  text: ['text|message', 'subject?'],
  image: ['url|image', 'text|message|caption?', 'subject?'],
  audio: ['url|audio', 'subject?'],
  video: ['url|video', 'text|message|caption?', 'subject?'],
  document: ['url|document', 'documentType?', 'subject?'],
  text_image: ['text|message|caption', 'url|image', 'subject?'],
  text_audio: ['text|message', 'url|audio', 'subject?'],
  email: ['subject?', 'html?', 'body|text|message?', 'remetente_nome?', 'remetente_email?'],
  menu: ['text|message?', 'options|choices'],
  poll: ['text|message|question?', 'options|choices'],
  carousel: ['cards|items', 'subject?'],
} as const;

/** A type of content (COP4). */
export type ContentType = keyof typeof members;

/** EDT4: splits content into parts, each of which becomes one step. Unknown members are refused, because their content would be lost. */
export function partsOf(content: unknown): Parts {
  if (!isRaw(content)) return refuse('INVALID_PAYLOAD', { member: 'config.content' });
  const { type } = content;
  if (typeof type !== 'string' || !Object.hasOwn(members, type)) return refuseMember('type');
  const read = readMembers(content, members[type as ContentType]);
  return read.ok ? kinds[type as ContentType](read.content) : read;
}

/** Content with each member under its first name. */
function readMembers(content: Raw, allowed: readonly string[]): { ok: true; content: Raw } | Refusal {
  const read = new Map<string, unknown>();
  const left = new Set(Object.keys(content).filter((member) => member !== 'type'));
  for (const entry of allowed) {
    const names = entry.replace('?', '').split('|');
    const present = names.find((name) => content[name] !== undefined);
    if (present === undefined) {
      if (!entry.endsWith('?')) return refuseMember(names[0]!);
      continue;
    }
    const list = names[0] === 'options' || names[0] === 'cards';
    const value = content[present];
    if (list ? !Array.isArray(value) || value.length === 0 : typeof value !== 'string' || value.trim() === '') {
      return refuseMember(present);
    }
    left.delete(present);
    read.set(names[0]!, value);
  }
  const [unknown] = left;
  return unknown === undefined ? { ok: true, content: Object.fromEntries(read) } : refuseMember(unknown.slice(0, 80));
}

const textPart = ({ text, subject }: Raw): MessagePart => ({
  kind: 'text',
  text: String(text),
  ...withText({ subject }),
});

const medium = (medium: Medium, { url, ...more }: Raw): MessagePart => ({
  kind: 'medium',
  medium,
  url: String(url),
  ...withText(more),
});

/** The present members; all are known to be texts. */
const withText = (raw: Raw): Record<string, string> =>
  Object.fromEntries(
    Object.entries(raw).flatMap(([member, value]) => (typeof value === 'string' ? [[member, value]] : [])),
  );

const kinds = {
  text: (content) => ({ ok: true, parts: [textPart(content)] }),
  image: (content) => ({ ok: true, parts: [medium('image', content)] }),
  audio: (content) => ({ ok: true, parts: [medium('audio', content)] }),
  video: (content) => ({ ok: true, parts: [medium('video', content)] }),
  document: (content) => ({ ok: true, parts: [medium('document', content)] }),
  text_image: (content) => ({ ok: true, parts: [medium('image', content)] }),
  text_audio: ({ text: _text, ...audio }: Raw) => ({
    ok: true,
    parts: [medium('audio', audio), textPart({ text: _text, subject: audio.subject })],
  }),
  email: (content) => ({ ok: true, parts: [{ kind: 'email', content }] }),
  menu: choice,
  poll: choice,
  carousel: cards,
} satisfies Record<ContentType, (content: Raw) => Parts>;

/** A menu or poll: options to choose from. Options without an id get a number. */
function choice(content: Raw): Parts {
  const options: { id: string; label: string }[] = [];
  for (const [index, option] of (content.options as unknown[]).entries()) {
    const raw: Raw = isRaw(option) ? option : { label: option };
    const { id = String(index + 1), label } = raw;
    if (typeof label !== 'string' || label.trim() === '' || typeof id !== 'string' || id === '') {
      return refuseMember(`options[${index}]`);
    }
    options.push({ id, label });
  }
  return { ok: true, parts: [{ kind: 'choice', options, ...withText({ text: content.text }) }] };
}

/** A carousel: one image with its caption for each card. */
function cards({ cards, subject }: Raw): Parts {
  const parts: MessagePart[] = [];
  for (const [index, card] of (cards as unknown[]).entries()) {
    const read = isRaw(card)
      ? readMembers({ ...card, ...(subject !== undefined && { subject }) }, members.image)
      : undefined;
    if (!read?.ok) return refuseMember(`cards[${index}]`);
    parts.push(medium('image', read.content));
  }
  return { ok: true, parts };
}
