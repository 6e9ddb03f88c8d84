import { expect, test, type Locator, type Page } from '@playwright/test';
import { flowTemplates } from '@retoma/flow/templates';
import { openEditor, openStep, savedDraft } from './editor-page.ts';
import { largeFlow } from './large-flow.ts';
import { photograph } from './photograph.ts';

const template = flowTemplates.find(({ name }) => name === 'pix-three-reminders')!.flow;

type Box = { x: number; y: number; width: number; height: number };
const boxOf = async (what: Locator): Promise<Box> => (await what.boundingBox())!;
const canvasOf = (page: Page): Locator => page.locator('.react-flow');
const overlaps = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** The boxes of everything that matches, as the page draws it. */
const boxesOf = (page: Page, selector: string): Promise<Box[]> =>
  page.locator(selector).evaluateAll((found) =>
    found.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );

test('[EDT11] the editor fills the window; the panel of a step pushes the canvas, in which the step stays in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openEditor(page, template);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  expect((await boxOf(canvasOf(page))).width).toBe(1280);
  const card = page.getByRole('treeitem', { name: /O pagamento/ }).first();
  const before = await boxOf(card);
  const panel = await openStep(page, /O pagamento/);
  const edge = (await boxOf(panel)).x;
  await expect.poll(async () => (await boxOf(canvasOf(page))).width).toBeLessThanOrEqual(edge);
  // What was in the middle of the window is in the middle of what is left.
  await expect.poll(async () => Math.round((await boxOf(card)).x - (edge - 1280) / 2 - before.x)).toBe(0);
  await photograph(page, 'editor-step');
});

test('[EDT11] a notification is in the canvas, and covers neither its buttons nor the panel', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 720 });
  await openEditor(page, template);
  await openStep(page, /Esperar 20 min/);
  await page.keyboard.press('Delete');
  await openStep(page, /O pagamento/);
  const toast = page.locator('.mantine-Notification-root');
  const panel = page.getByRole('complementary', { name: 'Editar passo' });
  const tools = page.getByRole('button', { name: 'Ver fluxo inteiro' });
  await expect(toast).toBeVisible();
  await expect
    .poll(async () => {
      const [toastBox, beside, below] = [await boxOf(toast), await boxOf(panel), await boxOf(tools)];
      return [overlaps(toastBox, beside), overlaps(toastBox, below)];
    })
    .toEqual([false, false]);
});

test('[EDT11] "+" covers no step at any zoom, and is gone below half size', async ({ page }) => {
  await openEditor(page, template);
  const zoom = page.getByRole('button', { name: /Zoom de 100%$/ });
  for (let size = 100; size >= 50;) {
    const [pluses, cards] = [await boxesOf(page, '[data-place]'), await boxesOf(page, '[role=treeitem]')];
    expect(pluses.length).toBeGreaterThan(3);
    expect(pluses.filter((plus) => cards.some((card) => overlaps(plus, card)))).toEqual([]);
    const before = await zoom.textContent();
    await page.getByRole('button', { name: 'Diminuir zoom' }).click();
    await expect(zoom).not.toHaveText(before!);
    size = Number.parseInt((await zoom.textContent())!, 10);
  }
  await expect(page.locator('[data-place]').first()).toBeHidden();
});

test('[EDT11] the whole flow fits, first with names that can be read, with 120 steps and with 350; a jump ends readable', async ({
  page,
}) => {
  test.slow();
  const steps = largeFlow() as { steps: object[] };
  const shorter = { ...steps, steps: steps.steps.slice(0, 18) };
  for (const [flow, fewest] of [
    [shorter, 100],
    [steps, 290],
  ] as const) {
    await openEditor(page, flow);
    const zoom = page.getByRole('button', { name: /Zoom de 100%$/ });
    const percent = async (): Promise<number> => Number.parseInt((await zoom.textContent())!, 10);
    const fit = page.getByRole('button', { name: 'Ver fluxo inteiro' });
    await fit.click();
    await expect.poll(percent).toBe(35);
    await expect(page.getByRole('button', { name: 'Mapa do fluxo' })).toHaveAttribute('aria-pressed', 'true');
    await fit.click();
    await expect.poll(percent).toBeLessThan(10);
    const last = page.getByRole('treeitem').last();
    await expect(last).toBeVisible();
    const canvas = await boxOf(canvasOf(page));
    const inside = ({ x, y, width, height }: Box): boolean =>
      x >= canvas.x && y >= canvas.y && x + width <= canvas.x + canvas.width && y + height <= canvas.y + canvas.height;
    await expect.poll(async () => (await boxesOf(page, '[role=treeitem]')).length).toBeGreaterThan(fewest);
    await expect.poll(async () => (await boxesOf(page, '[role=treeitem]')).every(inside)).toBe(true);

    await page.keyboard.press('Control+k');
    await page
      .getByRole('dialog', { name: 'Ir para um passo' })
      .getByRole('option', { name: /WhatsApp/ })
      .last()
      .click();
    await expect.poll(percent).toBeGreaterThanOrEqual(75);
    const found = page.locator('[role=treeitem][tabindex="0"]');
    await expect(found).toBeFocused();
    expect(inside(await boxOf(found))).toBe(true);
    await page.keyboard.press('Control+c');
    await expect(page.locator('.mantine-Notification-root')).toContainText('Passo copiado');
  }
});

test('[EDT11] a step is dragged by its whole card, and a press without movement opens it', async ({ page }) => {
  const id = await openEditor(page, {
    name: 'Arrastar',
    trigger_event: 'pix.generated',
    active: true,
    steps: [
      { type: 'delay', id: 'um', minutes: 30 },
      { type: 'delay', id: 'dois', minutes: 60 },
      { type: 'delay', id: 'tres', minutes: 90 },
    ],
  });
  const first = await boxOf(page.getByRole('treeitem', { name: /Esperar 30 min/ }));
  const end = await boxOf(page.locator('[data-place]').last());
  // By the free space at the end of the card, far from its icon.
  await page.mouse.move(first.x + first.width - 60, first.y + first.height / 2);
  await page.mouse.down();
  await page.mouse.move(first.x + first.width, first.y + 90, { steps: 4 });
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect
    .poll(async () => (await savedDraft(page, id)).steps.map((step) => step.id))
    .toEqual(['dois', 'tres', 'um']);
  await expect(page.getByRole('complementary', { name: 'Editar passo' })).toBeHidden();
  const panel = await openStep(page, /Esperar 1 hora/);
  await expect(panel).toBeVisible();
});

test('[EDT11] F2 leads to the flow from anywhere, and the help of the keys says so', async ({ page }) => {
  await openEditor(page, template);
  await openStep(page, /Mensagem de WhatsApp/);
  await page.getByRole('textbox', { name: 'Nome da automação' }).focus();
  await page.keyboard.press('F2');
  await expect(page.getByRole('treeitem', { name: /Mensagem de WhatsApp/ }).first()).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Atalhos do teclado' })).toContainText('F2');
});

test('[EDT11] shortcuts are what was typed: by AltGr, which arrives as Ctrl+Alt, and not while a field is typed in', async ({
  page,
}) => {
  await openEditor(page, template);
  const altGr = (target: Locator, key: string, code: string): Promise<void> =>
    target.dispatchEvent('keydown', { key, code, ctrlKey: true, altKey: true, bubbles: true, cancelable: true });
  const help = page.getByRole('dialog', { name: 'Atalhos do teclado' });
  const find = page.getByRole('dialog', { name: 'Ir para um passo' });
  const name = page.getByRole('textbox', { name: 'Nome da automação' });
  for (const view of ['Diagrama', 'Lista']) {
    await page.getByRole('radiogroup', { name: 'Modo de visualização' }).getByText(view).click();
    const card = page.getByRole('treeitem', { name: /Mensagem de WhatsApp/ }).first();
    await card.focus();
    await altGr(card, '?', 'KeyW');
    await expect(help).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await altGr(card, '/', 'KeyQ');
    await expect(find).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(find).toBeHidden();
    // Not typed: Ctrl+Alt with a letter is not a shortcut of the editor.
    for (const [key, code] of [
      ['a', 'KeyA'],
      ['k', 'KeyK'],
      ['z', 'KeyZ'],
    ] as const)
      await altGr(card, key, code);
    await name.focus();
    await altGr(name, '?', 'KeyW');
    await altGr(name, '/', 'KeyQ');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('[EDT11] a new step is to be filled in, not wrong, until it was left', async ({ page }) => {
  await openEditor(page);
  await page.getByRole('button', { name: 'Adicionar primeiro passo' }).click();
  await page.getByRole('option', { name: 'WhatsApp', exact: true }).click();
  const card = page.getByRole('treeitem', { name: /Mensagem de WhatsApp/ });
  await expect(card).toContainText('A preencher');
  await expect(page.getByRole('button', { name: /a preencher$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Fechar painel' }).click();
  await expect(card).not.toContainText('A preencher');
  await expect(page.getByRole('button', { name: /^\d+ problemas?: \d+ imped/ })).toBeVisible();
});
