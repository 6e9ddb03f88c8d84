import { expect, test } from 'vitest';
import { boletoOf, payKindOf, pixOf } from './pay-codes.ts';

/** A PIX code that is valid; it pays nobody. */
const code =
  '00020126470014br.gov.bcb.pix0125pagamentos@exemplo.com.br5204000053039865406189.905802BR5911Loja Aurora6009Sao Paulo62140510PEDIDO10426304B52A';
const line = '34191.79001 01043.510047 91020.150008 5 91270000018990';
const url = 'https://boletos.example/1042';

const order = (method: string, key: string, value: unknown, title = '') => ({
  id: '1042',
  payment_method: method,
  payment_method_title: title,
  meta_data: [
    { key: 'outro', value: 'texto' },
    { key, value: 'de antes' },
    { key, value },
  ],
  payment_url: 'https://loja.example/checkout/order-pay/1042/?pay_for_order=true&key=wc_order_Ab12',
});

test.each([
  ['woo-mercado-pago-pix', 'mp_pix_qr_code', code],
  [
    'woo-pagarme-payments-pix',
    '_pagarme_response_data',
    JSON.stringify({ charges: [{ transactions: [{ postData: { qr_code: code } }] }] }),
  ],
  ['WC_Gerencianet_Pix', '_gn_pix_copy', code],
  ['woocommerce_openpix_pix', 'openpix_transaction', { brCode: code }],
  ['asaas-pix', '__ASAAS_ORDER', JSON.stringify({ payload: code })],
  ['paghiper_pix', 'wc_paghiper_data', { emv: code }],
  ['appmax_pix', '_appmax_transaction_data', { post_payment: { pix_emv: code } }],
  ['pagamentos_para_woocommerce_com_appmax_pix', '_pagamentos_para_woocommerce_com_appmax_payment_code', code],
  ['click2pay-pix', '_click2pay_data', { pix: { textPayment: code } }],
  ['iugu-pix', '_iugu_wc_transaction_data', { qrcode_text: code }],
])('[CON13] the PIX code of %s', (method, key, value) => {
  const written = order(method, key, value);
  expect(payKindOf(written)).toBe('pix');
  expect(pixOf(written)).toEqual({ payload: code });
  // Where a gateway's plugin moved its code, the scan finds it.
  expect(pixOf(order(method, 'elsewhere', { deep: [value] }))).toEqual({ payload: code });
  expect(pixOf(order(method, key, 'nothing yet'))).toBeUndefined();
});

test.each([
  ['woo-mercado-pago-ticket', '_transaction_details_ticket', url, { url }],
  [
    'woo-pagarme-payments-billet',
    '_pagarme_response_data',
    JSON.stringify({ charges: [{ transactions: [{ postData: { line, url } }] }] }),
    { line, url },
  ],
  ['WC_Gerencianet_Boleto', '_gn_barcode', line, { line }],
  ['asaas-ticket', '__ASAAS_ORDER', JSON.stringify({ bankSlipUrl: url }), { url }],
  ['paghiper_billet', 'wc_paghiper_data', { digitable_line: line, url_slip_pdf: url }, { line, url }],
  ['click2pay-bank-slip', '_click2pay_boleto_url', url, { url }],
  ['appmax_boleto', 'appmax_digitable_line', line, { line }],
  ['cora', 'cora_digitable', line, { line }],
])('[CON13] the boleto of %s', (method, key, value, boleto) => {
  expect(payKindOf(order(method, key, value))).toBe('boleto');
  expect(boletoOf(order(method, key, value))).toEqual(boleto);
  expect(boletoOf(order(method, key, { javascript: 'alert(1)' }))).toBeUndefined();
});

test.each([
  ['banco_x_pix', '', 'pix'],
  ['outro', 'Pague com Pix', 'pix'],
  ['rede', 'Boleto bancário', 'boleto'],
  ['stripe', '', 'credit_card'],
  ['rede', 'Cartão de Crédito', 'credit_card'],
  ['rede', 'Débito em conta', 'credit_card'],
  ['bacs', 'Transferência', undefined],
  ['', '', undefined],
] as const)('[CON13] %j with the title %j is %s', (method, title, kind) => {
  expect(payKindOf(order(method, '', '', title))).toBe(kind);
});

test('[CON13] another gateway’s PIX leads to the page after the purchase, whose key is the order’s', () => {
  const page = { url: 'https://loja.example/checkout/order-received/1042/?key=wc_order_Ab12' };
  const unknown = order('banco', 'x', 'y', 'Pix');
  expect(pixOf(unknown)).toEqual(page);
  expect(pixOf({ ...unknown, payment_url: 'https://loja.example/pagar/1042/?key=wc_order_Ab12' })).toBeUndefined();
  expect(pixOf({ ...unknown, payment_url: 'https://loja.example/checkout/order-pay/1042/' })).toBeUndefined();
  expect(pixOf({ ...unknown, payment_url: 'javascript:/order-pay/1042?key=x' })).toBeUndefined();
});
