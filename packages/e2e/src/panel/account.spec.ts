import { createHmac } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { journey } from '../journey.ts';
import { demo, retoma } from '../service.ts';
import { openPanel } from './panel-page.ts';
import { photograph } from './photograph.ts';

const { baseUrl, demo: store, mailUrl } = demo();

/** The code of an authenticator app for a secret (RFC 6238), `steps` half minutes from now. */
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
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  if (code === undefined) return;
  await page.getByLabel('Código do aplicativo autenticador').fill(code);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

/** Creates a member of the store, and signs in as that member. */
async function member(page: Page, email: string, role: string): Promise<string> {
  const { password } = JSON.parse(retoma('user', 'create', '--email', email, '--json')) as { password: string };
  retoma('user', 'grant', '--email', email, '--store', store.storeId, '--role', role);
  await signIn(page, email, password);
  await page.waitForURL(/panel\/[0-9a-f-]{36}/);
  return password;
}

/** An address that no earlier try of a test has used. */
const addressOf = (name: string): string => `${name}-${Date.now()}@aurora.example`;

/** A device that creates passkeys, with a user who is always present. */
async function virtualAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('[AUT4] a second factor is turned on with a QR code, then required', journey, async ({ page }) => {
  const email = addressOf('ana');
  const password = await member(page, email, 'reader');
  await page.goto(`${baseUrl}/panel/account`);
  await page.getByRole('button', { name: 'Ligar' }).click();
  await expect(page.getByRole('img', { name: 'QR Code para o aplicativo autenticador' })).toBeVisible();
  await photograph(page, 'account');
  const secret = (await page.getByLabel('Chave do aplicativo autenticador').textContent())!.replaceAll(' ', '');
  await page.getByLabel('Código do aplicativo autenticador').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Ligado. Ao entrar com a senha')).toBeVisible();

  await page.getByRole('button', { name: 'Criar códigos' }).click();
  const codes = (await page.getByTestId('recovery-codes').innerText()).split(/\s+/);
  expect(codes).toHaveLength(10);

  await page.context().clearCookies();
  // A code works once, so the next one is used.
  await signIn(page, email, password, codeOf(secret, 1));
  await page.waitForURL(/panel\/[0-9a-f-]{36}/);
  await page.context().clearCookies();
  await signIn(page, email, password, codes[0]);
  await page.waitForURL(/panel\/[0-9a-f-]{36}/);

  // A reader has no settings.
  await page.goto(`${baseUrl}/panel/${store.storeId}/settings`);
  await expect(page.getByText('Só quem é dono da loja vê as configurações.')).toBeVisible();
});

test('[AUT4] a passkey is added, signs in alone, and is removed', async ({ page }) => {
  const named = baseUrl.replace('127.0.0.1', 'localhost');
  await virtualAuthenticator(page);
  const email = addressOf('caio');
  const { password } = JSON.parse(retoma('user', 'create', '--email', email, '--json')) as { password: string };
  retoma('user', 'grant', '--email', email, '--store', store.storeId, '--role', 'reader');
  await page.goto(`${named}/panel/sign-in`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Senha' }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL(/panel\/[0-9a-f-]{36}/);
  await page.goto(`${named}/panel/account`);
  await page.getByRole('button', { name: 'Criar chave de acesso' }).click();
  await page.getByRole('textbox', { name: 'Nome da chave' }).fill('Celular do Caio');
  await page.getByRole('button', { name: 'Criar chave de acesso' }).click();
  await expect(page.getByText('Celular do Caio', { exact: true })).toBeVisible();
  await photograph(page, 'account-passkey');

  await page.context().clearCookies();
  await page.goto(`${named}/panel/sign-in`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Senha' }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByText('Esta conta pede a chave de acesso')).toBeVisible();
  await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
  await page.waitForURL(/panel\/[0-9a-f-]{36}/);

  await page.goto(`${named}/panel/account`);
  await page.getByRole('button', { name: 'Remover a chave Celular do Caio' }).click();
  await expect(page.getByText('Chave de acesso removida.')).toBeVisible();
});

test('[AUT9] after ten minutes the panel reauthenticates in a dialog, then completes the action', async ({ page }) => {
  const email = addressOf('dora');
  const password = await member(page, email, 'owner');
  await page.goto(`${baseUrl}/panel/${store.storeId}/settings/keys`);
  let refusals = 0;
  // The test cannot set the service's clock: the first response is replaced by the one after ten minutes.
  await page.route('**/keys', async (route) => {
    if (route.request().method() !== 'POST' || refusals++ > 0) return route.continue();
    await route.fulfill({
      status: 403,
      json: {
        success: false,
        error: {
          code: 'REAUTHENTICATION_REQUIRED',
          message: 'Confirme que é você.',
          details: { methods: ['password'], email },
        },
      },
    });
  });
  await page.getByRole('button', { name: 'Criar chave' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
  await photograph(page, 'identity');
  await dialog.getByRole('textbox', { name: 'Senha' }).fill('errada');
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(dialog.getByText('Esta não é a sua senha.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Senha' }).fill(password);
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/rtm_\w+_\w{20,}/).first()).toBeVisible();
  expect(refusals).toBe(2);
});

test('[AUT2] the sessions of an account are listed, and the other ones are ended', async ({ page, browser }) => {
  const email = addressOf('elis');
  const password = await member(page, email, 'reader');
  const other = await browser.newContext({ locale: 'pt-BR' });
  const guest = await other.newPage();
  await signIn(guest, email, password);
  await guest.waitForURL(/panel\/[0-9a-f-]{36}/);
  await page.goto(`${baseUrl}/panel/account`);
  await page.getByRole('button', { name: 'Encerrar as outras' }).click();
  await expect(page.getByText('As outras sessões foram encerradas.')).toBeVisible();
  await guest.goto(`${baseUrl}/panel/account`);
  await guest.waitForURL(/sign-in/);
  await other.close();
});

test('[AUT5] an invited person accepts through the link in the e-mail, and gets the invited role', async ({
  page,
  browser,
}) => {
  const email = `bia-${Date.now()}@aurora.example`;
  await openPanel(page, 'settings/team');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('radio', { name: 'Editor' }).check();
  await page.getByRole('button', { name: 'Convidar' }).click();
  await expect(page.getByRole('region', { name: 'Convites sem resposta' }).getByText(email)).toBeVisible();
  await photograph(page, 'team');

  const mail = await (await fetch(`${mailUrl}/${encodeURIComponent(email)}`)).text();
  const link = /https?:\/\/\S+#\S+/.exec(mail)![0];
  expect(link).toContain(`${baseUrl}/panel/invitation#`);
  // Another browser has no session of the owner.
  const own = await browser.newContext({ locale: 'pt-BR' });
  const guest = await own.newPage();
  await guest.goto(link);
  await expect(guest.getByText(/como editor/)).toBeVisible();
  await photograph(guest, 'invitation');
  const password = 'cavalo bateria grampo correto';
  await guest.getByRole('textbox', { name: 'Nova senha' }).fill(password);
  await guest.getByRole('button', { name: 'Criar conta e aceitar' }).click();
  await guest.waitForURL(/sign-in/);
  await signIn(guest, email, password);
  await guest.waitForURL(`${baseUrl}/panel/${store.storeId}`);
  await guest.goto(`${baseUrl}/panel/${store.storeId}/settings`);
  await expect(guest.getByText('Só quem é dono da loja vê as configurações.')).toBeVisible();
  // The link works once.
  await guest.goto(link);
  await guest.reload();
  await expect(guest.getByRole('alert')).toBeVisible();
  await own.close();
});
