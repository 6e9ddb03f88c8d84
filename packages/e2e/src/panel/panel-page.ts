import { expect, type APIRequestContext, type BrowserContext, type Page } from '@playwright/test';
import { graveViolations } from '../grave-violations.ts';
import { demo } from '../service.ts';

const { baseUrl, demo: store } = demo();

/** The address of a page of the demo store's panel. */
export const panelUrl = (path = ''): string => `${baseUrl}/panel/${store.storeId}${path && `/${path}`}`;

/** Signs in as the owner of the demo store, and opens a page of its panel. */
export async function openPanel(page: Page, path = ''): Promise<void> {
  await signIn(page);
  await page.goto(panelUrl(path));
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** The session that the tests of this worker share, and when it began. */
let shared: { cookies: Cookies; at: number } | undefined;
/** How long a session is shared. It counts as recent for ten minutes (AUT9), and a test takes a few minutes. */
const sharedMs = 4 * 60_000;

/**
 * Signs in as the owner of the demo store by a request: the form has its own tests and loads two pages. Tests of one worker share the
 * session. A test that ends its session signs in with `signInByForm`.
 */
export async function signIn(page: Page): Promise<void> {
  if (shared && Date.now() - shared.at < sharedMs) return page.context().addCookies(shared.cookies);
  await signInByRequest(page.request);
  shared = { cookies: await page.context().cookies(baseUrl), at: Date.now() };
}

/** Headers of every panel request. They protect against requests from other sites. */
export const panelHeaders = { 'x-retoma-panel': '1', origin: baseUrl };

/** Signs in as the owner of the demo store; the session is in the cookies of `request`. */
export async function signInByRequest(request: APIRequestContext): Promise<void> {
  const response = await request.post(`${baseUrl}/panel/api/sign-in`, { data: store.user, headers: panelHeaders });
  expect(response.status()).toBe(200);
}

/** Goes to another page as a link of the panel does, without a reload. */
export const go = (page: Page, url: string): Promise<void> =>
  page.evaluate((address) => window.history.pushState({}, '', address), url);

/** Signs in through the form, and waits for the first page of the store. */
export async function signInByForm(page: Page): Promise<void> {
  await page.goto(`${baseUrl}/panel/sign-in`);
  await page.getByLabel('E-mail').fill(store.user.email);
  await page.getByRole('textbox', { name: 'Senha' }).fill(store.user.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL(panelUrl());
}

/**
 * Fails on violations that axe rates serious or critical. The frame of an e-mail is not checked: it runs no script, so axe cannot run in
 * it.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(settled);
  const found = await graveViolations(page);
  expect(found.map(({ rule, elements }) => `${rule}: ${elements.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

/** Runs in the page: waits for animations to end, because an element that fades in has less contrast. Skips endless animations. */
async function settled(): Promise<void> {
  const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(moving.map(({ finished }) => finished));
}
