/** Attributes of a tag; what is quoted in one may hold anything. */
const attributes = '((?:[^<>"\']|"[^"]*"|\'[^\']*\')*)';
const images = new RegExp(`(<td\\b[^<>]*>\\s*)?<img\\b${attributes}>`, 'gi');
/** The cell and the link of an mj-button. */
const buttons = new RegExp(`<td\\b[^<>]*\\srole="presentation"[^<>]*>\\s*<a\\b${attributes}>`, 'gi');
const members = { src: attribute('src'), alt: attribute('alt'), href: attribute('href') } as const;

/** As large as the name of a store in the templates. */
const font = 'font-family:Arial,Helvetica,sans-serif;font-size:18px;line-height:28px;font-weight:bold';

/**
 * TAG1: an image without an address, such as the logo of a store that has none, is replaced by its alternative text. A button of MJML
 * without an address is removed: it would lead nowhere.
 */
export const withoutMissingAddresses = (html: string): string => withoutButtons(withAlternatives(html));

function withAlternatives(html: string): string {
  return html.replace(images, (match, cell: string | undefined, rest: string) => {
    if (valueOf(rest, 'src') !== '') return match;
    const text = valueOf(rest, 'alt')?.replaceAll('<', '&lt;');
    // The cell is as wide as the image, and a name is wider.
    const resized = cell?.replace(/\bwidth:\s*\d+px;?/i, '') ?? '';
    return text ? `${resized}<span style="${font}">${text}</span>` : resized;
  });
}

function withoutButtons(html: string): string {
  let result = '';
  let end = 0;
  for (const match of html.matchAll(buttons)) {
    if (match.index < end || valueOf(match[1]!, 'href') !== '') continue;
    const close = html.indexOf('</a>', match.index);
    if (close < 0) break;
    result += `${html.slice(end, match.index)}<td>`;
    end = close + '</a>'.length;
  }
  return result + html.slice(end);
}

function attribute(name: string): RegExp {
  return new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i');
}

/** The value without spaces around it; undefined where the tag has no such attribute. */
function valueOf(rest: string, name: keyof typeof members): string | undefined {
  const match = members[name].exec(rest);
  return match ? (match[1] ?? match[2] ?? '').trim() : undefined;
}
