import { expect, test, type Locator, type Page } from '@playwright/test';
import { openEditor } from './editor-page.ts';
import { signIn } from './panel-page.ts';
import { photograph } from './photograph.ts';
import { makeRunsStore, type RunsStore } from './runs-store.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

const isPending = [{ field: 'payment_status', operator: '=', value: 'pending' }];
const isPaid = [{ field: 'payment_status', operator: '=', value: 'paid' }];
const text = (message: string, more: object = {}): object => ({
  type: 'action',
  name: 'send_whatsapp',
  data: { type: 'text', message },
  ...more,
});

let store: RunsStore;
let busy: string;
let idle: string;
test.beforeAll(async () => {
  store = await makeRunsStore('Loja dos Resultados');
  busy = await store.publish({
    name: 'Recuperar PIX',
    trigger_event: 'pix.generated',
    steps: [
      {
        type: 'condition',
        branches: [
          { id: 'pago', label: 'Pago', conditions: isPaid, steps: [{ type: 'end' }] },
          {
            id: 'pendente',
            label: 'Pendente',
            conditions: isPending,
            steps: [text('Seu PIX ainda está aberto.', { onResponse: [text('Posso ajudar?')] })],
          },
        ],
      },
      { type: 'delay', minutes: 120 },
      text('Último aviso'),
    ],
  });
  idle = await store.publish({
    name: 'Recuperar boleto',
    trigger_event: 'boleto.generated',
    steps: [{ type: 'delay', minutes: 60 }, text('Falta pagar')],
  });
  for (const order of ['3001', '3002', '3003', '3004']) await store.happen('pix.generated', order);
  await expect.poll(store.sent).toBe(4);
  await store.happen('payment.confirmed', '3001');
  await store.reply('3002', 'oi');
  await expect.poll(store.sent).toBe(5);
});
test.afterAll(() => store.stop());

const toggle = (page: Page): Locator => page.getByRole('button', { name: 'Resultados', exact: true });
const step = (page: Page, name: RegExp): Locator => page.getByRole('treeitem', { name });

/** The cards that are redrawn while `act` continues. */
async function drawnDuring(page: Page, act: () => Promise<void>): Promise<string[]> {
  await page.evaluate(() => {
    const shared = window as unknown as { drawn: Set<string> };
    shared.drawn = new Set();
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        shared.drawn.add(element?.closest('[role="treeitem"]')?.textContent ?? '');
      }
    }).observe(document.querySelector('[role="tree"]')!, { subtree: true, childList: true, characterData: true });
  });
  await act();
  return page.evaluate(() => [...(window as unknown as { drawn: Set<string> }).drawn].filter((name) => name !== ''));
}

/** Where an element is once it no longer moves. */
async function restingBox(element: Locator): Promise<Awaited<ReturnType<Locator['boundingBox']>>> {
  let last = await element.boundingBox();
  await expect(async () => {
    const before = last;
    await element.page().waitForTimeout(300);
    last = await element.boundingBox();
    expect(last).toEqual(before);
  }).toPass();
  return last;
}

const heights = (page: Page): Promise<number[]> =>
  page.getByRole('treeitem').evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height));

test('each step shows its results in the diagram and in the list, until the overlay is switched off', async ({
  page,
}) => {
  await signIn(page);
  await page.goto(store.url(`automations/${busy}`));
  await expect(step(page, /Gatilho/)).toBeVisible();
  await expect(page.getByText(/entraram/)).toHaveCount(0);
  const before = await heights(page);

  await toggle(page).focus();
  await page.keyboard.press('Space');
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('status').filter({ hasText: '4 entraram em 30 dias' })).toBeVisible();
  await expect(step(page, /Gatilho.* 4 entraram/)).toBeVisible();
  await expect(step(page, /Passo 1, caminho Pendente.* 4 entraram, 25% leu, 25% pagou/)).toBeVisible();
  await expect(step(page, /saída “Se responder”.* 1 entrou/)).toBeVisible();
  await expect(step(page, /Esperar 2 horas.* 4 entraram, 4 em espera agora/)).toBeVisible();
  await expect(step(page, /caminho Pago.* 0 entraram/)).toBeVisible();
  expect(await heights(page)).toEqual(before);
  const widths = await page
    .locator('path[data-volume]')
    .evaluateAll((lines) => lines.map((line) => Number.parseFloat(getComputedStyle(line).strokeWidth)));
  expect([Math.min(...widths), Math.max(...widths)]).toEqual([4, 10]);
  await photograph(page, 'editor-results');

  await page.getByRole('radio', { name: 'Lista' }).check({ force: true });
  await expect(
    step(page, /^Mensagem de WhatsApp.*Seu PIX ainda está aberto\. 4 entraram, 25% leu, 25% pagou/),
  ).toBeVisible();
  await expect(step(page, /^Caminho 2: Pendente.* 4 entraram/)).toBeVisible();
  await expect(step(page, /^Esperar 2 horas.* 4 em espera agora/)).toBeVisible();
  await photograph(page, 'editor-results-list');

  // A changed step is not the step that ran.
  await step(page, /^Esperar 2 horas/).click();
  await page.getByRole('complementary').getByRole('textbox').first().fill('3');
  await expect(step(page, /4 entraram, 4 em espera agora · alterado, não publicado/)).toBeVisible();
  await page.getByRole('radio', { name: 'Diagrama' }).check({ force: true });
  await expect(step(page, /4 em espera agora.* alterado, não publicado/)).toBeVisible();
  await photograph(page, 'editor-results-changed');
  const drawn = await drawnDuring(page, async () => {
    await page.getByRole('complementary').getByRole('textbox').first().fill('4');
    await expect(step(page, /Esperar 4 horas.* 4 em espera agora/)).toBeVisible();
  });
  expect(drawn).toEqual([expect.stringContaining('Esperar 4 horas')]);

  await page.reload();
  await page.getByRole('radio', { name: '7 dias' }).check({ force: true });
  await expect(page.getByText('4 entraram em 7 dias')).toBeVisible();
  await toggle(page).click();
  await expect(step(page, /Gatilho/)).toBeVisible();
  await expect(page.getByText(/entraram/)).toHaveCount(0);
  await expect(page.locator('path[data-volume]')).toHaveCount(0);
});

test('without runs the overlay says so, and without a published version there is none', async ({ page }) => {
  await openEditor(page);
  await expect(toggle(page)).toHaveCount(0);
  await page.goto(store.url(`automations/${idle}`));
  await toggle(page).click();
  await expect(page.getByText('Ninguém passou por aqui ainda.')).toBeVisible();
  await expect(page.getByRole('treeitem').filter({ hasText: /\d entr/ })).toHaveCount(0);
});

test('the results page draws the same', async ({ page }) => {
  await signIn(page);
  await page.goto(store.url(`automations/${busy}/results`));
  await page.getByRole('button', { name: 'Ver no diagrama' }).click();
  await expect(step(page, /Passo 1, caminho Pendente.* 4 entraram, 25% leu, 25% pagou/)).toBeVisible();
  await expect(step(page, /Esperar 2 horas.* 4 em espera agora/)).toBeVisible();

  // A read-only diagram is shown completely, at any size of its area.
  const diagram = page.getByRole('application');
  const cards = page.getByRole('treeitem');
  // Read before the first change of size, after which the diagram follows at its own time.
  const before = await restingBox(cards.first());
  await photograph(page, 'results-diagram');
  const outside = async (): Promise<number> => {
    const bounds = (await diagram.boundingBox())!;
    const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()));
    return boxes.filter((box) => box!.x < bounds.x || box!.x + box!.width > bounds.x + bounds.width).length;
  };
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width: 760, height });
  await expect.poll(outside).toBe(0);
  await page.setViewportSize({ width, height });
  await expect.poll(() => cards.first().boundingBox()).toEqual(before);
});
