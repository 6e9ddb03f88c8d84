import { findMetatags, isAvailable, metatagNamed, triggers, validateTemplate, type Trigger } from '@retoma/flow';
import { expect, test } from 'vitest';
import { blocksFor, blockText, blockPosition, starter } from './blocks.ts';

test('[DEF9] for every trigger the initial e-mail contains only metatags of the trigger', () => {
  for (const trigger of triggers) {
    const text = starter(trigger);
    const { errors } = validateTemplate({ text, trigger, channel: 'email', member: 'html', kind: 'html' });
    expect([trigger, errors]).toEqual([trigger, []]);
  }
  expect(blocksFor('cart.abandoned')).not.toContain('pixQr');
  expect(blockText('pixQr', 'pix.generated')).toContain('<mj-raw>{{order.pix_qr_code}}</mj-raw>');
});

test.each<[Trigger, string, string]>([
  ['pix.generated', 'Pagar com PIX', '{{order.url_pix_gerado}}'],
  ['payment.confirmed', 'Ver pedido', '{{checkout.url}}'],
  ['payment.failed', 'Tentar de novo', '{{checkout.url}}'],
  ['boleto.generated', 'Ver boleto', '{{order.boleto_url}}'],
  ['cart.abandoned', 'Voltar ao carrinho', '{{cart.url_checkout}}'],
  ['lead.created', 'Finalizar compra', '{{lead.url_checkout}}'],
  ['tracking_code_updated', 'Acompanhar entrega', '{{tracking.url}}'],
])('[DEF9] the button of %s has a fitting label, in the initial e-mail and as a block: %s', (trigger, label, href) => {
  for (const text of [starter(trigger), blockText('button', trigger)]) {
    const button = /<mj-button href="([^"]*)"[^>]*>\s*([^<]*?)\s*<\/mj-button>/.exec(text);
    expect(button?.slice(1)).toEqual([href, label]);
  }
});

test('[DEF9] every block contains only metatags of its trigger', () => {
  for (const trigger of triggers) {
    for (const name of blocksFor(trigger)) {
      const text = blockText(name, trigger);
      const unavailable = findMetatags(text).filter(
        (tag) => !tag.wellFormed || !isAvailable(metatagNamed(tag.name)!, trigger, 'email'),
      );
      expect([trigger, name, unavailable]).toEqual([trigger, name, []]);
    }
  }
});

test('a block is inserted after the section of the caret, else at the end of the body', () => {
  const text = starter('pix.generated');
  const first = text.indexOf('</mj-section>') + '</mj-section>\n'.length;
  expect(blockPosition(text, text.indexOf('<mj-image'))).toBe(first);
  const end = text.indexOf('  </mj-body>');
  expect([blockPosition(text, 0), blockPosition(text, text.length)]).toEqual([end, end]);
  expect(blockPosition('<p>Oi</p>', 0)).toBeUndefined();
});

test('[EDT13] the button of a new e-mail, and a new button, have the colours of the store', () => {
  const colours = { fill: '#ffcc00', onFill: '#000000' };
  for (const text of [starter('pix.generated', colours), blockText('button', 'pix.generated', colours)]) {
    expect(text).toMatch(/<mj-button [^>]*background-color="#ffcc00" color="#000000"/);
  }
  expect(starter('pix.generated')).toMatch(/<mj-button [^>]*background-color="#00687D" color="#FFFFFF"/);
});
