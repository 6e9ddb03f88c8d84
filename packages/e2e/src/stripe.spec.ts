import { expect, test } from '@playwright/test';
import { journey } from './journey.ts';
import { openCheckoutWithCards } from './card-store.ts';

// A card typed into Stripe's fields.

test(
  'a card is typed into Stripe’s fields; refused it keeps everything but the code, then it is paid',
  journey,
  async ({ page }) => {
    const watched = await openCheckoutWithCards(page, 'stripe');
    await expect(page.getByText('Você digita direto na Stripe.')).toBeVisible();
    const code = page.getByRole('textbox', { name: 'Card code' });
    await page.getByRole('textbox', { name: 'Card number' }).fill('4242424242424242');
    await page.getByRole('textbox', { name: 'Card expiry' }).fill('11/30');
    await code.fill('999');
    const pay = page.getByRole('button', { name: 'Pagar R$ 78,00' });
    await pay.click();
    // The name is missing, so Stripe makes no payment method.
    await expect(page.locator('#card-error')).toBeVisible();
    await page.getByLabel('Nome como está no cartão').fill('MARINA SOUZA');
    await pay.click();
    await expect(page.getByRole('alert').filter({ hasText: 'O cartão não foi aprovado' })).toContainText(
      'Confira o código de segurança do cartão.',
    );
    await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveValue('4242424242424242');
    await expect(code).toHaveValue('');
    await code.fill('123');
    await pay.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento confirmado');
    expect(watched.errors).toEqual([]);
  },
);
