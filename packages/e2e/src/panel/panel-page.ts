import { AxeBuilder } from '@axe-core/playwright';
import { expect, type APIRequestContext, type BrowserContext, type Page } from '@playwright/test';
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

/** The session of this worker, and when it began. */
let shared: { cookies: Cookies; at: number } | undefined;
/** A session is recent for ten minutes (AUT9): a test of a few minutes stays within that time. */
const sharedMs = 4 * 60_000;

/**
 * Signs in as the owner of the demo store, without a page: the form has its own tests, and takes two pages to load. Tests of one worker
 * share the session; a test that ends it gets its own by `signInByForm`.
 */
export async function signIn(page: Page): Promise<void> {
  if (shared && Date.now() - shared.at < sharedMs) return page.context().addCookies(shared.cookies);
  await signInByRequest(page.request);
  shared = { cookies: await page.context().cookies(baseUrl), at: Date.now() };
}

/** What a request of the panel carries, so that no other site can send one. */
export const panelHeaders = { 'x-retoma-panel': '1', origin: baseUrl };

/** Signs in as the owner of the demo store; the session is in the cookies of `request`. */
export async function signInByRequest(request: APIRequestContext): Promise<void> {
  const response = await request.post(`${baseUrl}/panel/api/sign-in`, { data: store.user, headers: panelHeaders });
  expect(response.status()).toBe(200);
}

/** Signs in where people do, and waits for the first page of the store. */
export async function signInByForm(page: Page): Promise<void> {
  await page.goto(`${baseUrl}/panel/sign-in`);
  await page.getByLabel('E-mail').fill(store.user.email);
  await page.getByRole('textbox', { name: 'Senha' }).fill(store.user.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL(panelUrl());
}

/**
 * Fails on violations that axe calls serious or worse. Only the page is checked: the frame of an e-mail runs no script,
 * axe's neither.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(settled);
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

/** Runs in the page: an element that fades in has less contrast until it is visible. Endless animations are not waited for. */
async function settled(): Promise<void> {
  const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(moving.map(({ finished }) => finished));
}
