import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { journey } from '../journey.ts';
import { shots, sizes } from '../pay-page.ts';
import { expectAccessible, signIn } from './panel-page.ts';
import { photograph } from './photograph.ts';
import { makeRunsStore, type RunsStore } from './runs-store.ts';

const isPending = [{ field: 'payment_status', operator: '=', value: 'pending' }];
const text = (message: string, more: object = {}): object => ({
  type: 'action',
  name: 'send_whatsapp',
  data: { type: 'text', message },
  ...more,
});

let store: RunsStore;
test.beforeAll(async () => {
  store = await makeRunsStore('Loja das Jornadas');
  await store.publish({
    name: 'Conversa',
    trigger_event: 'pix.generated',
    steps: [
      {
        type: 'condition',
        branches: [
          {
            id: 'p',
            label: 'Pendente',
            conditions: isPending,
            steps: [
              text('Oi, {{customer.first_name}}! Seu PIX ainda está aberto.', {
                onResponse: [text('Que bom! Posso ajudar?')],
              }),
            ],
          },
        ],
      },
      { type: 'delay', minutes: 120 },
      text('Último aviso'),
      { type: 'end' },
    ],
  });
  await store.happen('pix.generated', '1042', 'Marina Souza');
  await store.happen('pix.generated', '1043', 'Bruno Dias');
});
test.afterAll(() => store.stop());

/** Makes the streams of a page, and the number of their events, accessible to the test. */
async function keepStreams(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shared = window as unknown as { streams: EventSource[]; received: number };
    Object.assign(shared, { streams: [], received: 0 });
    window.EventSource = class extends EventSource {
      constructor(url: string | URL) {
        super(url);
        shared.streams.push(this);
        this.addEventListener('runs', () => shared.received++);
      }
    };
  });
}

/** Ends the streams of a page as a lost network does; no new one opens. */
async function killStreams(page: Page): Promise<void> {
  await page.route('**/live', (route) => route.abort());
  await page.evaluate(() => {
    for (const stream of (window as unknown as { streams: EventSource[] }).streams) {
      stream.close();
      stream.dispatchEvent(new Event('error'));
    }
  });
}

test('[RUN8] a reply to an open run is shown at once, and with a dead stream by polling', journey, async ({ page }) => {
  await keepStreams(page);
  await signIn(page);
  await page.goto(store.url('runs'));
  await expect(page.getByText('Ao vivo')).toBeVisible();
  await page.getByRole('link', { name: 'Abrir a jornada de Marina S.' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Marina S. · Pedido #1042' })).toBeVisible();
  const timeline = page.getByRole('list', { name: 'Linha do tempo' });
  await expect(timeline.getByText('Esperando 2 horas')).toBeVisible();
  await expect(timeline).toContainText('pagamento era pendente');
  await expectAccessible(page);
  const received = (): Promise<number> => page.evaluate(() => (window as unknown as { received: number }).received);
  const before = await received();
  await store.reply('1042', 'vou pagar à noite');
  await expect.poll(received).toBeGreaterThan(before);
  await expect(timeline.getByText('Cliente respondeu')).toBeVisible();
  await expect(timeline).toContainText('Saída “Se responder” começou');
  await photograph(page, 'run');

  await page.goto(store.url('runs'));
  await page.getByRole('link', { name: 'Abrir a jornada de Bruno D.' }).click();
  await expect(timeline.getByText('Esperando 2 horas')).toBeVisible();
  await killStreams(page);
  await expect(page.getByText('Reconectando…')).toBeVisible();
  await store.reply('1043', 'já paguei');
  await expect(timeline.getByText('Cliente respondeu')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/^Atualizado/)).toBeVisible();
});

test('[RUN19] all runs of a search are cancelled: progress and failures are shown, and nothing more is sent', async ({
  page,
}) => {
  test.slow();
  const automationId = await store.publish({
    name: 'Espera longa',
    trigger_event: 'boleto.generated',
    active: true,
    settings: { stopOn: 'payment.confirmed' },
    steps: [{ type: 'delay', minutes: 60 }, text('Falta pagar')],
  });
  const orders = Array.from({ length: 1_284 }, (_, index) => String(20_000 + index));
  const rest = orders.values();
  const addEvent = async (): Promise<void> => {
    for (const order of rest) await store.happen('boleto.generated', order);
  };
  await Promise.all(Array.from({ length: 16 }, addEvent));
  for (const order of orders.slice(0, 3)) await store.happen('payment.confirmed', order);
  await signIn(page);
  // The list keeps the runs of its first answer.
  await expect(async () => {
    await page.goto(store.url(`runs?automationId=${automationId}&state=ended`));
    await expect(page.getByRole('row')).toHaveCount(4, { timeout: 3_000 });
  }).toPass({ timeout: 90_000 });
  await page.goto(store.url(`runs?automationId=${automationId}`));
  await page.getByRole('checkbox', { name: 'Selecionar todas desta página' }).check();
  await page.getByRole('button', { name: 'Selecionar as 1.284 desta busca' }).click();
  await expect(page.getByText('Todas as 1.284 desta busca')).toBeVisible();
  await photograph(page, 'runs');
  await page.setViewportSize(sizes.desktop);
  const before = store.sent();
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Cancelar 1.284 jornadas. Nenhuma mensagem a mais será enviada.');
  await dialog.getByRole('button', { name: 'Cancelar jornadas' }).click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await expect(dialog).toContainText('Pronto: 1.281 jornadas.', { timeout: 60_000 });
  await expect(dialog).toContainText('3 não puderam ser mudadas');
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await page.screenshot({ path: path.join(shots, 'runs-cancelled.png') });
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await page.goto(store.url(`runs?automationId=${automationId}&state=waiting`));
  await expect(page.getByText('Nada com estes filtros.')).toBeVisible();
  expect(store.sent()).toBe(before);
});

test('messages link to their run, results to the runs of a step', async ({ page }) => {
  await signIn(page);
  await page.goto(store.url('messages'));
  const row = page.getByRole('row').filter({ hasText: 'Oi, Marina! Seu PIX ainda está aberto.' });
  await expect(row).toBeVisible();
  await photograph(page, 'messages');
  await page.setViewportSize(sizes.desktop);
  await row.getByRole('link', { name: 'Abrir a mensagem para Marina S.' }).click();
  await expect(page.getByRole('region', { name: 'Mensagem enviada' })).toContainText('Oi, Marina!');
  await page.getByRole('navigation', { name: 'Onde estou' }).getByRole('link', { name: 'Conversa' }).click();
  await page.waitForURL(/automationId=/);
  const automationId = new URL(page.url()).searchParams.get('automationId');
  await page.goto(store.url(`automations/${automationId}/results`));
  await expect(page.getByText('Receita recuperada', { exact: true })).toBeVisible();
  await photograph(page, 'results');
  await page.setViewportSize(sizes.desktop);
  await page.getByRole('link', { name: 'Ver jornadas' }).nth(1).click();
  await expect(page.getByText('Um passo da automação')).toBeVisible();
  await page.getByRole('link', { name: 'Por que alguém recebeu?' }).click();
  await page.getByLabel('E-mail, ou celular com DDD').fill('ninguem@cliente.example');
  await page.getByRole('button', { name: 'Procurar' }).click();
  await expect(page.getByText('Nenhuma compra e nenhuma mensagem com este contato nesta loja.')).toBeVisible();
});
