import { triggers, type Trigger } from '@retoma/flow';
import { expect, test } from 'vitest';
import { pickerRows } from './picker-rows.ts';
import { tagsIn, type TagContext } from './tags-in.ts';

const sms: TagContext = { trigger: 'cart.abandoned', channel: 'sms', kind: 'plain', locale: 'pt-BR' };
const pix = { ...sms, trigger: 'pix.generated', channel: 'whatsapp' } as const;
const labels = (query: string, context: TagContext = sms): string[] =>
  pickerRows(query, context).rows.map(({ label }) => label);

/** The expected metatags of a trigger: the first five of an empty search, and the first for each query. */
const expected: Record<Trigger, { first: string[]; typed: Record<string, string> }> = {
  'pix.generated': {
    first: ['Código PIX', 'Link do PIX', 'Total do pedido', 'Primeiro nome do cliente', 'Itens do pedido'],
    typed: {
      pix: 'Código PIX',
      valor: 'Total do pedido',
      preço: 'Total do pedido',
      código: 'Código PIX',
      link: 'Link do PIX',
      produto: 'Itens do pedido',
      nome: 'Primeiro nome do cliente',
    },
  },
  'boleto.generated': {
    first: [
      'Linha digitável do boleto',
      'Link do boleto',
      'Total do pedido',
      'Primeiro nome do cliente',
      'Itens do pedido',
    ],
    typed: {
      valor: 'Total do pedido',
      código: 'Linha digitável do boleto',
      link: 'Link do boleto',
      vence: 'Boleto vence em',
    },
  },
  'cart.abandoned': {
    first: [
      'Link do carrinho',
      'Primeiro nome do contato',
      'Total do carrinho',
      'Itens do carrinho',
      'Primeiro item do carrinho',
    ],
    typed: {
      valor: 'Total do carrinho',
      link: 'Link do carrinho',
      produto: 'Itens do carrinho',
      nome: 'Primeiro nome do contato',
    },
  },
  'payment.failed': {
    first: ['Link da compra', 'Motivo da recusa', 'Total do pedido', 'Primeiro nome do cliente', 'Itens do pedido'],
    typed: { valor: 'Total do pedido', link: 'Link da compra', motivo: 'Motivo da recusa' },
  },
  'payment.confirmed': {
    first: [
      'Número do pedido',
      'Primeiro nome do cliente',
      'Total do pedido',
      'Itens do pedido',
      'Previsão de entrega',
    ],
    typed: { valor: 'Total do pedido', produto: 'Itens do pedido', nome: 'Primeiro nome do cliente' },
  },
  'lead.created': {
    first: ['Link da compra', 'Primeiro nome do contato', 'Nome da loja', 'Link do WhatsApp da loja'],
    typed: { link: 'Link da compra', nome: 'Primeiro nome do contato' },
  },
  tracking_code_updated: {
    first: [
      'Código de rastreio',
      'Link do rastreio',
      'Situação do envio',
      'Primeiro nome do cliente',
      'Número do pedido',
    ],
    typed: {
      código: 'Código de rastreio',
      link: 'Link do rastreio',
      rastreio: 'Código de rastreio',
      nome: 'Primeiro nome do cliente',
    },
  },
};

test.each(triggers)('%s: the most used metatags come first, and synonyms find them', (trigger) => {
  const context = { ...sms, trigger, channel: 'whatsapp' } as const;
  const { first, typed } = expected[trigger];
  expect(labels('', context).slice(0, first.length)).toEqual(first);
  for (const [query, label] of Object.entries(typed))
    expect([query, labels(query, context)[0]]).toEqual([query, label]);
});

test('the query is searched in labels, names and groups, ignoring accents', () => {
  expect(labels('total')[0]).toBe('Total do carrinho');
  expect(labels('order.total', pix)).toEqual(['Total do pedido']);
  expect(labels('codigo pix', pix)).toEqual(['Código PIX']);
  expect(labels('PRIMEIRO NOME')).toContain('Primeiro nome do contato');
  expect(labels('name', { ...pix, locale: 'en' })[0]).toBe('Customer first name');
  expect(labels('xyzw')).toEqual([]);
});

test.each(triggers)('%s: groups are contiguous, metatags for programs come last', (trigger) => {
  for (const query of ['', 'c', 'nome', 'pedido']) {
    const groups = pickerRows(query, { ...sms, trigger }).rows.map(({ group }) => group);
    const pieces = groups.filter((group, index) => group !== groups[index - 1]);
    expect(new Set(pieces).size).toBe(pieces.length);
    expect(pieces.slice(0, -1)).not.toContain('Códigos de sistema');
  }
  const { rows } = pickerRows('', { ...sms, trigger });
  expect(rows[0]!.group).toBe('Mais usados aqui');
  expect(rows.filter(({ name }) => name.endsWith('.id')).every(({ group }) => group === 'Códigos de sistema')).toBe(
    true,
  );
});

test('a label that starts with the typed text comes before one that only means it', () => {
  expect(labels('pri', pix)[0]).toBe('Primeiro nome do cliente');
  expect(labels('prim')[0]).toBe('Primeiro nome do contato');
  expect(labels('tot', pix)[0]).toBe('Total do pedido');
  expect(labels('price', pix)[0]).toBe('Total do pedido');
});

test('unavailable metatags are listed apart, with the reason', () => {
  const { rows, refused } = pickerRows('', sms);
  expect(rows.every((row) => row.refused === undefined)).toBe(true);
  expect(refused.find(({ name }) => name === 'order.pix_code')?.refused).toBe('Não existe em Carrinho abandonado');
  const inSms = pickerRows('qr code', { ...pix, channel: 'sms' });
  expect([inSms.rows, inSms.refused[0]]).toMatchObject([[], { name: 'order.pix_qr_code', refused: 'Só em e-mail' }]);
  const subject = { ...pix, channel: 'email', kind: 'subject' } as const;
  expect(pickerRows('qr code', subject).refused[0]?.refused).toBe('Só no corpo do e-mail');
  expect(pickerRows('qr code', { ...subject, kind: 'html' }).rows[0]?.name).toBe('order.pix_qr_code');
});

test('a chip shows the label of a metatag, its issue and its replacement', () => {
  const tags = tagsIn('{{cart.total}} {{order.pix_code}} {{order.ttal}} {{ quebrada', sms);
  expect(tags).toMatchObject([
    { from: 0, to: 14, label: 'Total do carrinho', tone: 'right' },
    {
      label: 'Código PIX',
      tone: 'wrong',
      hint: 'Código PIX não existe em Carrinho abandonado.',
      applyFix: '{{checkout.url}}',
    },
    { label: 'order.ttal', tone: 'wrong', hint: '{{order.ttal}} não existe.', applyFix: '{{cart.total}}' },
  ]);
  expect(tagsIn('{{payment.pix_code}}', { ...sms, trigger: 'pix.generated' })).toMatchObject([
    { tone: 'old', applyFix: '{{order.pix_code}}' },
  ]);
  expect(tagsIn('{{qualquer.coisa}}', { ...sms, trigger: 'lead.created' })).toMatchObject([{ tone: 'unchecked' }]);
});
