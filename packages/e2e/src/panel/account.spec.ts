import { createHmac } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { demo, retoma } from '../service.ts';
import { openPanel } from './panel-page.ts';
import { photograph } from './photograph.ts';

const { baseUrl, demo: store, mailUrl } = demo();

/** The code that an authenticator app shows for a secret (RFC 6238), `steps` half minutes from now. */
function codeOf(secret: string, steps = 0): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(secret, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const digest = createHmac('sha1', key).update(counter).digest();
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

async function signIn(page: Page, email: string, password: string, code?: string): Promise<void> {
  await page.goto(`${baseUrl}/panel/sign-in`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Senha' }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  if (code === undefined) return;
  await page.getByLabel('Código do aplicativo autenticador').fill(code);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

test('[S4] a second factor is turned on with a QR code and asked for', async ({ page }) => {
  const email = 'ana@aurora.example';
  const { password } = JSON.parse(retoma('user', 'create', '--email', email, '--json')) as { password: string };
  retoma('user', 'grant', '--email', email, '--store', store.storeId, '--role', 'reader');
  await signIn(page, email, password);
  await page.waitForURL(/panel\/[0-9a-f-]{36}/);
  await page.goto(`${baseUrl}/panel/account`);
  await page.getByRole('button', { name: 'Ligar' }).click();
  await page.getByRole('textbox', { name: 'Senha' }).fill(password);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('img', { name: 'QR Code para o aplicativo autenticador' })).toBeVisible();
  await photograph(page, 'account');
  const secret = (await page.locator('code').textContent())!.replaceAll(' ', '');
  await page.getByLabel('Código do aplicativo autenticador').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Verificação em duas etapas ligada.')).toBeVisible();

  await page.context().clearCookies();
  // A code is good once: the next one is taken too.
  await signIn(page, email, password, codeOf(secret, 1));
  await page.waitForURL(/panel\/[0-9a-f-]{36}/);

  // A reader has no settings.
  await page.goto(`${baseUrl}/panel/${store.storeId}/settings`);
  await expect(page.getByText('Só quem é dono da loja vê as configurações.')).toBeVisible();
});

test('[S5] somebody is invited by e-mail, chooses a password where its link leads, and works there as they were asked to', async ({
  page,
  browser,
}) => {
  const email = `bia-${Date.now()}@aurora.example`;
  await openPanel(page, 'settings/team');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('radio', { name: 'Editor' }).check();
  await page.getByRole('button', { name: 'Convidar' }).click();
  await expect(page.getByText(email).first()).toBeVisible();

  const mail = await (await fetch(`${mailUrl}/${encodeURIComponent(email)}`)).text();
  const link = /https?:\/\/\S+#\S+/.exec(mail)![0];
  expect(link).toContain(`${baseUrl}/panel/password#`);
  // Somebody else's browser: what the owner is signed in to is not theirs.
  const theirs = await browser.newContext({ locale: 'pt-BR' });
  const guest = await theirs.newPage();
  await guest.goto(link);
  await photograph(guest, 'new-password');
  const password = 'cavalo bateria grampo correto';
  await guest.getByRole('textbox', { name: 'Nova senha' }).fill(password);
  await guest.getByRole('button', { name: 'Salvar senha' }).click();
  await signIn(guest, email, password);
  await guest.waitForURL(`${baseUrl}/panel/${store.storeId}`);
  await guest.goto(`${baseUrl}/panel/${store.storeId}/settings`);
  await expect(guest.getByText('Só quem é dono da loja vê as configurações.')).toBeVisible();
  // The link was good once.
  await guest.goto(link);
  await guest.reload();
  await guest.getByRole('textbox', { name: 'Nova senha' }).fill(password);
  await guest.getByRole('button', { name: 'Salvar senha' }).click();
  await expect(guest.getByRole('alert')).toBeVisible();
  await theirs.close();
});
