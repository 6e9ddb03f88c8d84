import { attributeOf, escapeHtml, tagsIn } from '@retoma/flow';
import type { TrackingUrls } from '../provider.ts';

const entities = /&(?:amp|quot|apos|lt|gt|#\d{1,7}|#x[\da-f]{1,6});/gi;
const named: Record<string, string> = { '&amp;': '&', '&quot;': '"', '&apos;': "'", '&lt;': '<', '&gt;': '>' };

/** A longer link is not tracked: with its token it would exceed the limits of mail programs and proxies. */
const longestTarget = 1_500;
/** Further targets of one e-mail are not tracked. */
const targetLimit = 1_000;

/** An HTML text with its tracked links: `pieces[0]`, the URL of `targets[0]`, `pieces[1]` and so on. */
export type LinkedHtml = { readonly pieces: readonly string[]; readonly targets: readonly string[] };

/** The URLs of a message that are known before its links are. */
export type PageUrls = Pick<TrackingUrls, 'open' | 'unsubscribe'>;

/**
 * Finds the links of an e-mail that tracking links replace, and adds the open pixel. Links to the unsubscribe page and links that are not
 * http(s) stay unchanged. A script URL is replaced by `#`. Without `urls` only script URLs are replaced.
 */
export function findLinks(html: string, urls: PageUrls | undefined): LinkedHtml {
  const targets: string[] = [];
  const pieces: string[] = [];
  const known = new Set<string>();
  const page = urls ? URL.parse(urls.unsubscribe) : null;
  let bodyEnd: { readonly piece: number; readonly offset: number } | undefined;
  let piece = '';
  let end = 0;
  for (const tag of tagsIn(html)) {
    if (tag.isClosing) {
      if (tag.name === 'body') bodyEnd = { piece: pieces.length, offset: piece.length + tag.start - end };
      continue;
    }
    // <link> and <base> are not links that a reader follows.
    if (tag.name === 'link' || tag.name === 'base') continue;
    const href = attributeOf(html, tag, 'href');
    if (!href) continue;
    const target = decodeEntities(html.slice(href.from, href.to)).trim();
    const isScript = isScriptUrl(target);
    if (!isScript && !(urls && isFollowed(target, page) && isWithin(known, target))) continue;
    piece += `${html.slice(end, href.start)}${html.slice(href.start, href.start + 'href'.length)}="`;
    end = href.end;
    if (isScript) piece += '#"';
    else {
      targets.push(target);
      pieces.push(piece);
      piece = '"';
    }
  }
  pieces.push(piece + html.slice(end));
  return { pieces: urls ? withPixel(pieces, urls.open, bodyEnd) : pieces, targets };
}

/** The HTML with the tracking link of each target. */
export function withLinks({ pieces, targets }: LinkedHtml, click: (target: string) => string): string {
  const links = new Map<string, string>();
  let html = pieces[0]!;
  for (const [index, target] of targets.entries()) {
    const link = links.get(target) ?? escapeHtml(click(target));
    links.set(target, link);
    html += link + pieces[index + 1]!;
  }
  return html;
}

/** Whether a target is among the tracked ones, or may still become one. */
function isWithin(known: Set<string>, target: string): boolean {
  if (known.size < targetLimit) known.add(target);
  return known.has(target);
}

/** Browsers and mail programs ignore control characters and white space in a scheme. */
const isScriptUrl = (target: string): boolean =>
  /^(?:javascript|data|vbscript):/i.test(target.replace(/[\p{Cc}\s]/gu, ''));

function isFollowed(target: string, unsubscribe: URL | null): boolean {
  if (!/^https?:\/\//i.test(target) || target.length > longestTarget) return false;
  const url = URL.parse(target);
  return url !== null && !isSamePage(url, unsubscribe);
}

/** Whether a URL is the unsubscribe page, with any token: it has the same origin and first path segment. */
function isSamePage(url: URL, page: URL | null): boolean {
  return page !== null && url.origin === page.origin && url.pathname.split('/')[1] === page.pathname.split('/')[1];
}

/** The pieces with the open pixel at the end of the body, or of the text. */
function withPixel(
  pieces: readonly string[],
  address: string,
  end: { readonly piece: number; readonly offset: number } | undefined,
): string[] {
  const pixel = `<img src="${escapeHtml(address)}" width="1" height="1" alt="" style="display:block;border:0;width:1px;height:1px">`;
  const at = end?.piece ?? pieces.length - 1;
  const offset = end?.offset ?? pieces[at]!.length;
  return pieces.map((piece, index) => (index === at ? piece.slice(0, offset) + pixel + piece.slice(offset) : piece));
}

function decodeEntities(text: string): string {
  return text.replace(entities, (entity) => {
    const plain = named[entity.toLowerCase()];
    if (plain !== undefined) return plain;
    const code = /^&#x/i.test(entity) ? Number.parseInt(entity.slice(3), 16) : Number.parseInt(entity.slice(2), 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
