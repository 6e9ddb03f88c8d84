/** The attributes of a tag; a quoted value may contain any character. */
const attributes = '((?:[^<>"\']|"[^"]*"|\'[^\']*\')*)';
const images = new RegExp(`(<td\\b[^<>]*>\\s*)?<img\\b${attributes}>`, 'gi');
/** The cell and the link of an mj-button. */
const buttons = new RegExp(`<td\\b[^<>]*\\srole="presentation"[^<>]*>\\s*<a\\b${attributes}>`, 'gi');
const members = { src: attribute('src'), alt: attribute('alt'), href: attribute('href') } as const;

/** The font size of the store's name in the templates. */
const font = 'font-family:Arial,Helvetica,sans-serif;font-size:18px;line-height:28px;font-weight:bold';

/**
 * TAG1: an image without an address, such as a missing store logo, is replaced by its alternative text. An MJML button without an address
 * is removed.
 */
export const withoutMissingAddresses = (html: string): string => withoutButtons(withAlternatives(html));

function withAlternatives(html: string): string {
  return html.replace(images, (match, cell: string | undefined, rest: string) => {
    if (valueOf(rest, 'src') !== '') return match;
    const text = valueOf(rest, 'alt')?.replaceAll('<', '&lt;');
    // The cell is as wide as the image, and the text may be wider.
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

/** The trimmed value; undefined: the tag has no such attribute. */
function valueOf(rest: string, name: keyof typeof members): string | undefined {
  const match = members[name].exec(rest);
  return match ? (match[1] ?? match[2] ?? '').trim() : undefined;
}
