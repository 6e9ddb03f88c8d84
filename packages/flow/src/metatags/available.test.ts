import { expect, test } from 'vitest';
import { triggers } from '../members/trigger.ts';
import { metatags } from './catalogue/index.ts';
import { availableMetatags, listMetatags, validatesTrigger } from './available.ts';

test('[Events B] four triggers have a metatag validator', () => {
  expect(triggers.filter(validatesTrigger)).toEqual([
    'pix.generated',
    'payment.confirmed',
    'cart.abandoned',
    'tracking_code_updated',
  ]);
});

test('[DEF9] the PIX image and the table of items are available in e-mail only', () => {
  const names = (channel?: 'email' | 'sms'): string[] =>
    availableMetatags('pix.generated', channel).map(({ name }) => name);
  expect(names('email')).toEqual(names());
  expect(names('email').filter((name) => !names('sms').includes(name))).toEqual([
    'order.pix_qr_code',
    'order.items_html',
  ]);
});

test('[TAG4] the list shows exactly the documented members', () => {
  expect(listMetatags('pix.generated').find(({ name }) => name === 'order.total')).toEqual({
    name: 'order.total',
    category: 'order',
    field: 'total',
    type: 'money',
    description: 'Valor total do pedido, já com o símbolo da moeda (não escreva R$ antes)',
    example: 'R$ 189,90',
    channels: ['whatsapp', 'email', 'sms'],
    status: 'active',
    sensitive: false,
  });
  expect(listMetatags('pix.generated', 'en').find(({ name }) => name === 'payment.pix_code')).toMatchObject({
    status: 'legacy',
    replacement: 'order.pix_code',
  });
  expect(listMetatags('pix.generated').find(({ name }) => name === 'customer.document')?.sensitive).toBe(true);
});

test('[TAG4] the list holds the trigger’s active, legacy and planned metatags, always in one order', () => {
  const list = listMetatags('pix.generated');
  const ofTrigger = metatags.filter(({ triggers: some }) => some.includes('pix.generated'));
  expect(list.map(({ name, status }) => [name, status])).toEqual(ofTrigger.map(({ name, status }) => [name, status]));
  expect(new Set(list.map(({ status }) => status))).toEqual(new Set(['active', 'legacy', 'planned']));
  expect(listMetatags('pix.generated')).toEqual(list);
  expect(list.map(({ category }) => category).filter((category, index, all) => category !== all[index - 1])).toEqual([
    ...new Set(list.map(({ category }) => category)),
  ]);
});
