import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { journey } from '../journey.ts';
import { englishTexts } from './english-words.ts';
import { openPanel } from './panel-page.ts';
import { photograph } from './photograph.ts';

/** A store's own system: it answers with the status that is set, and keeps what it received. */
async function startSystem() {
  const received: { headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
  let status = 204;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(status).end(status === 204 ? undefined : 'estoque fora do ar');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/retoma`,
    received,
    answer: (with_: number) => (status = with_),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

test(
  '[WHK10] an owner adds a webhook, sends a test, sees why it failed, and sends it again',
  journey,
  async ({ page }) => {
    const system = await startSystem();
    await openPanel(page, 'settings/webhooks');
    await page.getByRole('button', { name: 'Adicionar webhook' }).click();
    const form = page.getByRole('dialog', { name: 'Novo webhook' });
    await form.getByLabel('Endereço do seu sistema').fill(system.url);
    await form.getByLabel('Descrição').fill('ERP e estoque');
    await form.getByRole('switch', { name: 'Todos os eventos' }).uncheck();
    await form.getByRole('button', { name: 'Criar webhook' }).click();
    await expect(form.getByText('Escolha ao menos um evento.')).toBeVisible();
    await form.getByRole('checkbox', { name: /payment\.confirmed/ }).check();
    await form.getByRole('checkbox', { name: /order\.created/ }).check();
    await photograph(page, 'webhook-form');
    await form.getByRole('button', { name: 'Criar webhook' }).click();
    const shown = page.getByRole('dialog', { name: 'Segredo do webhook' });
    const secret = await shown.getByTestId('webhook-secret').textContent();
    expect(secret).toMatch(/^whsec_/);
    await shown.getByRole('button', { name: 'Já copiei' }).click();

    const row = page.getByRole('article', { name: system.url.replace('http://', '') });
    await expect(row).toContainText('2 eventos');
    await expect(page.getByText(secret!)).toHaveCount(0);
    system.answer(500);
    await row.getByRole('button', { name: /^Enviar teste/ }).click();
    const testing = page.getByRole('dialog', { name: 'Enviar um teste' });
    await testing.getByLabel('Evento').selectOption('payment.confirmed');
    await testing.getByRole('button', { name: 'Enviar', exact: true }).click();
    const message = page.getByRole('dialog', { name: 'payment.confirmed' });
    await expect(message.getByText('HTTP 500').first()).toBeVisible({ timeout: 30_000 });
    await expect(message.getByText('estoque fora do ar').first()).toBeVisible();
    system.answer(204);
    await expect(message.getByText('Entregue')).toBeVisible({ timeout: 30_000 });
    await message.getByRole('button', { name: 'Ver conteúdo' }).click();
    await expect(message.getByTestId('webhook-body')).toContainText('"test": true');
    await photograph(page, 'webhook-message');

    const before = system.received.length;
    await message.getByRole('button', { name: 'Reenviar' }).click();
    await expect.poll(() => system.received.length, { timeout: 30_000 }).toBe(before + 1);
    expect(new Set(system.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await message.getByRole('button', { name: 'Fechar' }).click();
    await expect(page.getByRole('region', { name: 'Envios' }).getByRole('table').getByText('Entregue')).toBeVisible();
    await photograph(page, 'webhooks');
    expect(await englishTexts(page)).toEqual([]);

    await row.getByRole('button', { name: /^Ações de/ }).click();
    await page.getByRole('menuitem', { name: 'Desligar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Desligar' }).click();
    await expect(row.getByText('Desligado pela equipe em')).toBeVisible();
    await photograph(page, 'webhook-disabled');
    await row.getByRole('button', { name: 'Ligar de novo' }).click();
    await expect.poll(() => system.received.at(-1)?.body ?? '', { timeout: 30_000 }).toContain('"type":"ping"');
    await row.getByRole('button', { name: /^Ações de/ }).click();
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
    await expect(row).toHaveCount(0);
    await system.stop();
  },
);
