import { readFileSync, globSync } from 'node:fs';
import path from 'node:path';
import { drawMarkdown, type Drawn } from './markdown.ts';
import { documentsRoot, pageList, type Page } from './page-list.ts';

/** Runbooks are found from the alert that names them, so they are pages without a place in the navigation. */
const runbooks: readonly Page[] = globSync('docs/runbooks/*.md', { cwd: documentsRoot })
  .toSorted()
  .map((file) => ({ slug: `runbook-${path.basename(file, '.md')}`, name: 'Runbook', file }));

/** Every page, by the last part of its address. */
export const pages: ReadonlyMap<string, Page> = new Map(
  [...pageList.flatMap(({ pages: ofGroup }) => ofGroup), ...runbooks].map((page) => [page.slug, page]),
);

const slugOfFile = new Map(
  [...pages.values()].flatMap((page) => ('file' in page ? [[page.file, page.slug] as const] : [])),
);

/** Pictures of documents, by the address they are served at. */
export const pictures: ReadonlyMap<string, string> = new Map(
  globSync('docs/*/*.png', { cwd: documentsRoot }).map((file) => [`/${file}`, path.join(documentsRoot, file)]),
);

/** What other routes serve. */
const otherRoutes: Readonly<Record<string, string>> = {
  'docs/automation.schema.json': '/automation.schema.json',
  'docs/README.md': '/docs',
  'README.md': '/docs',
};

/** Where a link of a document leads on the site; null where it leads into the code. */
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

/** Draws a page. `baseUrl`: of this service, which is in what can be copied. */
export function drawPage(page: Page, baseUrl: string): Drawn {
  if ('draw' in page) return page.draw(baseUrl);
  const text = readFileSync(path.join(documentsRoot, page.file), 'utf8');
  return drawMarkdown(text, (target) => linkFrom(page.file, target));
}
