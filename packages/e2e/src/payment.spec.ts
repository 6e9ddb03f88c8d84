import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test, type Page } from '@playwright/test';
import { journey } from './journey.ts';
import { actAsBank, afterZipcode, cart, checkout, fillIn, marina, shots, sizes, watch } from './pay-page.ts';

const photograph = (page: Page, name: string): Promise<unknown> =>
  page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: true });
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const next = (page: Page) => page.getByRole('button', { name: 'Continuar' });

/** The fields of a card, by their labels. */
const cardFields = ['Número do cartão', 'Validade', 'Nome como está no cartão', 'Código de segurança'];

/** Goes from the link to a PIX code. */
async function toPix(page: Page, request: object = { cart: cart() }): Promise<string> {
  const link = await checkout(request);
  await page.goto(link);
  await fillIn(page);
  await next(page).click();
  await page.getByRole('button', { name: 'Gerar PIX de R$ 138,80' }).click();
  await expect(title(page)).toHaveText('Pague R$ 138,80 com PIX');
  return link;
}

/** Does something, and fails if the page was loaded again meanwhile. Prints how long it took. */
async function withoutReload(page: Page, work: () => Promise<void>): Promise<void> {
  await page.evaluate(() => void Object.assign(window, { isSameDocument: true }));
  const began = performance.now();
  await work();
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
  console.log(`shown by itself after ${(performance.now() - began).toFixed(0)} ms`);
}

for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(`on a ${size}`, () => {
    test.use({ viewport, permissions: ['clipboard-read', 'clipboard-write'] });

    test(
      'details, PIX, copy, paid: shown without a reload, and still after one',
      size === 'phone' ? journey : {},
      async ({ page }) => {
        const watched = await watch(page);
        const link = await checkout({ cart: cart(), redirect: { successUrl: 'https://loja.example/obrigado' } });
        await page.goto(link);
        await expect(title(page)).toHaveText('Seus dados');
        await photograph(page, `pay-${size}-details`);
        await fillIn(page, { ...marina, document: '529 982 247 25' });
        await page.locator('#phone').press('Tab');
        await expect(page.locator('#document')).toHaveValue('529.982.247-25');
        await next(page).click();
        await expect(title(page)).toHaveText('Como quer pagar?');
        await photograph(page, `pay-${size}-method`);
        await page.getByRole('button', { name: 'Gerar PIX de R$ 138,80' }).click();
        await expect(title(page)).toHaveText('Pague R$ 138,80 com PIX');
        await photograph(page, `pay-${size}-pix`);
        const stored = await page.locator('#pix-code').inputValue();
        expect(stored).toMatch(/^000201.*br\.gov\.bcb\.pix.*6304[0-9A-F]{4}$/);
        const button = await page.locator('.slot').boundingBox();
        await page.getByRole('button', { name: /^Copiar/ }).click();
        await expect(page.getByRole('button', { name: 'Código copiado' })).toBeVisible();
        expect(await page.locator('.slot').boundingBox()).toEqual(button);
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(stored);
        const shift = await watched.shift();
        await withoutReload(page, async () => {
          await actAsBank(page, 'pay');
          await expect(title(page)).toHaveText('Pagamento confirmado');
        });
        await expect(title(page)).toBeFocused();
        await expect(page).toHaveTitle('Pago · Loja Aurora');
        await expect(page.getByText('Voltando para a loja em')).toBeVisible();
        await page.getByRole('button', { name: 'Ficar aqui' }).click();
        await expect(page.getByText('Voltando para a loja em')).toBeHidden();
        await photograph(page, `pay-${size}-paid`);
        await page.reload();
        await expect(title(page)).toHaveText('Pagamento confirmado');
        expect(watched.errors).toEqual([]);
        expect(watched.external).toEqual([]);
        console.log(
          `${size}: CLS ${shift.toFixed(4)} from link to code; requests to other hosts: ${watched.external.length}`,
        );
        expect(shift).toBeLessThan(0.02);
      },
    );

    test(
      'boleto: shown in groups, copied without spaces, printed, paid',
      size === 'desktop' ? journey : {},
      async ({ page }) => {
        await page.goto(await checkout({ cart: cart(), customer: marina }));
        await page.getByText('Boleto', { exact: true }).click();
        await page.getByRole('button', { name: 'Gerar boleto de R$ 138,80' }).click();
        await expect(title(page)).toHaveText('Pague o boleto de R$ 138,80');
        await photograph(page, `pay-${size}-boleto`);
        await page.getByRole('button', { name: 'Copiar número do boleto' }).click();
        const copied = await page.evaluate(() => navigator.clipboard.readText());
        expect(copied).toMatch(/^\d{47}$/);
        expect((await page.locator('#boleto-line').innerText()).replace(/\D/g, '')).toBe(copied);
        await page.getByRole('link', { name: 'Imprimir boleto' }).click();
        await expect(page.getByRole('img', { name: 'Código de barras do boleto' })).toBeVisible();
        await photograph(page, `pay-${size}-boleto-slip`);
        await page.getByRole('link', { name: 'Voltar ao pagamento' }).click();
        await withoutReload(page, async () => {
          await actAsBank(page, 'pay');
          await expect(title(page)).toHaveText('Pagamento confirmado');
        });
        await expect(page.getByText('por boleto')).toBeVisible();
      },
    );
  });
}

test.describe('without JavaScript', () => {
  test.use({ viewport: sizes.phone, javaScriptEnabled: false });

  test('every step works with forms, and a reload shows that it is paid', journey, async ({ page }) => {
    await toPix(page);
    await expect(page.getByText('Toque e segure o código para copiar')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Copiar/ })).toHaveCount(0);
    expect(await page.locator('noscript').innerHTML()).toContain('http-equiv="refresh" content="20"');
    await photograph(page, 'pay-noscript-pix');
    await actAsBank(page, 'pay');
    await page.reload();
    await expect(title(page)).toHaveText('Pagamento confirmado');
  });

  test('errors are shown in a summary and beside the field, and no typed text is lost', async ({ page }) => {
    await page.goto(await checkout({ cart: cart() }));
    await fillIn(page, { name: 'Marina Souza', email: 'marina@exemplo.com.br', document: '529.982.247-2', phone: '' });
    await next(page).click();
    await expect(page).toHaveTitle('Erro: Seus dados · Loja Aurora');
    await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Celular com DDD', 'CPF']);
    await expect(page.locator('#document-error')).toContainText('Falta 1 número no CPF. São 11 no total.');
    await expect(page.locator('#phone-error')).toContainText('Digite o celular com DDD.');
    for (const [name, value] of [
      ['document', '529.982.247-2'],
      ['name', 'Marina Souza'],
    ] as const) {
      await expect(page.locator(`#${name}`)).toHaveValue(value);
    }
    await photograph(page, 'pay-noscript-errors');
    await fillIn(page, { document: marina.document, phone: marina.phone });
    await next(page).click();
    await expect(title(page)).toHaveText('Como quer pagar?');
  });

  test('[COM13] every field of an address stands open, and the address can be sent', async ({ page }) => {
    await page.goto(await checkout({ cart: cart(true) }));
    for (const field of afterZipcode) await expect(page.locator(field)).toBeVisible();
    await fillIn(page);
    for (const [name, value] of [
      ['zipcode', '01310-100'],
      ['street', 'Avenida Paulista'],
      ['number', '1000'],
      ['neighborhood', 'Bela Vista'],
      ['city', 'São Paulo'],
    ] as const) {
      await page.locator(`#${name}`).fill(value);
    }
    await page.locator('#state').selectOption('SP');
    await next(page).click();
    await expect(title(page)).toHaveText('Como quer pagar?');
    await expect(page.getByText('em até 12x sem juros')).toBeVisible();
  });

  test('[COM25] a tapped test number fills in the card form; other methods do not ask for a card', async ({ page }) => {
    const link = await checkout({ cart: cart(), customer: marina });
    await page.goto(link);
    await page.getByText('Cartão de crédito').click();
    await page.getByRole('button', { name: 'Continuar com cartão' }).click();
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.getByLabel('Número do cartão').fill('5555 5555 5555 4444');
    await page.getByLabel('Número do cartão').press('Enter');
    await page.getByRole('button', { name: 'Pagar R$ 138,80' }).click();
    expect(sent).toEqual([]);
    await page.getByRole('link', { name: '4000 0000 0000 9979' }).click();
    await expect(page.getByLabel('Número do cartão')).toHaveValue('4000 0000 0000 9979');
    await photograph(page, 'pay-noscript-card');
    await page.getByRole('button', { name: 'Pagar R$ 138,80' }).click();
    await expect(page.getByRole('alert')).toContainText('Este cartão está bloqueado ou desativado.');
    for (const field of cardFields) await expect(page.getByLabel(field)).toHaveValue('');
    await page.getByText('PIX', { exact: true }).click();
    await page.getByRole('button', { name: 'Gerar PIX de R$ 138,80' }).click();
    await expect(title(page)).toHaveText('Pague R$ 138,80 com PIX');
  });

  test('a button replaces an expired code', async ({ page }) => {
    await toPix(page);
    const first = await page.locator('#pix-code').inputValue();
    await actAsBank(page, 'expire');
    await page.reload();
    await expect(title(page)).toContainText('Este PIX venceu');
    await page.getByRole('button', { name: 'Gerar novo PIX de R$ 138,80' }).click();
    await expect(title(page)).toHaveText('Pague R$ 138,80 com PIX');
    expect(await page.locator('#pix-code').inputValue()).not.toBe(first);
    expect(await page.content()).not.toContain(first);
  });
});

test.describe('with JavaScript', () => {
  test.use({ viewport: sizes.phone });

  test('a card is refused, everything but the card stays, and another card pays', journey, async ({ page }) => {
    const watched = await watch(page);
    await page.goto(await checkout({ cart: cart(), customer: marina }));
    await page.getByText('Cartão de crédito').click();
    await page.waitForURL(/method=card/);
    await page.getByRole('link', { name: '4000 0000 0000 9995' }).click();
    await expect(page.getByLabel('Código de segurança')).toHaveValue('123');
    await page.getByLabel('Parcelas').selectOption('3');
    await photograph(page, 'pay-phone-card');
    await page.getByRole('button', { name: 'Pagar R$ 138,80' }).click();
    await expect(page.getByRole('alert')).toContainText('O cartão não tem limite para esta compra.');
    await expect(page).toHaveTitle('Erro: Como quer pagar? · Loja Aurora');
    expect((await page.getByRole('alert').innerText()).match(/recusado|não foi aprovado/gi)).toHaveLength(1);
    for (const field of cardFields) await expect(page.getByLabel(field)).toHaveValue('');
    await photograph(page, 'pay-phone-refused');
    await page.getByRole('link', { name: '4242 4242 4242 4242' }).click();
    await page.getByRole('button', { name: 'Pagar R$ 138,80' }).click();
    await expect(title(page)).toHaveText('Pagamento confirmado');
    await expect(page.getByText('no cartão')).toBeVisible();
    expect(watched.errors).toEqual([]);
    expect(watched.external).toEqual([]);
  });

  test('[COM25] only a test number is sent, and the page of a slow bank waits', async ({ page, context }) => {
    const link = await checkout({ cart: cart(), customer: marina });
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.postData() ?? ''));
    await page.goto(`${link}?method=card`);
    await page.getByLabel('Número do cartão').pressSequentially('5555555555554444');
    await expect(page.getByLabel('Número do cartão')).toHaveValue('5555 5555 5555 4444');
    await page.getByLabel('Validade').pressSequentially('1234');
    await expect(page.getByLabel('Validade')).toHaveValue('12/34');
    await page.getByLabel('Nome como está no cartão').fill('RUI PRADO');
    await page.getByLabel('Código de segurança').fill('987');
    await page.getByRole('button', { name: 'Pagar R$ 138,80' }).click();
    const message = await page
      .getByLabel('Número do cartão')
      .evaluate((field: HTMLInputElement) => field.validationMessage);
    expect(message).toContain('Este não é um cartão de teste. Use um destes: 4242 4242 4242 4242, ');
    expect(sent).toEqual([]);
    await page.getByRole('link', { name: '4000 0000 0000 0077' }).click();
    const other = await context.newPage();
    await other.goto(link);
    const paying = page.getByRole('button', { name: 'Pagar R$ 138,80' }).click({ noWaitAfter: true });
    await expect(async () => {
      await other.reload();
      await expect(title(other)).toHaveText('Estamos preparando seu pagamento', { timeout: 1_000 });
    }).toPass();
    await paying;
    for (const one of [page, other]) await expect(title(one)).toHaveText('Pagamento confirmado');
    expect(sent).toHaveLength(1);
    const { prices, data, ...form } = Object.fromEntries(new URLSearchParams(sent[0]));
    // The keys of the prices (COM27) and of the data (COM24) that the page showed, and whose card form it is (COM40); nothing of the card.
    expect(prices).toMatch(/^[\w-]{12}$/);
    expect(data).toMatch(/^[\w-]{22}$/);
    expect(form).toEqual({ method: 'card', provider: 'sandbox', token: '4000 0000 0000 0077', installments: '1' });
  });

  test('the page waits for a card under review, and shows the result by itself', async ({ page }) => {
    await page.goto(`${await checkout({ cart: cart(), customer: marina })}?method=card`);
    await page.getByRole('link', { name: '4000 0000 0000 9235' }).click();
    await page.getByRole('button', { name: 'Pagar R$ 138,80' }).click();
    await expect(title(page)).toHaveText('Estamos confirmando seu pagamento');
    await photograph(page, 'pay-phone-processing');
    await actAsBank(page, 'refuse');
    await expect(page.getByRole('alert')).toContainText('O cartão não foi aprovado');
  });

  test('a PIX that expires while the page is open is shown as expired, and late money is accepted', async ({
    page,
  }) => {
    await toPix(page);
    const first = await page.locator('#pix-code').inputValue();
    await withoutReload(page, async () => {
      await actAsBank(page, 'expire');
      await expect(title(page)).toContainText('Este PIX venceu');
    });
    await photograph(page, 'pay-phone-pix-expired');
    await withoutReload(page, async () => {
      await actAsBank(page, 'pay');
      await expect(title(page)).toHaveText(/Pagamento confirmado|Recebemos seu pagamento/);
    });
    expect(await page.content()).not.toContain(first);
  });

  test('fields are validated on blur, never while typing, and a typo in the e-mail gets a suggestion', async ({
    page,
  }) => {
    await page.goto(await checkout({ cart: cart() }));
    await page.locator('#document').pressSequentially('529.982.247-2');
    await expect(page.locator('#document-error')).toBeHidden();
    await page.locator('#document').press('Tab');
    await expect(page.locator('#document-error')).toContainText('Falta 1 número no CPF. São 11 no total.');
    await page.locator('#document').press('End');
    await page.locator('#document').pressSequentially('5');
    await expect(page.locator('#document-error')).toBeHidden();
    await page.locator('#email').fill('marina@gmial.com');
    await page.locator('#name').focus();
    await page.getByRole('button', { name: 'Você quis dizer marina@gmail.com?' }).click();
    await expect(page.locator('#email')).toHaveValue('marina@gmail.com');
    await page.getByRole('link', { name: 'Comprar com CNPJ' }).click();
    await expect(page.getByLabel('CNPJ')).toBeFocused();
    await expect(page.locator('#email')).toHaveValue('marina@gmail.com');
  });

  test('[COM13] methods and instalments are named on the first screen, and punctuation comes while typing', async ({
    page,
  }) => {
    await page.goto(await checkout({ cart: cart() }));
    const offered = page.getByRole('list', { name: 'Formas de pagamento' });
    await expect(offered.getByRole('listitem')).toHaveText(['PIX', 'Cartão em até 12x sem juros', 'Boleto']);
    await expect(offered).toBeInViewport({ ratio: 1 });
    for (const [field, keys, expected] of [
      ['#document', '52998224725', '529.982.247-25'],
      ['#phone', '11987654321', '(11) 98765-4321'],
    ] as const) {
      await page.locator(field).focus();
      await page.locator(field).pressSequentially(keys);
      await expect(page.locator(field)).toHaveValue(expected);
    }
    // A digit removed in the middle leaves the caret there.
    await page.locator('#document').press('Home');
    await page.locator('#document').press('Delete');
    await expect(page.locator('#document')).toHaveValue('299.822.472-5');
    expect(await page.locator('#document').evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(0);
  });

  test('offline the page says that the code is still valid; back online it checks again', async ({ page, context }) => {
    await toPix(page);
    await context.setOffline(true);
    await expect(page.getByText('Sem internet. O código continua valendo.')).toBeVisible();
    await expect(page.locator('#pix-code')).toBeVisible();
    await actAsBank(page, 'pay');
    await context.setOffline(false);
    await expect(title(page)).toHaveText('Pagamento confirmado');
  });

  test('if the clipboard is refused the code is selected, and the page explains how to copy it', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } });
      document.execCommand = () => false;
    });
    await toPix(page);
    await page.getByRole('button', { name: /^Copiar/ }).click();
    await expect(page.getByText('Toque e segure o código para copiar').first()).toBeVisible();
    const selected = await page
      .locator('#pix-code')
      .evaluate((field: HTMLInputElement) => field.selectionEnd! - field.selectionStart!);
    expect(selected).toBe((await page.locator('#pix-code').inputValue()).length);
  });

  test('in a browser without a clipboard, as over plain http, the code is copied by its selection', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = (command) => {
        const { value, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement;
        document.title = `${command} ${value.slice(selectionStart!, selectionEnd!)}`;
        return true;
      };
    });
    await toPix(page);
    const code = await page.locator('#pix-code').inputValue();
    await page.getByRole('button', { name: /^Copiar/ }).click();
    await expect(page).toHaveTitle(`copy ${code}`);
    await expect(page.getByRole('button', { name: 'Código copiado' })).toBeVisible();
  });

  test('[COM7a] a total of 0 is confirmed with one press, and waits for the store if the cart is unsigned', async ({
    page,
  }) => {
    const discounts = [{ title: 'Cortesia', type: 'percentage', value: 100 }];
    await page.goto(await checkout({ cart: { ...cart(), discounts }, customer: marina }));
    await expect(title(page)).toHaveText('Confira e conclua');
    await page.getByRole('button', { name: 'Concluir pedido' }).click();
    await expect(title(page)).toHaveText('Estamos confirmando seu pagamento');
  });

  test('the first response is small and executes no injected text', async ({ page }) => {
    const link = await toPix(page);
    const answer = await fetch(link);
    const html = await answer.text();
    const script = /src="(\/pay\/assets\/[^"]+)"/.exec(html)![1]!;
    const scripts = await Promise.all(
      [script, script.replace('pay.js', 'card-form.js')].map(async (path) => (await fetch(new URL(path, link))).text()),
    );
    const [page14, script20] = [gzipSync(html).length, gzipSync(scripts.join('')).length];
    console.log(`HTML with CSS ${page14} bytes gzipped, script ${script20}`);
    expect(page14).toBeLessThan(14 * 1024);
    expect(script20).toBeLessThan(20 * 1024);
    expect(html).not.toMatch(/<script(?! type="module" src=)|\son\w+=|javascript:/i);
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
  });
});
