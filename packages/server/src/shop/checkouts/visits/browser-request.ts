import type { ShopperBrowser } from '../queries/shoppers.ts';

/** The data about a browser in its request. `query`: the members of the opened URL's query. */
export type BrowserRequest = {
  ip: string | undefined;
  userAgent: string | undefined;
  referrer: string | undefined;
  query: Readonly<Record<string, unknown>>;
};

const longest = 500;
const utms = ['source', 'medium', 'campaign', 'content', 'term'] as const;

/** The stored data about a browser: not the user agent, only what messages and conditions use. */
export function browserOf({ ip, userAgent = '', referrer, query }: BrowserRequest): ShopperBrowser {
  const members = utms.flatMap((name) => {
    const value = storable(query[`utm_${name}`]);
    return value === undefined ? [] : [[name, value] as const];
  });
  const [address, from] = [storable(ip), storable(referrer)];
  const [name, os] = [namedIn(browsers, userAgent), namedIn(systems, userAgent)];
  return {
    ...(address !== undefined && { ip: address }),
    ...(name !== undefined && { name }),
    ...(os !== undefined && { os }),
    ...(userAgent !== '' && { device: deviceIn(userAgent) }),
    ...(from !== undefined && { referrer: from }),
    ...(members.length > 0 && { utms: Object.fromEntries(members) }),
  };
}

/** A text that PostgreSQL can store in jsonb; undefined: it is empty. */
function storable(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  // eslint-disable-next-line no-control-regex -- control characters are what is taken out
  const text = value
    .toWellFormed()
    .replaceAll(/[\u0000-\u001f\u007f]/g, '')
    .trim();
  return text === '' ? undefined : text.slice(0, longest).toWellFormed();
}

/** The first match counts: nearly all browsers name others too. */
const browsers: readonly (readonly [string, RegExp])[] = [
  ['Instagram', /Instagram/],
  ['Facebook', /FBAN|FBAV/],
  ['TikTok', /musical_ly|BytedanceWebview|TikTok/i],
  ['WhatsApp', /WhatsApp/],
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\/|Opera/],
  ['Samsung Internet', /SamsungBrowser/],
  ['Firefox', /Firefox\/|FxiOS/],
  ['Chrome', /Chrome\/|CriOS/],
  ['Safari', /Safari\//],
];
const systems: readonly (readonly [string, RegExp])[] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad|iPod/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux/],
];

const namedIn = (list: typeof browsers, userAgent: string): string | undefined =>
  list.find(([, pattern]) => pattern.test(userAgent))?.[0];

function deviceIn(userAgent: string): 'mobile' | 'tablet' | 'desktop' {
  if (/iPad|Tablet/.test(userAgent) || (/Android/.test(userAgent) && !/Mobile/.test(userAgent))) return 'tablet';
  return /Mobi|iPhone|iPod|Android/.test(userAgent) ? 'mobile' : 'desktop';
}
