import { expect, test } from '@playwright/test';
import { actAsBank, cart, checkout, fillIn, marina, watch } from './pay-page.ts';
import { translateTexts } from './translate-texts.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a payment page that the browser has translated goes on working, from the details to the return to the store', async ({
  page,
}) => {
  const watched = await watch(page);
  const title = page.getByRole('heading', { level: 1 });
  await page.clock.install();
  await page.goto(await checkout({ cart: cart(), redirect: { successUrl: 'https://loja.example/obrigado' } }));
  await translateTexts(page);
  await fillIn(page, { ...marina, document: '529.982.247-2' });
  await page.locator('#document').press('Tab');
  await expect(page.locator('.field.wrong')).toBeVisible();
  await translateTexts(page);
  await fillIn(page);
  await page.locator('#document').press('Tab');
  await expect(page.locator('.field.wrong')).toHaveCount(0);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await translateTexts(page);
  await page.getByRole('button', { name: 'Gerar PIX de R$ 138,80' }).click();
  await expect(title).toHaveText('Pague R$ 138,80 com PIX');
  await translateTexts(page);
  await page.getByRole('button', { name: /^Copiar/ }).click();
  await expect(page.getByRole('button', { name: 'Código copiado' })).toBeVisible();
  await expect(page.locator('.steps li').nth(1)).toHaveClass(/now/);
  await translateTexts(page);
  await expect(page.getByRole('button', { name: /^Copiar/ })).toBeVisible();
  // From here on the page's clock moves only as the test says: it would return to the store by itself.
  await page.clock.pauseAt(Date.now() + 5_000);
  await actAsBank(page, 'pay');
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      return title.textContent();
    })
    .toBe('Pagamento confirmado');
  await translateTexts(page);
  const left = async (): Promise<number> =>
    Number(/^\D*(\d)\D*$/.exec(await page.locator('#leaving').innerText())?.[1]);
  const before = await left();
  await page.clock.runFor(1_000);
  expect(await left()).toBe(before - 1);
  await page.getByRole('button', { name: 'Ficar aqui' }).click();
  await expect(page.locator('#leaving')).toBeHidden();
  expect(watched.errors).toEqual([]);
});

test('what is copied by hand and the name of the store are not translated', async ({ page }) => {
  await page.goto(await checkout({ cart: cart(), customer: marina }));
  await expect(page.locator('header .name')).toHaveAttribute('translate', 'no');
  await page.getByText('Boleto', { exact: true }).click();
  await page.getByRole('button', { name: 'Gerar boleto de R$ 138,80' }).click();
  await expect(page.locator('#boleto-line')).toHaveAttribute('translate', 'no');
});
