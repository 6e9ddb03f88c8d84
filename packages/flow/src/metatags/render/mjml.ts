/** Puts an HTML fragment into a text at the place of its metatag. */
export type Placement = (html: string) => string;

/** As it is: in HTML, and in MJML inside an mj-raw. */
const unchanged: Placement = (html) => html;

/**
 * In MJML a fragment is inside an mj-raw (DEF9). The children of a column and of a hero are rows of a table, and mj-raw writes its
 * content between them as it is, so there the fragment brings its own row. Inside mj-text, whose content is passed on as HTML,
 * the mj-raw stays in the e-mail as an element without meaning.
 */
/** The padding of an mj-text; and a font, since a column has the size 0, which an image's alternative text would inherit. */
const rowStyle =
  'padding:10px 25px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:24px;color:#1f2933';
const raw: Placement = (html) => html && `<mj-raw>${html}</mj-raw>`;
const row: Placement = (html) => html && `<tr><td align="center" style="${rowStyle}">${html}</td></tr>`;
const rawRow: Placement = (html) => raw(row(html));

const rowParents: ReadonlySet<string | undefined> = new Set(['mj-column', 'mj-hero']);

/** Whether a text of an e-mail is MJML, to be made into HTML before it is sent. */
export const isMjml = (text: string): boolean => /<mjml[\s>]/i.test(text);

/** Comments, and the tags that decide the placement of a fragment. */
const tags = /<!--[\s\S]*?(?:-->|$)|<(\/?)(mjml|mj-[a-z-]+|td)(?=[\s/>])[^<>]*>/gi;

/** Returns the placement of a fragment at an offset; the offsets must ascend, so that a text is walked once. */
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
