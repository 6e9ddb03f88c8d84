import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test, type CDPSession, type Page } from '@playwright/test';
import { shots } from '../pay-page.ts';
import { rendersOfClick, watchRenders } from './count-renders.ts';
import { ask, openEditor } from './editor-page.ts';
import { largeFlow } from './large-flow.ts';
import { expectAccessible, panelUrl } from './panel-page.ts';

// Durations are only printed, since they depend on the machine. Assertions check only machine-independent facts: the number of elements in
// the page, that typing redraws no card, and how many components render for a new step.
test.use({ viewport: { width: 1440, height: 900 } });

const dist = path.resolve(import.meta.dirname, '../../../panel/dist/assets');

const report: string[] = [];
const record = (what: string, value: string): void => void report.push(`${what.padEnd(46)} ${value}`);
const p95 = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

/** The time from one frame to the next while `act` continues, in milliseconds. */
async function framesDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const shared = window as unknown as { frames: number[]; stop: boolean };
    shared.frames = [];
    shared.stop = false;
    let before = performance.now();
    const frame = (now: number): void => {
      shared.frames.push(now - before);
      before = now;
      if (!shared.stop) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await act();
  return page.evaluate(() => {
    const shared = window as unknown as { frames: number[]; stop: boolean };
    shared.stop = true;
    return shared.frames.slice(2);
  });
}

/** CPU time of the page's thread in milliseconds, so that a busy machine does not matter. */
async function busy(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return Math.round((metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000);
}

/** Records, in each page from now on, when the diagram first has cards and the maximum number of cards. */
async function watchCards(page: Page, automationId: string): Promise<void> {
  await page.addInitScript((id) => {
    const shared = Object.assign(window as unknown as PaintReport, { max: 0, data: 0, painted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceResourceTiming[])
        if (entry.name.endsWith(`/automations/${id}`)) shared.data = entry.responseEnd;
    }).observe({ type: 'resource', buffered: true });
    new MutationObserver(() => {
      const cards = document.querySelectorAll('[role="treeitem"]').length;
      if (cards > 5 && shared.max === 0) {
        requestAnimationFrame(() => setTimeout(() => (shared.painted = performance.now())));
      }
      shared.max = Math.max(shared.max, cards);
    }).observe(document, { subtree: true, childList: true });
  }, automationId);
}

type PaintReport = { max: number; data: number; painted: number };

const paintReport = (page: Page): Promise<PaintReport> =>
  page.evaluate(() => {
    const { max, data, painted } = window as unknown as PaintReport;
    return { max, data, painted };
  });

/** Opens the automation with throttling, and pans; measures from the response with the draft to the diagram, by the page's clock. */
async function openAndPan(page: Page, session: CDPSession, id: string, rate: number): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await page.goto(panelUrl('automations'));
  const answered = page.waitForResponse((response) => response.url().endsWith(`/automations/${id}`));
  await page.goto(panelUrl(`automations/${id}`));
  await answered;
  const before = await busy(session);
  await expect.poll(async () => (await paintReport(page)).painted, { timeout: 60_000 }).toBeGreaterThan(0);
  const spent = await busy(session);
  const { painted, data } = await paintReport(page);
  const work = `${spent - before} ms`;
  record(`open, after data, at ${rate}×`, `${Math.round(painted - data)} ms, of which the page worked about ${work}`);
  await page.mouse.move(700, 500);
  const frames = await framesDuring(page, async () => {
    for (let step = 0; step < 60; step++) await page.mouse.wheel(0, 60);
  });
  record(`pan, frame p95, at ${rate}×`, `${p95(frames).toFixed(1)} ms of ${frames.length} frames`);
}

/** Adds a step several times with throttling, and records the medians. */
async function addSteps(page: Page, session: CDPSession, rate: number): Promise<void> {
  const added: { ms: number; work: number }[] = [];
  for (let time = 0; time < 5; time++) {
    added.push(await addStep(page, session, rate));
    await page.keyboard.press('Escape');
  }
  const [ms, work] = [median(added.map((one) => one.ms)), median(added.map((one) => one.work))];
  record(`add a step, press to picture, at ${rate}×`, `${ms} ms, of which the page worked about ${work} ms`);
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Adds a step with throttling; measures from the press to the diagram, in milliseconds. `work`: CPU of the page's thread. */
async function addStep(page: Page, session: CDPSession, rate: number): Promise<{ ms: number; work: number }> {
  await page.locator('[data-place$="-pending+"]').first().click();
  const option = page.getByRole('option', { name: 'SMS', exact: true });
  await expect(option).toBeVisible();
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  const before = await busy(session);
  const added = await option.evaluate(async (element: HTMLElement) => {
    const start = performance.now();
    element.click();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - start;
  });
  const work = (await busy(session)) - before;
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return { ms: Math.round(added), work };
}

test('an automation of 350 steps opens, pans and is edited', async ({ page }) => {
  test.setTimeout(180_000);
  const id = await openEditor(page);
  await ask(page, 'PUT', `/automations/${id}/draft`, { text: JSON.stringify(largeFlow()), revision: 1 });
  await watchCards(page, id);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  for (const rate of [1, 4]) await openAndPan(page, session, id, rate);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.goto(panelUrl(`automations/${id}`));
  await expect(page.getByRole('treeitem').nth(5)).toBeVisible({ timeout: 60_000 });
  const inPage = await page.getByRole('treeitem').count();
  record('cards in the page', String(inPage));
  expect(inPage).toBeLessThan(120);
  await page.screenshot({ path: path.join(shots, 'editor-large.png') });

  // Adding, from the key press to the diagram.
  await page.getByRole('button', { name: 'Inserir passo depois do gatilho' }).click();
  await expect(page.getByRole('option', { name: /SMS/ }).first()).toContainText('50 passos, que é o limite');
  await page.keyboard.press('Escape');
  await addSteps(page, session, 1);
  await expect(page.getByRole('treeitem', { name: /SMS/ }).first()).toBeVisible();
  // No card far from the viewport was ever added to the page, neither on opening nor by the change.
  expect((await paintReport(page)).max).toBeLessThan(120);
  await addSteps(page, session, 4);
  await expectAccessible(page);

  // Typing in the panel changes one card of the diagram, or none.
  await page.getByRole('treeitem', { name: /SMS/ }).first().click();
  const field = page.getByRole('complementary', { name: 'Editar passo' }).getByRole('textbox').first();
  if (await field.isVisible().catch(() => false)) {
    await page.evaluate(() => {
      const shared = window as unknown as { drawn: Set<string> };
      shared.drawn = new Set();
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          const element = target instanceof Element ? target : target.parentElement;
          shared.drawn.add(element?.closest('[role="treeitem"]')?.getAttribute('data-id') ?? '');
        }
      }).observe(document.querySelector('[role="tree"]')!, { subtree: true, childList: true, characterData: true });
    });
    await field.click();
    const frames = await framesDuring(page, () => page.keyboard.type('Seu pedido espera', { delay: 30 }));
    const drawn = await page.evaluate(() => (window as unknown as { drawn: Set<string> }).drawn.size);
    record('typing, frame p95', `${p95(frames).toFixed(1)} ms`);
    record('cards drawn anew by typing', String(drawn));
    expect(drawn).toBeLessThanOrEqual(1);
  }
});

test('in an automation of 350 steps, a new one renders only what it changes before the next picture', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await watchRenders(page);
  const id = await openEditor(page);
  await ask(page, 'PUT', `/automations/${id}/draft`, { text: JSON.stringify(largeFlow()), revision: 1 });
  await page.reload();
  await expect(page.getByRole('treeitem').nth(5)).toBeVisible({ timeout: 60_000 });
  for (let time = 0; time < 2; time++) {
    await page.locator('[data-place$="-pending+"]').first().click();
    const option = page.getByRole('option', { name: 'SMS', exact: true });
    // The header and its closed panels, and cards that only move, would be 147 more; what arrives meanwhile on a busy machine is about 30.
    const count = await rendersOfClick(option);
    record('components rendered by a new step', String(count));
    expect(count).toBeGreaterThan(10);
    expect(count).toBeLessThan(150);
    await expect(page.getByRole('complementary', { name: 'Editar passo' })).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test.afterAll(() => {
  const gzipped = readdirSync(dist).filter((name) => name.endsWith('.js.gz'));
  for (const name of gzipped.toSorted()) {
    const kilobytes = statSync(path.join(dist, name)).size / 1024;
    if (kilobytes > 8) record(name.replace('.gz', ''), `${kilobytes.toFixed(1)} KB gz`);
  }
  process.stdout.write(`\n${report.join('\n')}\n`);
});
