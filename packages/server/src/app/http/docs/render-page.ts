import { readFileSync, globSync } from 'node:fs';
import path from 'node:path';
import { drawMarkdown, type Drawn } from './markdown.ts';
import { documentsRoot, pageList, type Page } from './page-list.ts';

/** Every page, by the last part of its URL. */
export const pages: ReadonlyMap<string, Page> = new Map(
  pageList.flatMap(({ pages: ofGroup }) => ofGroup).map((page) => [page.slug, page]),
);

const slugOfFile = new Map(
  [...pages.values()].flatMap((page) => ('file' in page ? [[page.file, page.slug] as const] : [])),
);

/** Files of the documents' pictures, by the path of their URL. */
export const pictures: ReadonlyMap<string, string> = new Map(
  globSync('docs/*/*.png', { cwd: documentsRoot }).map((file) => [`/${file}`, path.join(documentsRoot, file)]),
);

/** Files that other routes serve, with the path of their URL. */
const otherRoutes: Readonly<Record<string, string>> = {
  'docs/automation.schema.json': '/automation.schema.json',
  'docs/README.md': '/docs',
  'README.md': '/docs',
};

/** The target on the site of a link in the document `file`; null: the site has none, as for a link to source code. */
export function linkFrom(file: string, target: string): string | null {
  if (/^(https?:|\/)/.test(target)) return target;
  const [named = '', anchor] = target.split('#');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (named === '') return hash;
  const led = path.posix.normalize(path.posix.join(path.posix.dirname(file), named));
  const slug = slugOfFile.get(led);
  if (slug !== undefined) return `/docs/${slug}${hash}`;
  return pictures.has(`/${led}`) ? `/${led}` : (otherRoutes[led] ?? null);
}

/** Renders a page. `baseUrl`: the address of this service, for examples that readers copy. */
export function drawPage(page: Page, baseUrl: string): Drawn {
  if ('draw' in page) return page.draw(baseUrl);
  const text = readFileSync(path.join(documentsRoot, page.file), 'utf8');
  return drawMarkdown(text, (target) => linkFrom(page.file, target));
}
