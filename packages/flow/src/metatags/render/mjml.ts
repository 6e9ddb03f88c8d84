/** Wraps an HTML fragment as required at the position of its metatag. */
export type Placement = (html: string) => string;

/** No wrapper: in HTML, and in an mj-raw of MJML. */
const unchanged: Placement = (html) => html;

/**
 * In MJML a fragment must be inside an mj-raw (DEF9). The children of a column and of a hero become rows of a table, and mj-raw writes its
 * content between them unchanged, so there the fragment needs its own row. The content of mj-text is passed on as HTML, and so is an
 * mj-raw in it, which the service removes.
 */
/** The padding of an mj-text, and a font: a column has font size 0, which an image's alternative text would inherit. */
const rowStyle =
  'padding:10px 25px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:24px;color:#1f2933';
const raw: Placement = (html) => html && `<mj-raw>${html}</mj-raw>`;
const row: Placement = (html) => html && `<tr><td align="center" style="${rowStyle}">${html}</td></tr>`;
const rawRow: Placement = (html) => raw(row(html));

const rowParents: ReadonlySet<string | undefined> = new Set(['mj-column', 'mj-hero']);

/** Whether a text of an e-mail is MJML, which is compiled to HTML before it is sent. */
export const isMjml = (text: string): boolean => /<mjml[\s>]/i.test(text);

/** Matches comments, and the tags that decide a fragment's placement. */
const tags = /<!--[\s\S]*?(?:-->|$)|<(\/?)(mjml|mj-[a-z-]+|td)(?=[\s/>])[^<>]*>/gi;

/** Returns a function from an offset to the placement of a fragment there. Offsets must ascend, so that the text is scanned once. */
export function placementsIn(text: string): (offset: number) => Placement {
  if (!/<mjml|<mj-/i.test(text)) return () => unchanged;
  const matches = text.matchAll(tags);
  const open: string[] = [];
  let cellsInRaw = 0;
  let next = matches.next();
  return (offset) => {
    for (; !next.done && next.value.index < offset; next = matches.next()) {
      const [tag, slash, name = ''] = next.value;
      const element = name.toLowerCase();
      if (element === 'td') cellsInRaw += slash ? -1 : 1;
      else if (slash) closeElement(open, element);
      else if (element && !tag.endsWith('/>')) open.push(element);
      if (element === 'mj-raw') cellsInRaw = 0;
    }
    if (open.at(-1) !== 'mj-raw') return rowParents.has(open.at(-1)) ? rawRow : raw;
    return rowParents.has(open.at(-2)) && cellsInRaw <= 0 ? row : unchanged;
  };
}

/** Closes the innermost element; a closing tag that matches nothing is ignored. */
function closeElement(open: string[], element: string): void {
  if (open.at(-1) === element) open.pop();
}
