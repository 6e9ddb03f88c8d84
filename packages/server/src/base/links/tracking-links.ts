import { createHash } from 'node:crypto';
import { seal, unseal } from '../crypto/seal.ts';
import { deriveKeys } from '../crypto/derive-keys.ts';

// The URLs in an e-mail that report opens and clicks. Their tokens are sealed. Only we can create one, so a click redirects only to a
// link of one of our messages, and the token reveals nothing to a log, a proxy or a reader.

/** The message of a token. */
export type MarkedMessage = {
  readonly connectionId: string;
  readonly runId: string;
  readonly message: string;
  /** When it was passed to its provider, milliseconds since 1970. */
  readonly sentAt: number;
  /** Whether its store counts every open and click as a person's. */
  readonly trusting: boolean;
};

/** A link of a message. `target`: an absolute http(s) URL. */
export type MarkedLink = MarkedMessage & { readonly target: string };

/** The keys that seal tokens, derived from the server's secret. */
export const marksKey = (secret: string): Buffer => deriveKeys(secret, 'marks');

const contexts = { open: 'mark:open', click: 'mark:click' } as const;

/** The tracking URLs of one message. `origin`: the origin of the store's pages (`payOrigin`), without a trailing slash. */
export function messageMarks(
  key: Buffer,
  origin: string,
  message: MarkedMessage,
): { readonly open: string; readonly click: (target: string) => string } {
  const sealed = (kind: keyof typeof contexts, target?: string): string =>
    seal(key, contexts[kind], [...factsOf(message), target]).toString('base64url');
  return {
    open: `${origin}/o/${sealed('open')}.gif`,
    click: (target) => `${origin}/c/${sealed('click', target)}`,
  };
}

/** The message of an open pixel's token; undefined: the token is invalid. */
export const readOpenMark = (key: Buffer, token: string): MarkedMessage | undefined =>
  read(key, 'open', token)?.message;

/** The message and target of a click link's token; undefined: the token is invalid. */
export function readClickMark(key: Buffer, token: string): MarkedLink | undefined {
  const mark = read(key, 'click', token);
  if (typeof mark?.target !== 'string' || !/^https?:\/\//i.test(mark.target)) return undefined;
  return { ...mark.message, target: mark.target };
}

/** The id of an open or click in its connection, the same for every repetition (1 to 300 characters). */
export function markId({ runId, message }: MarkedMessage, kind: string, target = ''): string {
  return `${kind} ${createHash('sha256')
    .update(JSON.stringify([runId, message, target]))
    .digest('base64url')}`;
}

type Facts = [ids: string, message: string, sentAt: number, trusting: 0 | 1, target?: string];

function factsOf({ connectionId, runId, message, sentAt, trusting }: MarkedMessage): Facts {
  const ids = Buffer.from((connectionId + runId).replaceAll('-', ''), 'hex').toString('base64url');
  return [ids, message, Math.round(sentAt), trusting ? 1 : 0];
}

/** The longest token, in characters: tokens of the longest tracked targets are shorter. */
const longest = 4_000;

function read(
  key: Buffer,
  kind: keyof typeof contexts,
  token: string,
): { message: MarkedMessage; target: unknown } | undefined {
  if (token.length > longest) return undefined;
  const facts = unseal(key, contexts[kind], Buffer.from(token, 'base64url')) as Facts | undefined;
  if (!facts) return undefined;
  const [ids, message, sentAt, trusting, target] = facts;
  const hex = Buffer.from(ids, 'base64url').toString('hex');
  const id = (text: string): string => text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return {
    message: {
      connectionId: id(hex.slice(0, 32)),
      runId: id(hex.slice(32)),
      message,
      sentAt,
      trusting: trusting === 1,
    },
    target,
  };
}
