import { expect, test } from '@playwright/test';
import { journey } from '../journey.ts';
import { sizes } from '../pay-page.ts';
import { openPanel } from './panel-page.ts';
import { photograph } from './photograph.ts';

test(
  '[CHK11] a member makes a payment link, sends it, and the shopper finds the filled-in page',
  journey,
  async ({ page }) => {
    await page.setViewportSize(sizes.desktop);
    await openPanel(page, 'checkouts');
    await page.getByRole('link', { name: 'Criar link de pagamento' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Novo link de pagamento' })).toBeVisible();
    const [first, second] = [page.getByRole('group', { name: 'Item 1' }), page.getByRole('group', { name: 'Item 2' })];
    await page.getByRole('button', { name: 'Criar link de pagamento' }).click();
    await expect(first).toContainText('Dê um nome ao item.');
    await expect(first).toContainText('Diga o preço.');
    await first.getByLabel('Produto ou serviço').fill('Bolo de cenoura');
    await first.getByLabel('Preço de cada').fill('85,50');
    await page.getByRole('button', { name: 'Adicionar item' }).click();
    await second.getByLabel('Produto ou serviço').fill('Vela');
    await second.getByLabel('Quantidade').fill('2');
    await second.getByLabel('Preço de cada').fill('4');
    await page.getByRole('checkbox', { name: 'Entregar pelo correio ou transportadora' }).uncheck();
    await expect(page.getByText('Total: R$ 93,50')).toBeVisible();
    await page.getByLabel('Nome completo').fill('Rita Melo');
    await page.getByLabel('E-mail').fill('rita@cliente.example');
    await page.getByLabel('Celular com DDD').fill('11 98765');
    await page.getByRole('button', { name: 'Criar link de pagamento' }).click();
    await expect(page.getByText('Faltam 4 números no celular.', { exact: false })).toBeVisible();
    await page.getByLabel('Celular com DDD').fill('(11) 98765-4321');
    await photograph(page, 'new-link');
    await page.getByRole('button', { name: 'Criar link de pagamento' }).click();

    await expect(page.getByRole('heading', { level: 1, name: 'Rita Melo' })).toBeVisible();
    const whatsapp = new URL((await page.getByRole('link', { name: 'Enviar por WhatsApp' }).getAttribute('href'))!);
    const link = /https?:\S+/.exec(whatsapp.searchParams.get('text')!)![0];
    expect(whatsapp.origin + whatsapp.pathname).toBe('https://wa.me/5511987654321');
    expect(whatsapp.searchParams.get('text')).toContain('Oi, Rita! Aqui está o link para pagar o seu pedido');
    const mail = (await page.getByRole('link', { name: 'Enviar por e-mail' }).getAttribute('href'))!;
    expect(mail).toMatch(/^mailto:rita%40cliente.example\?subject=Seu%20pedido/);
    expect(decodeURIComponent(mail)).toContain(link);
    await photograph(page, 'checkout-link');

    await page.goto(link);
    await expect(page.getByRole('button', { name: /R\$ 93,50|Continuar/ }).first()).toBeVisible();
    await expect(page.getByText('Bolo de cenoura').first()).toBeAttached();
  },
);
