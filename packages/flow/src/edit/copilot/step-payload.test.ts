import { describe, expect, test } from 'vitest';
import { flowOf } from '../../testing/build-flow.ts';
import { validateFlow } from '../../validate/validate.ts';
import { stepsOfPayload } from './step-payload.ts';

const sender = { remetente_nome: 'Loja', remetente_email: 'oi@loja.example' };
const image = 'https://loja.example/a.png';
const audio = 'https://loja.example/a.mp3';

/** The data of the steps that a payload becomes, or the code and member of the refusal. */
function made(actionType: string, content: object): unknown {
  const steps = stepsOfPayload({ type: 'action', actionType, label: 'Lembrete', config: { content } }, sender);
  if (!steps.ok) return [steps.code, steps.values['member'] ?? steps.values['type']];
  const structure = validateFlow(flowOf(steps.steps), { mode: 'off' }).structure;
  expect(structure.filter(({ severity }) => severity === 'error')).toEqual([]);
  return steps.steps.map((step) => (step.type === 'action' && step.name === actionType ? step.data : step));
}

describe('[EDT4] the steps that content becomes', () => {
  test.each<[string, object, object[]]>([
    ['send_whatsapp', { type: 'text', text: 'Oi' }, [{ type: 'text', message: 'Oi' }]],
    ['send_whatsapp', { type: 'image', url: image, caption: 'Oi' }, [{ type: 'image', image, message: 'Oi' }]],
    ['send_whatsapp', { type: 'audio', audio }, [{ type: 'audio', audio }]],
    ['send_whatsapp', { type: 'video', url: image }, [{ type: 'video', video: image }]],
    [
      'send_whatsapp',
      { type: 'document', url: image, documentType: 'image/png' },
      [{ type: 'document', document: image, documentType: 'image/png' }],
    ],
    ['send_whatsapp', { type: 'text_image', text: 'Oi', url: image }, [{ type: 'image', image, message: 'Oi' }]],
    [
      'send_whatsapp',
      { type: 'text_audio', text: 'Oi', url: audio },
      [
        { type: 'audio', audio },
        { type: 'text', message: 'Oi' },
      ],
    ],
    [
      'send_whatsapp',
      { type: 'menu', text: 'Precisa de ajuda?', options: ['Sim', { id: 'nao', label: 'Não' }] },
      [
        {
          type: 'button-list',
          message: 'Precisa de ajuda?',
          buttonList: {
            buttons: [
              { id: '1', label: 'Sim' },
              { id: 'nao', label: 'Não' },
            ],
          },
        },
      ],
    ],
    [
      'send_whatsapp',
      { type: 'poll', question: 'Gostou?', options: ['Sim'] },
      [{ type: 'button-list', message: 'Gostou?', buttonList: { buttons: [{ id: '1', label: 'Sim' }] } }],
    ],
    [
      'send_whatsapp',
      { type: 'carousel', cards: [{ url: image, text: 'Um' }, { url: image }] },
      [
        { type: 'image', image, message: 'Um' },
        { type: 'image', image },
      ],
    ],
    ['send_sms', { type: 'text', text: 'Oi' }, [{ message: 'Oi' }]],
    ['send_sms', { type: 'text_image', text: 'Veja:', url: image }, [{ message: `Veja: ${image}` }]],
    [
      'send_email',
      { type: 'email', subject: 'Seu pedido', html: '<p>Oi</p>' },
      [{ ...sender, subject: 'Seu pedido', html: '<p>Oi</p>' }],
    ],
    ['send_email', { type: 'text', subject: 'Oi!', text: 'Olá' }, [{ ...sender, subject: 'Oi!', body: 'Olá' }]],
  ])('%s %j', (actionType, content, data) => expect(made(actionType, content)).toEqual(data));

  test('an e-mail shows an image, escaped', () => {
    const [data] = made('send_email', { type: 'image', subject: 'Oi!', url: `${image}?a="b"`, text: 'A & B' }) as [
      { html: string },
    ];
    expect(data.html).toContain('<p>A &amp; B</p><p><img src="https://loja.example/a.png?a=&quot;b&quot;"');
  });

  test.each<[string, object, unknown[]]>([
    ['send_whatsapp', { type: 'email', subject: 'Oi!', html: 'Oi' }, ['CONTENT_NOT_FOR_ACTION', 'email']],
    ['send_sms', { type: 'menu', options: ['Sim'] }, ['CONTENT_NOT_FOR_ACTION', 'choice']],
    ['send_email', { type: 'poll', options: ['Sim'] }, ['CONTENT_NOT_FOR_ACTION', 'choice']],
    ['send_email', { type: 'email', html: 'Oi' }, ['INVALID_PAYLOAD', 'config.content.subject']],
    ['send_email', { type: 'email', subject: 'Oi!' }, ['INVALID_PAYLOAD', 'config.content.html']],
    ['send_whatsapp', { type: 'gif' }, ['INVALID_PAYLOAD', 'config.content.type']],
    ['send_whatsapp', { type: 'toString' }, ['INVALID_PAYLOAD', 'config.content.type']],
    ['send_whatsapp', { type: 'text' }, ['INVALID_PAYLOAD', 'config.content.text']],
    ['send_whatsapp', { type: 'text', text: ' ' }, ['INVALID_PAYLOAD', 'config.content.text']],
    ['send_whatsapp', { type: 'audio', url: audio, text: 'Oi' }, ['INVALID_PAYLOAD', 'config.content.text']],
    ['send_whatsapp', { type: 'menu', options: [] }, ['INVALID_PAYLOAD', 'config.content.options']],
    ['send_whatsapp', { type: 'menu', options: [1] }, ['INVALID_PAYLOAD', 'config.content.options[0]']],
    ['send_whatsapp', { type: 'carousel', cards: [{ text: 'Oi' }] }, ['INVALID_PAYLOAD', 'config.content.cards[0]']],
  ])('refused: %s %j', (actionType, content, refusal) => expect(made(actionType, content)).toEqual(refusal));
});

describe('[COP4] payloads', () => {
  const steps = (payload: unknown): unknown => {
    const read = stepsOfPayload(payload);
    return read.ok ? read.steps : [read.code, read.values['member'] ?? read.values['name']];
  };
  const rule = { field: 'payment_status', operator: '=', value: 'paid' };
  const delay = (value: unknown, unit: string): object => ({ type: 'delay', config: { value, unit } });

  test.each<[object, unknown]>([
    [delay(30, 'minutes'), [{ type: 'delay', minutes: 30 }]],
    [delay(1.5, 'hours'), [{ type: 'delay', minutes: 90 }]],
    [delay(2, 'days'), [{ type: 'delay', minutes: 2880 }]],
    [
      { type: 'delay', config: { until: { time: '09:00', nextDay: true } } },
      [{ type: 'delay', minutes: 1440, until: { time: '09:00', nextDay: true } }],
    ],
    [
      { type: 'delay', config: { value: 2, unit: 'days', businessHours: true } },
      [{ type: 'delay', minutes: 2880, businessHours: true }],
    ],
    [delay(2, 'weeks'), ['INVALID_PAYLOAD', 'config.unit']],
    [delay('2', 'days'), ['INVALID_PAYLOAD', 'config.value']],
    [delay(0.01, 'hours'), ['INVALID_PAYLOAD', 'config.value']],
    [
      { type: 'condition', label: 'Pagou?', config: { branches: [{ id: 'check1-paid', conditions: [rule] }] } },
      [{ type: 'condition', branches: [{ id: 'check1-paid', conditions: [rule], steps: [] }] }],
    ],
    [
      {
        type: 'condition',
        config: { branches: [{ id: 'a', conditions: [rule], steps: [delay(1, 'hours'), { type: 'end' }] }] },
      },
      [
        {
          type: 'condition',
          branches: [{ id: 'a', conditions: [rule], steps: [{ type: 'delay', minutes: 60 }, { type: 'end' }] }],
        },
      ],
    ],
    [{ type: 'condition', config: { branches: [{ conditions: [rule] }] } }, ['INVALID_PAYLOAD', 'config.branches']],
    [{ type: 'condition', config: { branches: [] } }, ['INVALID_PAYLOAD', 'config.branches']],
    [{ type: 'end', config: {} }, ['INVALID_PAYLOAD', 'type']],
    [{ type: 'action', actionType: 'webhook', config: {} }, ['NOT_PROPOSED', 'webhook']],
    [{ type: 'action', actionType: 'send_pigeon', config: {} }, ['INVALID_PAYLOAD', 'actionType']],
    [{ ...delay(1, 'hours'), minutes: 60 }, ['INVALID_PAYLOAD', 'minutes']],
    [{ type: 'delay' }, ['INVALID_PAYLOAD', 'config']],
    [{ ...delay(1, 'hours'), id: 'novo' }, ['GIVEN_ID', undefined]],
  ])('%j', (payload, expected) => expect(steps(payload)).toEqual(expected));
});
