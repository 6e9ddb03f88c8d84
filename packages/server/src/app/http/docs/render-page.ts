import { readFileSync, globSync } from 'node:fs';
import path from 'node:path';
import { drawMarkdown, type Drawn } from './markdown.ts';
import { documentsRoot, pageList, type Page } from './page-list.ts';
import { portugueseOf } from './translation.ts';

/** Every page, by the last part of its URL. */
export const pages: ReadonlyMap<string, Page> = new Map(
  pageList.flatMap(({ pages: ofGroup }) => ofGroup).map((page) => [page.slug, page]),
);

/** The page of a document; in Portuguese, that of the document's translation if it has one. */
function slugOf(file: string, lang: Page['lang']): string | undefined {
  const ofFile = [...pages.values()].filter((page) => 'file' in page && page.file === file);
  return (ofFile.find((page) => page.lang === lang) ?? ofFile[0])?.slug;
}

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
function linkFrom(file: string, target: string, lang: Page['lang']): string | null {
  if (/^(https?:|\/)/.test(target)) return target;
  const [named = '', anchor] = target.split('#');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (named === '') return hash;
  const led = path.posix.normalize(path.posix.join(path.posix.dirname(file), named));
  const slug = slugOf(led, lang);
  if (slug !== undefined) return `/docs/${slug}${hash}`;
  return pictures.has(`/${led}`) ? `/${led}` : (otherRoutes[led] ?? null);
}

/** The address of the service in the documents. */
const exampleAddress = 'https://pay.example.com';

/** Renders a page. `baseUrl`: the address of this service, for examples that readers copy. */
export function drawPage(page: Page, baseUrl: string): Drawn {
  if ('draw' in page) return page.draw(baseUrl);
  const text = readFileSync(path.join(documentsRoot, page.file), 'utf8').replaceAll(exampleAddress, baseUrl);
  const shown = page.translation && page.lang === 'pt-BR' ? portugueseOf(text).text : text;
  return drawMarkdown(shown, (target) => linkFrom(page.file, target, page.lang));
}
