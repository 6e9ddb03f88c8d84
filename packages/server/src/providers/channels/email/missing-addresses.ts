import { attributeOf, tagsIn, type HtmlTag } from '@retoma/flow';

/** The font size of the store's name in the templates. */
const font = 'font-family:Arial,Helvetica,sans-serif;font-size:18px;line-height:28px;font-weight:bold';

/**
 * TAG1: an image without an address, such as a missing store logo, is replaced by its alternative text. An MJML button without an address
 * is removed.
 */
export function withoutMissingAddresses(html: string): string {
  let result = '';
  let end = 0;
  let before: HtmlTag | undefined;
  for (const tag of tagsIn(html)) {
    const cell = before && isFirstInCell(html, before, tag) ? before : undefined;
    before = tag;
    if (tag.isClosing || tag.start < end) continue;
    const isImage = tag.name === 'img' && valueOf(html, tag, 'src') === '';
    if (isImage) {
      const from = cell && cell.start >= end ? cell.start : tag.start;
      result += html.slice(end, from) + alternativeOf(html, tag, html.slice(from, tag.start));
      end = tag.end;
    } else if (cell && isButton(html, cell, tag)) {
      const close = html.indexOf('</a>', tag.end);
      if (close < 0) break;
      result += `${html.slice(end, cell.start)}<td>`;
      end = close + '</a>'.length;
    }
  }
  return result + html.slice(end);
}

/** Whether a tag is the first content of a table cell. */
const isFirstInCell = (html: string, cell: HtmlTag, { start }: HtmlTag): boolean =>
  cell.name === 'td' && !cell.isClosing && html.slice(cell.end, start).trim() === '';

/** The cell and the link of an mj-button without an address. */
const isButton = (html: string, cell: HtmlTag, link: HtmlTag): boolean =>
  link.name === 'a' && valueOf(html, cell, 'role') === 'presentation' && valueOf(html, link, 'href') === '';

/** The alternative text of an image. `cell`: the cell that begins before it, which is as wide as the image; the text may be wider. */
function alternativeOf(html: string, image: HtmlTag, cell: string): string {
  const text = valueOf(html, image, 'alt')?.replaceAll('<', '&lt;');
  const resized = cell.replace(/\bwidth:\s*\d+px;?/i, '');
  return text ? `${resized}<span style="${font}">${text}</span>` : resized;
}

/** The trimmed value; undefined: the tag has no such attribute. */
function valueOf(html: string, tag: HtmlTag, name: string): string | undefined {
  const attribute = attributeOf(html, tag, name);
  return attribute && html.slice(attribute.from, attribute.to).trim();
}
