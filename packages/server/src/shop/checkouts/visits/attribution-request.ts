// COM37: what connects a visit with an advertisement. Pure. Nothing else of a request is stored, and only in stores that send conversions.
import type { Attribution } from '../../../providers/ads/queries/attributions.ts';

/** The data about a visit in its request. `cookie`: the header; `query`: the members of the opened address; `pageUrl` has no query. */
export type AttributionRequest = {
  ip: string | undefined;
  userAgent: string | undefined;
  cookie: string | undefined;
  query: Readonly<Record<string, unknown>>;
  pageUrl: string;
  /** Milliseconds since 1970. */
  now: number;
};

const longest = 500;
const maxSessions = 5;
const clickIds = ['gclid', 'gbraid', 'wbraid', 'ttclid'] as const;

/**
 * The attribution of a visit. Cookies of the platforms are read where the payment page has the domain of the shop; else a shop may add
 * their values to the link under the same names. A click id keeps its case.
 */
export function attributionOf({ ip, userAgent, cookie, query, pageUrl, now }: AttributionRequest): Attribution {
  const cookies = cookiesIn(cookie ?? '');
  const named = (name: string): string | undefined => plain(query[name]) ?? plain(cookies.get(name));
  const fbclid = plain(query['fbclid']);
  const fbc =
    fbclid === undefined ? matching(named('_fbc'), /^fb\.\d\.\d+\..+$/) : `fb.1.${now}.${fbclid}`.slice(0, longest);
  const sessions = sessionsIn(cookies, query);
  const members = {
    fbp: matching(named('_fbp'), /^fb\.\d\.\d+\.\d+$/),
    fbc,
    gaClientId: /^GA\d\.\d\.(\d+\.\d+)$/.exec(named('_ga') ?? '')?.[1],
    gaSessions: Object.keys(sessions).length > 0 ? sessions : undefined,
    ...Object.fromEntries(clickIds.map((name) => [name, plain(query[name])])),
    ttp: named('_ttp'),
    ip: plain(ip),
    userAgent: plain(userAgent),
    pageUrl: plain(pageUrl),
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Printable ASCII without spaces at its ends, at most 500 characters; undefined: it is something else. */
function plain(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim().slice(0, longest);
  return /^[\x20-\x7e]+$/.test(text) ? text : undefined;
}

const matching = (text: string | undefined, pattern: RegExp): string | undefined =>
  text !== undefined && pattern.test(text) ? text : undefined;

function cookiesIn(header: string): Map<string, string> {
  const pairs = header
    .slice(0, 8_192)
    .split(';')
    .map((part) => part.trim());
  return new Map(
    pairs.flatMap((pair): [string, string][] => {
      const at = pair.indexOf('=');
      return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)]] : [];
    }),
  );
}

/** The sessions of Google Analytics by stream: cookies `_ga_<stream>`, `GS1.1.<session>.…` or `GS2.1.s<session>$…`. */
function sessionsIn(cookies: ReadonlyMap<string, string>, query: AttributionRequest['query']): Record<string, string> {
  const found = [...Object.entries(query), ...cookies].flatMap(([name, value]): [string, string][] => {
    const stream = /^_ga_([A-Z0-9]{4,20})$/.exec(name)?.[1];
    const session = /^GS\d\.\d\.s?(\d{5,20})(?:[.$]|$)/.exec(plain(value) ?? '')?.[1];
    return stream !== undefined && session !== undefined ? [[stream, session]] : [];
  });
  return Object.fromEntries(found.slice(0, maxSessions));
}
