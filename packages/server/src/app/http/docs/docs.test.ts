import { readFileSync } from 'node:fs';
import path from 'node:path';
import { issueCodes, warningCodes, webhookVersion } from '@retoma/commerce';
import { codes, messageReasons, metatags, templateCodes } from '@retoma/flow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { publicCodes } from '../../../http/public-codes.ts';
import { pages } from './render-page.ts';
import { drawMarkdown } from './markdown.ts';
import { documentsRoot, isThere, pageList } from './page-list.ts';
import { portugueseOf } from './translation.ts';

let service: TestService;
const drawn = new Map<string, string>();
beforeAll(async () => {
  service = await startTestService();
  for (const slug of pages.keys()) drawn.set(slug, await (await get(slug)).text());
});
afterAll(() => service.stop());

const get = (slug: string): Promise<Response> => fetch(`${service.baseUrl}/docs/${slug}`);
const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1]!);
const idsOf = (text: string): string[] => matches(text, /\sid="([^"]+)"/g);

describe('the documentation of a running service', () => {
  test('/docs is the first page', async () => {
    const answer = await fetch(`${service.baseUrl}/docs`);
    expect(await answer.text()).toBe(drawn.get(pageList[0]!.pages[0]!.slug));
  });

  test.each([...pages.values()].map((page) => [page.slug, page] as const))('%s is a full page', async (slug, page) => {
    expect(isThere(page)).toBe(true);
    const answer = await get(slug);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const text = drawn.get(slug)!;
    expect(text).toMatch(/<title>[^<]+ · Retoma<\/title>/);
    expect(matches(text, /<(h1)[ >]/g)).toHaveLength(1);
    expect(text).not.toMatch(/<script|<iframe|<[^>]+ on\w+=| style=/);
    expect(new Set(idsOf(text)).size, 'anchors that lead to two places').toBe(idsOf(text).length);
  });

  test('every internal link has a target', async () => {
    const dead: string[] = [];
    for (const [slug, text] of drawn) {
      for (const link of matches(text, /(?:href|src)="((?:#|\/)[^"]*)"/g)) {
        const [target = '', anchor] = link.split('#');
        const led = target === '' ? slug : target.replace(/^\/docs\/?/, '') || pageList[0]!.pages[0]!.slug;
        const isPage = target === '' || /^\/docs(\/[\w-]+)?$/.test(target);
        const text = drawn.get(led);
        const isDead = isPage
          ? text === undefined || (anchor !== undefined && !idsOf(text).includes(anchor))
          : (await fetch(service.baseUrl + target)).status !== 200;
        if (isDead) dead.push(`${slug}: ${link}`);
      }
    }
    expect([...new Set(dead)]).toEqual([]);
  });

  test('the error reference lists every code of the program, in two languages', () => {
    const tables = [publicCodes, issueCodes, warningCodes, codes, templateCodes, messageReasons];
    const missing = tables
      .flatMap((table) => Object.keys(table))
      .filter((code) => !drawn.get('errors')!.includes(`<code>${code}</code>`));
    expect(missing).toEqual([]);
    expect(drawn.get('errors')).toContain(codes.INVALID_JSON['pt-BR']);
  });

  test('[DEF9] the metatag reference lists every metatag', () => {
    const missing = metatags.filter(({ name }) => !drawn.get('metatags')!.includes(`<code>{{${name}}}</code>`));
    expect(missing).toEqual([]);
  });

  test('the automation reference lists every kind of step and of message', () => {
    const ids = idsOf(drawn.get('automation-reference')!);
    expect(ids).toEqual(
      expect.arrayContaining(['delay', 'action', 'condition', 'retry', 'loop', 'end', 'whatsappData']),
    );
  });

  test.each([
    'nothing',
    '..%2Fpackage.json',
    '%2e%2e%2f%2e%2e%2fpackage.json',
    'first-walk/nothing.png',
    'first-walk/..%2f1.md',
  ])('an unknown page is not found: %s', async (slug) => {
    expect((await get(slug)).status).toBe(404);
  });

  test('a picture of a document is served', async () => {
    const answer = await get('first-walk/1-home.png');
    expect(answer.headers.get('content-type')).toBe('image/png');
  });
});

describe('[API33] a guide in two languages', () => {
  const translated = [...pages.values()].filter((page) => 'file' in page && page.translation !== undefined);

  test.each(translated.map((page) => [page.slug, page] as const))('%s leads to the other language', (slug, page) => {
    const [lang, other] = page.lang === 'pt-BR' ? ['pt-BR', 'en'] : ['en', 'pt-BR'];
    expect(drawn.get(slug)).toContain(`<html lang="${lang}">`);
    expect(drawn.get(slug)).toMatch(new RegExp(`<p class="language">\\s*<a href="/docs/[\\w-]+" lang="${other}"`));
  });

  test.each([...new Set(translated.flatMap((page) => ('file' in page ? [page.file] : [])))])(
    '%s has every text in Portuguese, and the same code',
    (file) => {
      const text = readFileSync(path.join(documentsRoot, file), 'utf8');
      const portuguese = portugueseOf(text);
      expect(portuguese.untranslated).toEqual([]);
      const codeOf = (markdown: string): string[] => markdown.match(/^```[^]*?^```/gm) ?? [];
      expect(codeOf(portuguese.text)).toEqual(codeOf(text));
      const headings = (markdown: string): number => matches(markdown, /^(#+) /gm).length;
      expect(headings(portuguese.text)).toBe(headings(text.replace(/^<!--[^]*?^-->/gm, '')));
    },
  );

  test('text between comments is replaced, and text without a comment is named', () => {
    const text = 'Hi\n\n<!-- pt-BR\nOi\n-->\n\n```js\n1;\n```\n\nBye\n';
    expect(portugueseOf(text)).toEqual({ text: 'Oi\n\n```js\n1;\n```\n\nBye\n', untranslated: ['Bye'] });
  });
});

describe('a rendered document', () => {
  const draw = (text: string): string =>
    String(drawMarkdown(text, (target) => (target.endsWith('.ts') ? null : target)).body);

  test('shows HTML as text', () => {
    expect(draw('A <script>alert(1)</script> b\n\n<img src=x onerror=alert(1)>')).not.toMatch(/<script|<img/);
    expect(draw('[x](<a"onclick=b>)')).not.toContain('"onclick');
    expect(draw('| a |\n| - |\n| <b>x</b> |')).not.toContain('<b>');
  });

  test('shows links to code as text; a heading has the anchor that its links use', () => {
    expect(draw('see [the flow](flow.ts) now')).toContain('see the flow now');
    expect(draw('## Quem pode o quê? `x`')).toContain('id="quem-pode-o-quê-x"');
  });
});

test('[API12] the version of the webhooks’ bodies is a date in the list of changes', () => {
  const changes = readFileSync(path.join(documentsRoot, 'docs/api-changelog.md'), 'utf8');
  const dates = matches(changes, /^## (\d{4}-\d\d-\d\d)$/gm);
  expect(dates).toContain(webhookVersion);
  expect(dates).toEqual(dates.toSorted().toReversed());
});
