import { expect, test } from 'vitest';
import { capabilityRows } from './capability-rows.ts';
import type { Platform } from './shops-data.ts';

const whole: Platform['capabilities'] = {
  orders: 'push+poll',
  paid: 'push+poll',
  failed: 'push+poll',
  cancelled: 'push+poll',
  tracking: 'push+poll',
  carts: { by: 'poll', delayMinutes: [10, 360], needs: null },
  pixCode: 'always',
  boletoLine: 'by-gateway',
  paymentPage: true,
  consent: true,
  uninstallSignal: true,
  privacyRequests: true,
  ownCheckoutAllowed: true,
};
const rows = (change: Partial<Platform['capabilities']>): ReadonlyMap<string, readonly [string, string]> => {
  const platform = { name: 'p', label: 'P', capabilities: { ...whole, ...change }, everyMinutes: 10, methods: [] };
  return new Map(capabilityRows(platform, 'pt-BR').map(({ name, extent, text }) => [name, [extent, text]]));
};

test('[CON9] each capability is said with how soon it arrives', () => {
  const its = rows({ failed: 'never', tracking: 'poll' });
  expect(its.get('Pedido novo')).toEqual(['all', 'Na hora, e conferido a cada 10 min']);
  expect(its.get('Pagamento recusado')).toEqual(['none', 'Não chega']);
  expect(its.get('Código de rastreio')).toEqual(['all', 'A cada 10 min']);
  expect(its.get('Carrinho abandonado')).toEqual(['all', 'De 10 min a 6 h depois de abandonado.']);
  expect(its.get('Linha do boleto')).toEqual(['some', 'Depende de quem processa o pagamento na loja']);
});

test('[CON9] what is missing says what comes instead', () => {
  const needs = { 'pt-BR': 'segunda etapa da compra', en: 'the second step' };
  const its = rows({ pixCode: 'never', carts: { by: 'poll', delayMinutes: [0, 5], needs } });
  expect(its.get('Código PIX')).toEqual(['some', 'Não chega: a mensagem leva à página do pedido']);
  expect(its.get('Carrinho abandonado')).toEqual([
    'some',
    'Até 5 min depois de abandonado. Precisa de: segunda etapa da compra.',
  ]);
  expect(rows({ pixCode: 'never', paymentPage: false }).get('Código PIX')).toEqual(['none', 'Não chega']);
  expect(rows({ carts: null }).get('Carrinho abandonado')?.[0]).toBe('none');
});
