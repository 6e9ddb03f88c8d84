import { describe, expect, test } from 'vitest';
import type { SendStep } from '../../steps/step.ts';
import { composeMessage } from '../../interpret/compose-message.ts';
import { samples } from '../catalogue/samples.ts';
import type { MetatagData } from './data.ts';
import { compileTemplate, render, renderSlots } from './render.ts';
import { fillSlots, withSlots } from './slots.ts';

const options = { baseUrl: 'https://app.example' };
const hostile = `<b>"'&</b>{{order.total}}retomaSlot0z-->`;
const data: MetatagData = {
  customer: { name: 'Ana', email: 'ana@cliente.example' },
  store: { name: hostile },
  order: { id: '1042', total: 18_990, pix_code: samples.pixCode, items: [{ name: hostile, quantity: 2 }] },
};

describe('slots in place of metatags', () => {
  test.each([
    ['text', '<mjml><mj-body>Oi {{customer.name}}, {{order.total}} {{order.total}}</mj-body></mjml>'],
    ['an attribute', '<mj-button href="https://a.example/{{order.id}}?n={{customer.name}}">x</mj-button>'],
    ['a list', '<mj-text>{{order.items}}</mj-text>'],
    ['a fragment in a column', '<mj-column>{{order.pix_qr_code}}</mj-column>'],
    ['a fragment in a text', '<mj-text>{{order.items_html}}</mj-text>'],
    ['a fragment in mj-raw', '<mj-column><mj-raw>{{order.pix_qr_code}}</mj-raw></mj-column>'],
    ['what is not a metatag', '<mj-text>{{ order.id }} {{order}} {{0}} {{nobody.knows}}</mj-text>'],
  ])('[TAG2] filled slots equal direct rendering: %s', (_, text) => {
    const template = compileTemplate(text, 'html');
    expect(fillSlots(withSlots(template), renderSlots(template, data, options))).toBe(render(template, data, options));
  });

  test('[TAG2] no text of a template or value is read as a slot', () => {
    const template = compileTemplate('<mj-text>retomaSlot0z {{store.name}} {{order.id}}</mj-text>', 'html');
    const slotted = withSlots(template);
    expect(slotted).toBe('<mj-text>0z retomaSlot0z retomaSlot1z</mj-text>');
    expect(fillSlots(slotted, renderSlots(template, data, options))).toContain('{{order.total}}retomaSlot0z');
  });

  const stepOf = (members: { html?: string; body?: string }): SendStep => ({
    type: 'action',
    name: 'send_email',
    data: { remetente_nome: 'Loja', remetente_email: 'a@loja.example', subject: 'Oi!', ...members },
  });

  test('[SEM11] a step’s message has slots if its text is MJML, equal for every message', () => {
    const step = stepOf({ html: ' ', body: '<mjml><mj-body>{{customer.name}}</mj-body></mjml>' });
    const first = composeMessage(step, data, options);
    const second = composeMessage(step, { customer: { name: 'Bia', email: 'bia@cliente.example' } }, options);
    if (!first.ok || !second.ok) throw new Error('not composed');
    expect(second.mjml).toEqual({ template: '<mjml><mj-body>retomaSlot0z</mj-body></mjml>', values: ['Bia'] });
    expect(first.mjml!.template).toBe(second.mjml!.template);
    expect(second.content).toMatchObject({ body: '<mjml><mj-body>Bia</mj-body></mjml>' });
  });

  test.each([[{ html: '<p>{{customer.name}}</p>', body: '<mjml></mjml>' }], [{ body: '{{customer.name}} <mj-text>' }]])(
    '[SEM11] a step’s message has no slots if its text is not MJML: %j',
    (members) => {
      const composed = composeMessage(stepOf(members), data, options);
      expect(composed.ok && composed.mjml).toBe(undefined);
    },
  );
});
