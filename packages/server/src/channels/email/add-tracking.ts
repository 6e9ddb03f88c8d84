import { escapeHtml } from '@retoma/flow';
import type { TrackingUrls } from '../provider.ts';

/** Tags. A quoted value in a tag may contain any character; no tag contains the start of another. */
const tags = /<([a-z][\w:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi;
const hrefs = /(\shref\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/i;
const entities = /&(?:amp|quot|apos|lt|gt|#\d{1,7}|#x[\da-f]{1,6});/gi;
const named: Record<string, string> = { '&amp;': '&', '&quot;': '"', '&apos;': "'", '&lt;': '<', '&gt;': '>' };

/** A longer link is not tracked: with its token it would exceed the limits of mail programs and proxies. */
const longestTarget = 1_500;

/**
 * Replaces the links of an e-mail by tracking links and adds the open pixel. Links to the unsubscribe page and links that are not http(s)
 * stay unchanged. A script URL is replaced by `#`. Without marks only script URLs are replaced.
 */
export function markHtml(html: string, marks: TrackingUrls | undefined): string {
  const clicks = new Map<string, string>();
  const click = (target: string): string => {
    const known = clicks.get(target) ?? marks!.click(target);
    clicks.set(target, known);
    return known;
  };
  const marked = html.replace(tags, (tag, name: string, rest: string) => {
    // <link> and <base> are not links that a reader follows.
    if (!/\shref\s*=/i.test(rest) || /^(?:link|base)$/i.test(name)) return tag;
    const now = rest.replace(hrefs, (member, before: string, ...quoted: (string | undefined)[]) => {
      const target = decodeEntities(quoted.slice(0, 3).find((value) => value !== undefined) ?? '').trim();
      // Browsers and mail programs ignore control characters and white space in a scheme.
      if (/^(?:javascript|data|vbscript):/i.test(target.replace(/[\p{Cc}\s]/gu, ''))) return `${before}"#"`;
      return marks && isFollowed(target, marks) ? `${before}"${escapeHtml(click(target))}"` : member;
    });
    return `<${name}${now}>`;
  });
  return marks ? withPixel(marked, marks.open) : marked;
}

function isFollowed(target: string, { unsubscribe }: TrackingUrls): boolean {
  if (!/^https?:\/\//i.test(target) || target.length > longestTarget) return false;
  const url = URL.parse(target);
  return url !== null && !isSamePage(url, URL.parse(unsubscribe));
}

/** Whether a URL is the unsubscribe page, with any token: it has the same origin and first path segment. */
function isSamePage(url: URL, page: URL | null): boolean {
  return page !== null && url.origin === page.origin && url.pathname.split('/')[1] === page.pathname.split('/')[1];
}

function withPixel(html: string, address: string): string {
  const pixel = `<img src="${escapeHtml(address)}" width="1" height="1" alt="" style="display:block;border:0;width:1px;height:1px">`;
  const end = html.toLowerCase().lastIndexOf('</body>');
  return end < 0 ? html + pixel : html.slice(0, end) + pixel + html.slice(end);
}

function decodeEntities(text: string): string {
  return text.replace(entities, (entity) => {
    const plain = named[entity.toLowerCase()];
    if (plain !== undefined) return plain;
    const code = /^&#x/i.test(entity) ? Number.parseInt(entity.slice(3), 16) : Number.parseInt(entity.slice(2), 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
