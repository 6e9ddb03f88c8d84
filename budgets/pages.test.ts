// The files that a browser loads, and the statements that the server executes for them. Chromium finds the files and requests of a page,
// since a fixed list would become outdated.
import { chromium, type Browser, type Page, type Request } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../packages/e2e/src/find-browser.ts';
import { byteBudgets, statementBudgets, type Figures } from './budgets.ts';
import { areWritten, departuresOf, isOnlyWritten } from './compare.ts';
import { startPanelService, type PanelCall, type PanelService } from './panel-service.ts';
import { gzipped, publicPages } from './public-pages.ts';

let service: PanelService;
let browser: Browser;
beforeAll(async () => {
  service = await startPanelService();
  browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

function holdBytes(name: string, figures: Figures): void {
  if (isOnlyWritten('bytes', name, figures)) return;
  expect(departuresOf(name, 'bytes', byteBudgets[name], figures)).toEqual([]);
}

describe('[CHK16] bytes', () => {
  test.each(Object.entries(publicPages()))('%s', (name, bytes) => holdBytes(name, { page: bytes }));

  test.each(['/docs', '/docs/api', '/client.js', '/openapi.json', '/automation.schema.json'])('%s', async (url) =>
    holdBytes(url, { file: gzipped((await service.app.inject(url)).rawPayload) }),
  );

  test('the first load of the panel, and the editor', async () => {
    const page = await (await browser.newContext()).newPage();
    const first = await filesOf(page, 'panel, first load', service.pages['sign-in']!);
    holdBytes('panel, first load', first);
    await page.context().close();
    const signedIn = await signIn();
    const editor = await filesOf(signedIn, 'panel, editor', service.pages['editor']!);
    expect(Object.keys(editor).length).toBeGreaterThan(Object.keys(first).length);
    holdBytes('panel, editor', editor);
    await signedIn.context().close();
  });
});

describe('[CHK16] statements', () => {
  test('of each page of the panel', async () => {
    const calls = await openEveryPage();
    const byUrl = new Map<string, { route: string; counts: Figures }>();
    for (const call of [...calls.values()].flat()) {
      if (!byUrl.has(call.url)) byUrl.set(call.url, await service.statementsOf(call));
    }
    const wrong = [...calls].flatMap(([name, ofPage]) => {
      const requests = ofPage
        .map(({ url }) => byUrl.get(url)!)
        .toSorted((one, other) => (one.route < other.route ? -1 : 1));
      const figures: Record<string, number> = {};
      for (const { route, counts } of requests) figures[route] = (figures[route] ?? 0) + totalOf(counts);
      if (isOnlyWritten('statements', name, figures)) return [];
      const causes = requests.map(({ route, counts }) => `${route}: ${describeCounts(counts)}`);
      return departuresOf(name, 'statements', statementBudgets[name], figures, causes);
    });
    expect(wrong).toEqual([]);
  }, 300_000);
});

/** Opens every page as a signed-in owner, each in a new load; returns the requests of each page, once per URL. */
async function openEveryPage(): Promise<Map<string, PanelCall[]>> {
  const context = (await signIn()).context();
  const waiting = Object.entries(service.pages)
    .filter(([name]) => name !== 'sign-in')
    .values();
  const calls = new Map<string, PanelCall[]>();
  // Most of the time is spent waiting until a page sends no more requests.
  const openSome = async (): Promise<void> => {
    const page = await context.newPage();
    for (const [name, address] of waiting) {
      // Excludes the previous page, which sends requests again when runs change.
      await page.goto('about:blank');
      const requests: Request[] = [];
      const note = (request: Request): void => void requests.push(request);
      page.on('request', note);
      await open(page, () => page.goto(service.baseUrl + address));
      // The written figures include the requests that a busy machine delays.
      if (areWritten()) await page.waitForTimeout(2_000);
      page.off('request', note);
      calls.set(name, await callsOf(requests));
    }
  };
  await Promise.all(Array.from({ length: 4 }, openSome));
  // Open pages would send further requests while the statements of one are counted.
  await context.close();
  return calls;
}

async function callsOf(requests: readonly Request[]): Promise<PanelCall[]> {
  const calls = new Map<string, PanelCall>();
  for (const request of requests) {
    const { pathname, search } = new URL(request.url());
    // A stream is opened after the page has loaded, possibly after all other requests.
    if (!pathname.startsWith('/panel/api/') || pathname.endsWith('/live')) continue;
    const method = request.method() as PanelCall['method'];
    const url = pathname + search;
    calls.set(url, { method, url, headers: await request.allHeaders(), body: request.postData() });
  }
  return [...calls.values()];
}

const totalOf = (counts: Figures): number => Object.values(counts).reduce((total, count) => total + count, 0);
const describeCounts = (counts: Figures): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

/** A browser of the store's owner, whose cache was filled by a first page. */
async function signIn(): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await page.goto(service.baseUrl + service.pages['sign-in']!);
  await page.getByLabel('E-mail').fill(service.user.email);
  await page.getByRole('textbox', { name: 'Senha' }).fill(service.user.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
  await page.waitForLoadState('networkidle');
  return page;
}

/** Opens a page, and waits until it has its title and sends no more requests. */
async function open(page: Page, go: () => Promise<unknown>): Promise<void> {
  await go();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
}

/** Gzipped bytes of the panel's files that opening a page loads, by file name without the content hash. `name`: its budget. */
async function filesOf(page: Page, name: string, address: string): Promise<Figures> {
  // Excludes the previous page, which a busy machine may still be loading.
  await page.goto('about:blank');
  const urls = new Set<string>();
  page.on('request', (request) => urls.add(new URL(request.url()).pathname));
  await open(page, () => page.goto(service.baseUrl + address));
  // A busy machine pauses between requests. A file that is loaded no longer is not waited for without end.
  const isMissing = (): boolean => {
    const loaded = new Set([...urls].map(fileOf));
    return Object.keys(byteBudgets[name]?.figures ?? {}).some((file) => !loaded.has(file));
  };
  for (let tries = 0; tries < 100 && isMissing(); tries++) await page.waitForTimeout(100);
  const files: Record<string, number> = {};
  for (const url of [...urls].toSorted()) {
    if (url.startsWith('/panel/api/')) continue;
    const { rawPayload } = await service.app.inject(url);
    // Fonts are compressed already.
    files[fileOf(url)] = (files[fileOf(url)] ?? 0) + (url.endsWith('.woff2') ? rawPayload.length : gzipped(rawPayload));
  }
  return files;
}

const fileOf = (url: string): string =>
  url.startsWith('/panel/assets/') ? url.slice(14).replace(/-[\w-]{8}(?=\.\w+$)/, '') : 'page';
