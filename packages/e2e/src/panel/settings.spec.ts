import { expect, test } from '@playwright/test';
import { journey } from '../journey.ts';
import { startPhoneGateway } from '../phone-gateway.ts';
import { demo } from '../service.ts';
import { englishTexts } from './english-words.ts';
import { ask } from './editor-page.ts';
import { expectAccessible, openPanel, panelUrl, signIn } from './panel-page.ts';

const { baseUrl } = demo();

/** The page's curl command as a shell would send it. */
async function send(curl: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const [, url] = /curl -X POST (\S+)/.exec(curl)!;
  const headers = Object.fromEntries(
    [...curl.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name, value]) => [name, value]),
  );
  const answer = await fetch(url!, { method: 'POST', headers, body: /-d '(.+)'/s.exec(curl)![1]! });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

test('[CHK10] a key is copied in a browser without a clipboard, as over plain http', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'clipboard');
    document.execCommand = (command) => {
      document.title = `${command} ${(document.activeElement as HTMLTextAreaElement).value}`;
      return true;
    };
  });
  await openPanel(page, 'settings/keys');
  await page.getByRole('region', { name: 'Chave de checkout' }).getByRole('button', { name: 'Criar chave' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sua nova chave' });
  const key = await dialog.getByTestId('new-key').textContent();
  await dialog.getByRole('button', { name: 'Copiar chave' }).click();
  await expect(page).toHaveTitle(`copy ${key}`);
  await expect(dialog.getByRole('button', { name: 'Copiado' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Já copiei' }).click();
});

test(
  '[CHK10] a key is created and its cURL works unchanged; a replaced key still works, an ended one does not',
  journey,
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openPanel(page, 'settings/keys');
    const checkout = page.getByRole('region', { name: 'Chave de checkout' });
    await checkout.getByRole('button', { name: 'Criar chave' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sua nova chave' });
    const first = await dialog.getByTestId('new-key').textContent();
    await dialog.getByRole('button', { name: 'Copiar chave' }).click();
    await expect(dialog.getByRole('button', { name: 'Copiado' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
    await dialog.getByRole('button', { name: 'Já copiei' }).click();

    const example = page.getByTestId('example');
    await expect(example).toContainText('$CHAVE');
    await page.getByRole('switch', { name: 'Incluir minha chave' }).check();
    await page.getByRole('button', { name: 'Copiar exemplo' }).click();
    const curl = await page.evaluate(() => navigator.clipboard.readText());
    expect(curl).toContain(baseUrl);
    expect((await send(curl)).status).toBe(201);

    await page.getByRole('button', { name: 'Testar agora' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Resposta 201' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Abrir a página de pagamento' })).toBeVisible();
    await expectAccessible(page);

    // The page shows the call shortly after, with the request id for support.
    await expect(
      page.getByRole('region', { name: 'Últimas chamadas' }).getByText('Criar checkout').first(),
    ).toBeVisible({
      timeout: 60_000,
    });
    const row = checkout
      .locator('div')
      .filter({ hasText: first!.slice(-4) })
      .last();
    const masked = `rtm_test_••••${first!.slice(-4)}`;
    await expect(checkout.getByText(masked)).toBeVisible();
    await expect(checkout.getByText(first!)).toHaveCount(0);
    await row
      .locator('xpath=ancestor-or-self::div[.//button][1]')
      .getByRole('button', { name: 'Trocar chave' })
      .click();
    const rotate = page.getByRole('dialog', { name: 'Trocar a chave?' });
    await expect(rotate.getByRole('button', { name: 'Trocar chave' })).toBeDisabled();
    await rotate.getByRole('textbox').fill('Loja Aurora');
    await rotate.getByRole('button', { name: 'Trocar chave' }).click();
    const second = await page.getByTestId('new-key').textContent();
    await page.getByRole('button', { name: 'Já copiei' }).click();
    expect(second).not.toBe(first);
    await expect(checkout.getByText(/A chave antiga funciona até .+ param de gerar pagamentos/).first()).toBeVisible();
    expect((await send(curl)).status).toBe(201);

    const old = checkout.getByText(masked).locator('xpath=ancestor::div[.//button][1]');
    await old.getByRole('button', { name: 'Encerrar agora' }).click();
    const end = page.getByRole('dialog', { name: 'Encerrar esta chave agora?' });
    await end.getByRole('textbox').fill('Loja Aurora');
    await end.getByRole('button', { name: 'Encerrar agora' }).click();
    await expect(page.getByText('Chave encerrada.')).toBeVisible();
    await expect.poll(async () => (await send(curl)).status, { timeout: 10_000 }).toBe(401);
    expect((await send(curl)).body).toMatchObject({ error: { code: 'INVALID_API_KEY' } });
    expect((await send(curl.replace(first!, second!))).status).toBe(201);
  },
);

test('a settings page shows unsaved changes, asks before leaving, and marks invalid fields', async ({ page }, {
  retry,
}) => {
  const typed = `(11) 3456-789${retry}`;
  await openPanel(page, 'settings');
  const phone = page.getByLabel('Telefone ou WhatsApp');
  await phone.fill('12');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page.getByText('Escreva com DDD.')).toBeVisible();
  await phone.fill(typed);
  await page.getByRole('link', { name: 'Canais' }).click();
  const leave = page.getByRole('dialog', { name: 'Sair sem salvar?' });
  await leave.getByRole('button', { name: 'Continuar aqui' }).click();
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page.getByText('Salvo.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Mudanças não salvas' })).toHaveCount(0);
  await page.reload();
  await expect(phone).toHaveValue(typed);
});

test('a channel sends a test to the member, and every provider’s form is in the merchant’s language', async ({
  page,
}) => {
  await openPanel(page, 'settings/channels');
  const sms = page.getByRole('region', { name: 'SMS' });
  await sms.getByRole('button', { name: 'Enviar teste' }).click();
  await page.getByLabel('Seu telefone, com DDD').fill('11 98765-4321');
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(page.getByText('Teste enviado. Veja se chegou.')).toBeVisible();
  await page.keyboard.press('Escape');

  for (const channel of ['WhatsApp', 'E-mail', 'SMS']) {
    await page.getByRole('region', { name: channel }).getByRole('button', { name: 'Mudar conexão' }).click();
    const dialog = page.getByRole('dialog', { name: `Conexão de ${channel}` });
    const picker = dialog.getByRole('combobox', { name: 'Provedor' });
    await picker.click();
    const names = await page.getByRole('option').allTextContents();
    for (const name of names) {
      if (!(await page.getByRole('option').first().isVisible())) await picker.click();
      await page.getByRole('option', { name, exact: true }).click();
      const more = dialog.getByRole('button', { name: 'Mais opções' });
      if (await more.isVisible()) await more.click();
      for (const label of await dialog.locator('label').allTextContents()) {
        expect(label, `${channel}, ${name}`).toMatch(/^\p{Lu}/u);
        expect(label, `${channel}, ${name}`).not.toMatch(/^[a-z]+[A-Z]/);
      }
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});

const pages = [
  ['store', 'Loja'],
  ['platforms', 'Loja conectada'],
  ['keys', 'Chaves de API'],
  ['channels', 'Canais'],
  ['domains', 'Domínios e remetentes'],
  ['appearance', 'Aparência da página'],
  ['payments', 'Pagamento'],
  ['prices', 'Preços e cupons'],
  ['shipping', 'Frete'],
  ['conversions', 'Anúncios'],
  ['sending', 'Regras de envio'],
  ['team', 'Equipe'],
  ['activity', 'Atividade'],
  ['privacy', 'Privacidade'],
] as const;

for (const [look, width] of [
  ['light', 1280],
  ['dark', 1280],
  ['phone', 390],
] as const) {
  test(`every settings page is accessible: ${look}`, look === 'light' ? journey : {}, async ({ page }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light' });
    await openPanel(page, 'settings');
    for (const [name, title] of pages) {
      const picker = page.getByRole('combobox', { name: 'Páginas de configuração' });
      if (look === 'phone') await picker.selectOption(title);
      else
        await page
          .getByRole('navigation', { name: 'Páginas de configuração' })
          .getByRole('link', { name: title, exact: true })
          .click();
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      if (look !== 'phone') {
        await expectAccessible(page);
        expect(await englishTexts(page), name).toEqual([]);
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, name).toBeLessThanOrEqual(0);
      // A frame that was never visible is not drawn.
      if (name === 'appearance') await page.locator('iframe').scrollIntoViewIfNeeded();
      await page.screenshot({
        path: `test-results/screenshots/settings-${name}-${look}.png`,
        fullPage: true,
        animations: 'disabled',
      });
    }
  });
}

test('the appearance is previewed before it is saved, and a colour with low contrast gets a fix', async ({ page }) => {
  await openPanel(page, 'settings/appearance');
  const colour = page.getByRole('textbox', { name: 'Cor da marca' });
  await colour.fill('#ffdd00');
  await expect(page.getByText(/Difícil de ler/)).toBeVisible();
  const preview = page.frameLocator('iframe');
  await expect(preview.getByText('Pague R$ 129,70 com PIX')).toBeVisible();
  await expect(preview.getByRole('button', { name: /Copiar código/ })).toHaveCSS(
    'background-color',
    'rgb(255, 221, 0)',
  );
  await page.getByText('Pago', { exact: true }).click();
  await expect(preview.getByRole('heading', { name: 'Pagamento confirmado' })).toBeVisible();
  await page.getByRole('button', { name: /^Usar #/ }).click();
  await expect(page.getByText(/Difícil de ler/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Descartar' }).click();
});

test('a phone is linked to WhatsApp with the code on the page, which updates by itself, and is unlinked', async ({
  page,
}) => {
  const gateway = await startPhoneGateway();
  await signIn(page);
  await ask(page, 'POST', '/channels/whatsapp', { provider: 'sandbox', perMinute: null });
  await page.goto(panelUrl('settings/channels'));
  const card = page.getByRole('region', { name: 'WhatsApp' });
  await card.getByRole('button', { name: /Mudar conexão|Reconectar/ }).click();
  const form = page.getByRole('dialog', { name: 'Conexão de WhatsApp' });
  await form.getByRole('combobox', { name: 'Provedor' }).click();
  await page.getByRole('option', { name: /Evolution/ }).click();
  await form.getByLabel('Endereço do servidor').fill(gateway.url);
  await form.getByLabel('Nome da instância').fill('loja');
  await form.getByLabel('Chave de API').fill('chave-da-loja');
  await form.getByRole('button', { name: 'Testar e salvar' }).click();
  await form.getByRole('button', { name: 'Concluir' }).click();

  await card.getByRole('button', { name: 'Celular' }).click();
  const dialog = page.getByRole('dialog', { name: 'Celular do WhatsApp' });
  await expect(dialog.getByRole('img', { name: 'Código QR para conectar o celular' })).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: 'test-results/screenshots/settings-phone.png' });
  gateway.pair();
  await expect(dialog.getByText('Celular conectado: +55 11 98765-4321.')).toBeVisible();
  await expect(card.getByText(/\+55 11 98765-4321/)).toBeVisible();
  await expect(card.getByText('Conectado', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Desconectar o celular' }).click();
  await expect(dialog.getByRole('img', { name: 'Código QR para conectar o celular' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card.getByText('Com problema')).toBeVisible();
  gateway.stop();

  await card.getByRole('button', { name: 'Reconectar' }).click();
  await form.getByRole('combobox', { name: 'Provedor' }).click();
  await page.getByRole('option', { name: 'Simulado' }).click();
  await form.getByRole('button', { name: 'Testar e salvar' }).click();
  await expect(card.getByText('Simulado', { exact: true }).first()).toBeVisible();
});

test('a logo is uploaded, corners and links are changed, and the preview shows them', async ({ page }) => {
  await openPanel(page, 'settings/appearance');
  const preview = page.frameLocator('iframe');
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const file = page.locator('input[type=file]');
  await file.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(page.getByText('Este arquivo não é uma imagem que dê para mostrar.')).toBeVisible();
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') });
  await expect(page.getByLabel('Logotipo')).toHaveValue(/\/public\/media\/[\w-]{43}\.png$/);
  await expect(preview.getByRole('img', { name: 'Loja Aurora' })).toHaveAttribute('src', /\/public\/media\//);
  const button = preview.getByRole('button', { name: /Copiar código/ });
  await page.getByText('Retos', { exact: true }).click();
  await expect(button).toHaveCSS('border-radius', '0px');
  await page.getByText('Redondos', { exact: true }).click();
  await expect(button).toHaveCSS('border-radius', '26px');
  await expectAccessible(page);
  await page.getByLabel('Logotipo').fill('');
  await page.getByRole('button', { name: 'Imagens já enviadas' }).click();
  await page.getByRole('button', { name: 'Usar a imagem 1' }).click();
  await expect(page.getByLabel('Logotipo')).toHaveValue(/\/public\/media\//);
  await page.screenshot({ path: 'test-results/screenshots/settings-appearance-changed.png', fullPage: true });
  await page.getByRole('button', { name: 'Descartar' }).click();
});
