import type { FastifyReply, FastifyRequest } from 'fastify';
import { nothingEntered, withMore, type Entered } from '../checkouts/entered/entered.ts';
import type { Context } from '../../context.ts';
import { seal, unseal } from '../../base/crypto/seal.ts';

// COM24: what a browser entered at a checkout is kept by that browser, in cookies that only the service can read and write. The script
// stores a contact while a form may be on its way, and the answers can come in any order: each has a cookie of its own, and of two the
// later value of a member holds.
const cookieNames = { form: 'retoma_entered', contact: 'retoma_contact' } as const;

/** Which request a cookie is from: a form, or the contact that the script stores. */
export type CookieKind = keyof typeof cookieNames;

const maxAgeSeconds = 30 * 24 * 60 * 60;

/** The longest value of a cookie that browsers accept, with its name. A longer one is not sent: the page then shows masked data. */
const longest = 4000;

type Parts = Pick<Context, 'knownBrowserKeys' | 'clock' | 'baseUrl'>;
type CookieData = { at: number; entered: Entered };

/** What a browser entered at a checkout. */
export function readEntered(
  { knownBrowserKeys }: Pick<Parts, 'knownBrowserKeys'>,
  { headers }: FastifyRequest,
  checkoutId: string,
): Entered {
  const cookies = headers.cookie ?? '';
  const found = Object.values(cookieNames).flatMap((name) => {
    const sealed = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{1,${longest}})(?:;|$)`).exec(cookies)?.[1];
    const opened = sealed && unseal(knownBrowserKeys, contextOf(checkoutId), Buffer.from(sealed, 'base64url'));
    return opened ? [opened as CookieData] : [];
  });
  return found.toSorted((a, b) => a.at - b.at).reduce((all, { entered }) => withMore(all, entered), nothingEntered);
}

/** Sets the cookie of what a browser entered. Browsers send it only to the pages of that checkout. */
export function rememberEntered(
  context: Parts,
  reply: FastifyReply,
  checkoutId: string,
  { kind, entered }: { kind: CookieKind; entered: Entered },
): void {
  const data: CookieData = { at: context.clock(), entered };
  const sealed = seal(context.knownBrowserKeys, contextOf(checkoutId), data).toString('base64url');
  if (sealed.length <= longest) setCookie(context, reply, checkoutId, { kind, value: sealed, maxAge: maxAgeSeconds });
}

/** COM34: replaces what a browser entered at a checkout by less. */
export function forgetEntered(context: Parts, reply: FastifyReply, checkoutId: string, left: Entered): void {
  setCookie(context, reply, checkoutId, { kind: 'contact', value: '', maxAge: 0 });
  rememberEntered(context, reply, checkoutId, { kind: 'form', entered: left });
}

const contextOf = (checkoutId: string): string => `entered:${checkoutId}`;

function setCookie(
  { baseUrl }: Pick<Parts, 'baseUrl'>,
  reply: FastifyReply,
  checkoutId: string,
  { kind, value, maxAge }: { kind: CookieKind; value: string; maxAge: number },
): void {
  const parts = [
    `${cookieNames[kind]}=${value}`,
    `Path=/pay/${checkoutId}`,
    `Max-Age=${maxAge}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(baseUrl.startsWith('https:') ? ['Secure'] : []),
  ];
  reply.header('set-cookie', parts.join('; '));
}
