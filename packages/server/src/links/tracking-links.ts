import { createHash } from 'node:crypto';
import { seal, unseal } from '../crypto/seal.ts';
import { deriveKeys } from '../crypto/derive-keys.ts';

// The addresses in an e-mail that report opens and clicks. Their tokens are sealed: no other party can make one, so a click leads only
// where one of our messages led, and nothing is in it for a log, a proxy or a reader to learn.

/** The message that a mark names, and how it went. */
export type MarkedMessage = {
  readonly connectionId: string;
  readonly runId: string;
  readonly message: string;
  /** Milliseconds since 1970: when it was handed to its provider. */
  readonly sentAt: number;
  /** Its store takes every open and click for a person's. */
  readonly trusting: boolean;
};

/** A link of a message. `target`: an absolute http(s) address. */
export type MarkedLink = MarkedMessage & { readonly target: string };

/** The key under which marks are sealed, of the server's secret. */
export const marksKey = (secret: string): Buffer => deriveKeys(secret, 'marks');

const contexts = { open: 'mark:open', click: 'mark:click' } as const;

/** The marks of one message. `origin`: where its store meets shoppers (`payOrigin`), without a trailing slash. */
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

/** What the token of a picture names; undefined where it is none of ours. */
export const readOpenMark = (key: Buffer, token: string): MarkedMessage | undefined =>
  read(key, 'open', token)?.message;

/** What the token of a link names; undefined where it is none of ours. */
export function readClickMark(key: Buffer, token: string): MarkedLink | undefined {
  const mark = read(key, 'click', token);
  if (typeof mark?.target !== 'string' || !/^https?:\/\//i.test(mark.target)) return undefined;
  return { ...mark.message, target: mark.target };
}

/** What names an open or a click in its connection, the same however often it happens (1 to 300 characters). */
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

/** Bytes of a token: that of the longest target that is led over us is shorter. */
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
