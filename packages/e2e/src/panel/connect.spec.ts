import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { journey } from '../journey.ts';
import { shots } from '../pay-page.ts';
import { createSecondStore, type SecondStore } from '../second-store.ts';
import { demo, knownToken } from '../service.ts';
import { gatewayAccount, startWhatsappGateway, type WhatsappGateway } from '../whatsapp-gateway.ts';
import { expectAccessible, panelHeaders, signIn } from './panel-page.ts';

let gateway: WhatsappGateway;
let store: SecondStore;
test.beforeAll(async () => {
  gateway = await startWhatsappGateway();
  store = createSecondStore('Loja Conectada', 'pix');
});
test.afterAll(() => gateway.stop());

const openSection = async (page: Page, section: string): Promise<void> => {
  await signIn(page);
  await page.goto(store.url(`settings/${section}`));
};
/** Pictures for a desktop in the light theme, and for a phone in the dark one. */
async function photograph(page: Page, name: string): Promise<void> {
  const shoot = (look: string): Promise<Buffer> =>
    page.screenshot({ path: path.join(shots, `connect-${name}-${look}.png`), animations: 'disabled' });
  await shoot('desktop');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await shoot('phone-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 720 });
}

test(
  '[COM15] a channel is connected after its provider accepted it, yellow if saved without acceptance, and green after its first webhook',
  journey,
  async ({ page }) => {
    await openSection(page, 'channels');
    const card = page.getByRole('region', { name: 'WhatsApp' });
    await card.getByRole('button', { name: 'Conectar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Conexão de WhatsApp' });
    await dialog.getByRole('combobox', { name: 'Provedor' }).click();
    await page.getByRole('option', { name: 'Z-API' }).click();
    await expect(dialog.getByRole('note', { name: 'Onde encontrar' })).toContainText('o ID e o token dela estão lá');
    await expect(dialog.getByRole('link', { name: 'Abrir o painel do provedor' })).toHaveAttribute('rel', 'noreferrer');
    await dialog.getByLabel('ID da instância').fill(gatewayAccount.instanceId);
    await dialog.getByLabel(/^Token( \*)?$/).fill('errado123');
    await dialog.getByRole('button', { name: 'Mais opções' }).click();
    await dialog.getByLabel('Endereço do servidor').fill(gateway.url);
    await dialog.getByRole('button', { name: 'Testar e salvar' }).click();
    const refusal = dialog.getByRole('alert', { name: 'O provedor não aceitou estes dados. Nada foi salvo.' });
    await expect(refusal).toContainText('O provedor não conhece esta conta ou instância.');
    await expect(dialog.getByRole('button', { name: 'Salvar mesmo assim' })).toBeInViewport();
    await expectAccessible(page);
    await photograph(page, 'refused');
    await expect(card.getByText('Desconectado')).toBeVisible();

    await dialog.getByRole('button', { name: 'Salvar mesmo assim' }).click();
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    await expect(card.getByText('Não verificado', { exact: true })).toBeVisible();
    await expect(card.getByText('Conectado', { exact: true })).toHaveCount(0);
    await expectAccessible(page);
    await photograph(page, 'unverified');
    await expect(page.getByRole('region', { name: 'Avisos' }).getByText(/WhatsApp não foi verificada/)).toBeVisible();
    await page.goto(store.url(''));
    await expect(page.getByText('WhatsApp ainda não foi verificado')).toBeVisible();

    await page.goto(store.url('settings/channels'));
    await card.getByRole('button', { name: 'Mudar conexão' }).click();
    await dialog.getByLabel(/^Token( \*)?$/).fill(gatewayAccount.token);
    await dialog.getByRole('button', { name: 'Testar e salvar' }).click();
    await expect(dialog.getByRole('status')).toHaveText('Aguardando o primeiro aviso');
    await expect(dialog.getByText(/No painel da Z-API, abra a instância/)).toBeVisible();
    await expectAccessible(page);
    await photograph(page, 'webhook-awaited');
    const url = await dialog.locator('code').first().textContent();
    expect((await fetch(url!, { method: 'POST', body: '{}' })).status).toBe(200);
    await expect(dialog.getByRole('status')).toContainText('Primeiro aviso recebido');
    await photograph(page, 'webhook-received');
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    await expect(card.getByText('Conectado', { exact: true })).toBeVisible();
    await expect(card.getByText('Aguardando o primeiro aviso')).toHaveCount(0);
  },
);

test('[COM15] SMTP with a host that does not exist is not connected', async ({ page }) => {
  await openSection(page, 'channels');
  const card = page.getByRole('region', { name: 'E-mail' });
  await card.getByRole('button', { name: 'Conectar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Conexão de E-mail' });
  await dialog.getByRole('combobox', { name: 'Provedor' }).click();
  await page.getByRole('option', { name: 'Servidor SMTP' }).click();
  await dialog.getByLabel(/^Servidor( \*)?$/).fill('smtp.loja.invalid');
  await dialog.getByRole('button', { name: 'Testar e salvar' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Não deu para confirmar estes dados com o provedor.');
  await expect(card.getByText('Desconectado')).toBeVisible();
});

test('[COM15] a field behind the button of further options is shown once it is refused', async ({ page }) => {
  await openSection(page, 'channels');
  await page.getByRole('region', { name: 'SMS' }).getByRole('button', { name: 'Conectar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Conexão de SMS' });
  await dialog.getByRole('combobox', { name: 'Provedor' }).click();
  await page.getByRole('option', { name: 'Twilio' }).click();
  await dialog.getByLabel('Identificador da conta (SID)').fill(`AC${'0'.repeat(32)}`);
  await dialog.getByLabel('Token de autenticação').fill('token-da-conta-1234567890');
  await expect(dialog.getByLabel('Remetente')).toBeHidden();
  await dialog.getByRole('button', { name: 'Testar e salvar' }).click();
  await expect(dialog.getByLabel('Remetente')).toBeVisible();
  await expect(dialog.getByLabel('Remetente')).toHaveAttribute('aria-invalid', 'true');
});

test(
  '[COM15] a payment account is connected after acceptance, and a method moves to it only after a check',
  journey,
  async ({ page }) => {
    await signIn(page);
    const settings = { key: 'loja@loja.example', name: 'Ana Lima', city: 'Recife' };
    const made = await page.request.post(`${demo().baseUrl}/panel/api/stores/${store.storeId}/payment-accounts`, {
      data: { provider: 'pix-key', settings, methods: ['pix'] },
      headers: panelHeaders,
    });
    expect(made.status()).toBe(200);
    await openSection(page, 'payments');
    const accounts = page.getByRole('region', { name: 'Provedores' });
    await page.getByRole('button', { name: 'Conectar Mercado Pago' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mercado Pago' });
    await dialog.getByLabel('Chave pública').fill('TEST-1234567890ab');
    await dialog.getByLabel('Token de acesso').fill('TEST-errado-1234567890');
    await expect(dialog.getByRole('checkbox', { name: 'PIX' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Testar e salvar' }).click();
    await expect(dialog.getByRole('alert')).toContainText('O token de acesso não vale');
    await expectAccessible(page);
    await photograph(page, 'payment-refused');
    await dialog.getByRole('button', { name: 'Salvar mesmo assim' }).click();
    await expect(dialog.getByRole('status')).toHaveText('Aguardando o primeiro aviso');
    await expect(dialog.getByRole('button', { name: 'Colar a assinatura secreta' })).toBeVisible();
    await photograph(page, 'payment-webhook');
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    await expect(accounts.getByText('Não verificado', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Verificar Mercado Pago' }).click();
    await expect(accounts.getByText(/O token de acesso não vale/)).toBeVisible();
    await photograph(page, 'payment-unverified');

    const pix = page.getByRole('combobox', { name: 'Quem recebe PIX', exact: true });
    await pix.click();
    await page.getByRole('option', { name: 'Mercado Pago' }).click();
    const move = page.getByRole('dialog', { name: 'Mudar quem recebe PIX' });
    await expect(
      move.getByText(/PIX passa de Chave PIX da loja para Mercado Pago; pagamentos já gerados/),
    ).toBeVisible();
    await move.getByRole('button', { name: 'Testar e mudar' }).click();
    await expect(move.getByRole('alert')).toContainText('O token de acesso não vale');
    await expect(move.getByRole('button', { name: 'Mudar mesmo assim' })).toBeVisible();
    await expectAccessible(page);
    await photograph(page, 'payment-move-refused');
    await page.keyboard.press('Escape');
    await expect(pix).toHaveValue('Chave PIX da loja');

    await page.getByRole('button', { name: 'Mudar Mercado Pago' }).click();
    await dialog.getByLabel('Token de acesso').fill(knownToken);
    await dialog.getByRole('button', { name: 'Testar e salvar' }).click();
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    await expect(accounts.getByText('Não verificado', { exact: true })).toHaveCount(0);
    await expect(accounts.getByText(/LOJAAURORA/)).toBeVisible();
    await pix.click();
    await page.getByRole('option', { name: 'Mercado Pago' }).click();
    await move.getByRole('button', { name: 'Testar e mudar' }).click();
    await expect(page.getByText('Forma de pagamento atualizada.')).toBeVisible();
    await expect(pix).toHaveValue('Mercado Pago');
  },
);
