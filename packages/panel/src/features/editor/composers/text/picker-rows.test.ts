import { expect, test } from 'vitest';
import { pickerRows } from './picker-rows.ts';
import { tagsIn, type TagContext } from './tags-in.ts';

const sms: TagContext = { trigger: 'cart.abandoned', channel: 'sms', kind: 'plain', locale: 'pt-BR' };
const labels = (query: string, context = sms): string[] => pickerRows(query, context).map(({ label }) => label);

test('what is typed is looked for in labels, names and groups, without regard to accents', () => {
  expect(labels('total')[0]).toBe('Total do carrinho');
  expect(labels('order.total')).toEqual(['Total do pedido']);
  expect(labels('codigo pix')).toEqual(['Código PIX']);
  expect(labels('PRIMEIRO NOME')).toContain('Primeiro nome do contato');
  expect(labels('xyzw')).toEqual([]);
});

test('what has no place here is told last, with the reason', () => {
  const rows = pickerRows('', sms);
  const first = rows.findIndex(({ refused }) => refused);
  expect(rows.slice(first).every(({ refused }) => refused)).toBe(true);
  expect(rows.find(({ name }) => name === 'order.pix_code')?.refused).toBe('Não existe em Carrinho abandonado');
  const pix = { ...sms, trigger: 'pix.generated' } as const;
  expect(pickerRows('qr code', pix)[0]).toMatchObject({ name: 'order.pix_qr_code', refused: 'Só em e-mail' });
  const subject = { ...pix, channel: 'email', kind: 'subject' } as const;
  expect(pickerRows('qr code', subject)[0]?.refused).toBe('Só no corpo do e-mail');
  expect(pickerRows('qr code', { ...subject, kind: 'html' })[0]?.refused).toBeUndefined();
});

test('a chip says what a metatag is, what is wrong with it and what to take instead', () => {
  const tags = tagsIn('{{cart.total}} {{order.pix_code}} {{order.ttal}} {{ quebrada', sms);
  expect(tags).toMatchObject([
    { from: 0, to: 14, label: 'Total do carrinho', tone: 'right' },
    {
      label: 'Código PIX',
      tone: 'wrong',
      hint: 'Código PIX não existe em Carrinho abandonado.',
      mend: '{{checkout.url}}',
    },
    { label: 'order.ttal', tone: 'wrong', mend: '{{cart.total}}' },
  ]);
  expect(tagsIn('{{payment.pix_code}}', { ...sms, trigger: 'pix.generated' })).toMatchObject([
    { tone: 'old', mend: '{{order.pix_code}}' },
  ]);
  expect(tagsIn('{{qualquer.coisa}}', { ...sms, trigger: 'lead.created' })).toMatchObject([{ tone: 'unchecked' }]);
});
