import { expect, test, type Page } from '@playwright/test';
import { journey } from '../journey.ts';
import { cart, checkout, fillIn, sizes } from '../pay-page.ts';
import { createCheckoutKey, createSecondStore, type SecondStore } from '../second-store.ts';
import { signIn } from './panel-page.ts';
import { photograph } from './photograph.ts';

// The price rules are those of a whole store, and this one begins without any.
let store: SecondStore;
let checkoutKey: string;
test.beforeEach(() => {
  store = createSecondStore('Loja de Preços', 'pix,boleto,card');
  checkoutKey = createCheckoutKey(store.storeId);
});

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const textOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

test(
  '[COM27] the owner sets a discount, instalments and a coupon, and the panel shows their parts of an order',
  journey,
  async ({ page, context }) => {
    test.setTimeout(300_000);
    await page.setViewportSize(sizes.desktop);
    await signIn(page);
    await page.goto(store.url('settings/prices'));
    await expect(page.getByText('Nenhum cupom ainda.', { exact: false })).toBeVisible();
    await page.getByRole('group', { name: 'PIX' }).getByLabel('Desconto', { exact: true }).fill('5');
    const example = part(page, 'Como fica');
    await expect(example).toContainText('No PIX: R$ 95,00.');
    await expect(example).toContainText('As parcelas e os juros são os da sua conta no provedor.');
    await page.getByRole('radio', { name: 'Como a loja definir' }).check();
    await page.getByLabel('Sem juros até').fill('2');
    await page.getByLabel('Juros por mês').fill('2,99');
    await expect(example).toContainText('Em até 2x de R$ 50,00 sem juros.');
    // The instalment of the French system: 100 x 0.0299 / (1 - 1.0299^-12) = 10.0402...
    await expect(example).toContainText('Em 12x de R$ 10,04, total R$ 120,48.');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expect(page.getByText('Salvo.')).toBeVisible();

    await page.getByRole('button', { name: 'Novo cupom' }).click();
    const form = page.getByRole('form', { name: 'Novo cupom' });
    await form.getByLabel('Código').fill('volta10');
    await form.getByRole('button', { name: 'Criar cupom' }).click();
    await expect(form).toContainText('Escreva um desconto ou marque o frete grátis.');
    await form.getByLabel('Desconto', { exact: true }).fill('10');
    await form.getByLabel('Último dia').fill('2030-12-31');
    await photograph(page, 'prices-form');
    await form.getByRole('button', { name: 'Criar cupom' }).click();
    const coupon = page.getByRole('article', { name: 'VOLTA10' });
    await expect(coupon).toContainText('10% de desconto · até 31 dez. 2030 · 1 uso por pessoa');
    await expect(coupon).toContainText('0 usos · 0 pedidos pagos');

    await page.getByRole('button', { name: 'Criar oferta' }).click();
    const offer = page.getByRole('form', { name: 'Oferta no pagamento' });
    await offer.getByRole('textbox', { name: 'Produto', exact: true }).fill('Embalagem para presente');
    await offer.getByRole('textbox', { name: 'Preço', exact: true }).fill('9,90');
    await offer.getByRole('checkbox', { name: 'Precisa de entrega' }).uncheck();
    await offer.getByRole('button', { name: 'Salvar oferta' }).click();
    await expect(part(page, 'Oferta no pagamento')).toContainText('0 pedidos pagos em 30 dias');
    await page.reload();
    await expect(page.getByRole('group', { name: 'PIX' }).getByLabel('Desconto', { exact: true })).toHaveValue('5%');
    await expect(coupon).toBeVisible();
    await photograph(page, 'prices');

    const shopper = await context.newPage();
    const link = await checkout({ cart: cart() }, checkoutKey);
    await shopper.goto(link);
    await fillIn(shopper);
    await shopper.getByRole('button', { name: 'Continuar' }).click();
    await shopper.getByText('Tem cupom?').click();
    await shopper.getByLabel('Cupom de desconto').fill('volta10');
    await shopper.getByRole('button', { name: 'Aplicar' }).click();
    await expect(shopper.getByText('Cupom aplicado:')).toBeVisible();
    await shopper.getByRole('button', { name: 'Adicionar por R$ 9,90' }).click();
    await expect(shopper.getByText('No seu pedido')).toBeVisible();
    // 138.80 + 9.90 - 13.88 = 134.82, less 5%.
    await shopper.getByRole('button', { name: 'Gerar PIX de R$ 128,08' }).click();
    await expect(shopper.getByRole('heading', { level: 1 })).toHaveText('Pague R$ 128,08 com PIX');

    await page.goto(store.url(`checkouts/${link.split('/').at(-1)}`));
    await page.getByRole('link', { name: /^Pedido #/ }).click();
    await page.waitForURL(store.url('orders/**'));
    const items = part(page, 'Itens');
    await expect(items).toContainText('Oferta no pagamento');
    await expect
      .poll(async () => textOf(await items.locator('tfoot').innerText()))
      .toBe('Subtotal R$ 148,70 Cupom VOLTA10 −R$ 13,88 Desconto no PIX −R$ 6,74 Total R$ 128,08');
    await photograph(page, 'order-price');

    await page.goto(store.url('settings/prices'));
    await expect(coupon).toContainText('1 uso · 0 pedidos pagos');
    await page.getByRole('button', { name: 'Encerrar VOLTA10' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click();
    await expect(coupon).toContainText('Encerrado');
  },
);
