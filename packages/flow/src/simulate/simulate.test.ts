import { describe, expect, test } from 'vitest';
import { delay, email, flowOf, played, scenarioOf, sms, whatsapp } from '../testing/build-flow.ts';
import { eventsOf } from './events.ts';
import { formatTimeline } from './format-timeline.ts';
import { simulate } from './simulate.ts';

describe('the result', () => {
  const flow = flowOf([
    whatsapp('hi', { data: { type: 'text', message: 'Oi, {{customer.name}}: {{order.total}}' } }),
    delay(30),
    sms('later'),
  ]);

  test('[RUN15] has exactly the format of the command line', () => {
    expect(JSON.stringify(simulate(flow, scenarioOf()))).toBe(
      '{"outcome":"completed","at":30,"trace":[' +
        '{"at":0,"thread":"main","path":"steps[0]","id":"hi","type":"action","outcome":"sent"},' +
        '{"at":0,"thread":"main","path":"steps[1]","id":"wait-30","type":"delay","outcome":"waits","until":30},' +
        '{"at":30,"thread":"main","path":"steps[2]","id":"later","type":"action","outcome":"sent"}],' +
        '"messages":[' +
        '{"at":0,"step":"hi","pass":1,"channel":"whatsapp","to":"+5511987654321","content":{"type":"text","message":"Oi, Ana: R$ 129,90"}},' +
        '{"at":30,"step":"later","pass":1,"channel":"sms","to":"+5511987654321","content":{"message":"later"}}]}',
    );
  });

  test('[RUN5] a message that delivery would refuse is not sent, for the same reason', () => {
    const media = (id: string, data: object): ReturnType<typeof whatsapp> => whatsapp(id, { data });
    const cases = [
      [sms('sms', { data: { message: '{{order.number}}' } }), 'EMPTY_MESSAGE'],
      [media('text', { type: 'text', message: ' {{order.number}}\n' }), 'EMPTY_MESSAGE'],
      [media('otp', { type: 'button-otp', code: '{{order.number}}' }), 'EMPTY_MESSAGE'],
      ...['image', 'video', 'audio', 'document'].map((type) => [
        media(type, { type, [type]: '{{order.items.first.image}}' }),
        'INVALID_ADDRESS',
      ]),
      [media('link', { type: 'link', linkUrl: '{{customer.name}}' }), 'INVALID_ADDRESS'],
      [
        media('choice', { type: 'button-actions', message: 'Oi', choices: ['Ver|url:{{store.url}}'] }),
        'INVALID_ADDRESS',
      ],
      [
        media('call', { type: 'button-actions', message: 'Oi', choices: ['Ligar|call:{{store.phone}}'] }),
        'EMPTY_BUTTON',
      ],
      [
        email('mail', {
          data: { remetente_nome: 'Loja', remetente_email: 'a@b.co', subject: 'Oi!', html: '{{order.number}}' },
        }),
        'EMPTY_MESSAGE',
      ],
    ] as [ReturnType<typeof sms>, string][];
    const { trace, messages } = simulate(flowOf(cases.map(([step]) => step)), scenarioOf());
    expect(messages).toEqual([]);
    expect(
      trace.map((entry) => (entry.type === 'action' && entry.outcome === 'failed' ? entry.reason : entry)),
    ).toEqual(cases.map(([, reason]) => reason));
  });

  test('[RUN5] a message with a PIX code is not sent once the code has expired, one without it is', () => {
    const link = whatsapp('link', { data: { type: 'text', message: 'Gere outro: {{order.domain}}' } });
    const code = whatsapp('code', { data: { type: 'text', message: '{{order.pix_code}}' } });
    const qr = email('qr', {
      data: { remetente_nome: 'Loja', remetente_email: 'a@b.co', subject: 'Oi!', html: '<p>{{order.pix_qr_code}}</p>' },
    });
    const order = { pix_code: '000201', pix_expires_at: '2026-03-10T12:30:00Z' };
    const context = { customer: { phone: '+5511987654321', email: 'a@b.example' }, order };
    const scenario = scenarioOf({ start: '2026-03-10T12:00:00Z', context });
    const late = [{ ...code, id: 'late' }, link, { ...qr, id: 'late-qr' }];
    const flow = flowOf([code, qr, delay(30), ...late]);
    expect(simulate(flow, scenario).trace.flatMap((entry) => (entry.type === 'action' ? [entry.outcome] : []))).toEqual(
      ['sent', 'sent', 'failed', 'sent', 'failed'],
    );
    const renewed = { at: 10, set: { 'order.pix_expires_at': '2026-03-11T12:00:00Z' } };
    expect(simulate(flow, { ...scenario, changes: [renewed] }).messages).toHaveLength(5);
  });

  test('[TAG1] the current year is that of the instant, in the time zone of the store', () => {
    const yearly = flowOf([whatsapp('year', { data: { type: 'text', message: '{{current_year}}' } })]);
    const scenario = scenarioOf({ start: '2026-01-01T01:00:00Z' });
    expect(simulate(yearly, scenario, { timeZone: 'America/Sao_Paulo' }).messages[0]!.content).toMatchObject({
      message: '2025',
    });
    expect(simulate(yearly, scenario, { timeZone: 'UTC' }).messages[0]!.content).toMatchObject({ message: '2026' });
  });

  test('[SEM11] [TAG1] replaces metatags at the moment of sending', () => {
    const twice = flowOf([flow.steps[0]!, delay(30), { ...flow.steps[0]!, id: 'again' }]);
    const changes = [{ at: 10, set: { 'customer.name': 'Bia', 'order.total': 5000 } }];
    const contents = simulate(twice, scenarioOf({ changes })).messages.map(
      ({ content }) => (content as { message: string }).message,
    );
    expect(contents).toEqual(['Oi, Ana: R$ 129,90', 'Oi, Bia: R$ 50,00']);
  });

  test('[TAG2] has every template of a message rendered, each in its kind of text', () => {
    const step = whatsapp('menu', {
      data: {
        type: 'button-actions',
        message: '{{customer.name}}',
        buttonActions: [
          {
            id: '{{customer.name}}',
            type: 'URL',
            label: 'Ir, {{customer.name}}',
            url: 'https://x.example/?n={{customer.name}}',
          },
        ],
        extra: { note: '{{customer.name}}' },
      },
    });
    const mail = email('mail', {
      data: {
        remetente_nome: 'Loja',
        remetente_email: 'oi@loja.example',
        subject: '{{customer.name}}',
        html: '<b>{{customer.name}}</b>',
      },
    });
    const context = { customer: { name: 'A&B\r\nc', phone: '+55', email: 'a@b.example' } };
    const [menu, html] = simulate(flowOf([step, mail]), scenarioOf({ context })).messages;
    expect(menu?.content).toEqual({
      type: 'button-actions',
      message: 'A&B\r\nc',
      buttonActions: [
        { id: '{{customer.name}}', type: 'URL', label: 'Ir, A&B\r\nc', url: 'https://x.example/?n=A%26B%0D%0Ac' },
      ],
      extra: { note: '{{customer.name}}' },
    });
    expect(html?.content).toMatchObject({ subject: 'A&Bc', html: '<b>A&amp;B\r\nc</b>' });
  });

  test('identifies a step without an id by its path', () => {
    const { id: _, ...nameless } = sms('x') as { id?: string };
    const answer = simulate(flowOf([nameless as never]), scenarioOf());
    expect([answer.trace[0]?.id, answer.messages[0]?.step]).toEqual([null, 'steps[0]']);
  });
});

describe('the scenario', () => {
  test('[RUN11] NO_RECIPIENT: no recipient; the lead is the fallback for the customer', () => {
    const flow = flowOf([whatsapp('a'), email('b'), sms('c')]);
    expect(played(flow, { context: {} })).toEqual([
      '0 a failed NO_RECIPIENT',
      '0 b failed NO_RECIPIENT',
      '0 c failed NO_RECIPIENT',
      'completed',
    ]);
    const { messages } = simulate(flow, scenarioOf({ context: { lead: { phone: '+5521', email: 'l@x.example' } } }));
    expect(messages.map(({ to }) => to)).toEqual(['+5521', 'l@x.example', '+5521']);
  });

  test.each([
    [160, 'sent'],
    [161, 'failed SMS_TOO_LONG'],
  ])('[RUN5] [SEM10] an SMS of %i characters after expansion: %s', (length, outcome) => {
    const flow = flowOf([sms('a', { data: { message: '{{customer.name}}' } })]);
    const context = { customer: { name: '🧡'.repeat(length), phone: '+55' } };
    expect(played(flow, { context })[0]).toBe(`0 a ${outcome}`);
  });

  test('messages are identified by id or path, and pass counts the sends of the step', () => {
    const loop = { type: 'loop', id: 'l', maxIterations: 2, steps: [sms('a')] } as const;
    expect(played(flowOf([loop]), { messages: [{ step: 'steps[0].steps[0]', pass: 2, fail: 'X' }] })).toContain(
      '0 a failed X',
    );
    expect(played(flowOf([loop]), { messages: [{ step: 'a', pass: 3, fail: 'X' }] })).not.toContain('0 a failed X');
    const { messages } = simulate(flowOf([loop]), scenarioOf({ messages: [{ step: 'a', pass: 1, fail: 'X' }] }));
    expect(messages.map(({ pass }) => pass)).toEqual([2]);
  });

  test('every entry that matches a send applies', () => {
    const flow = flowOf([email('a', { onOpen: [sms('o')], onClickLink: [sms('c')] })]);
    const messages = [
      { step: 'a', click: 5 },
      { step: 'steps[0]', open: 2 },
    ];
    expect(played(flow, { messages }).filter((line) => line.includes('starts'))).toHaveLength(2);
  });

  test('changes apply at their minute, in any input order; the last of one instant counts', () => {
    const flow = flowOf([
      delay(10),
      { type: 'condition', id: 'c', field: 'customer.state', operator: '=', value: 'SP', if_true: [] },
    ]);
    const set = (at: number, value: string) => ({ at, set: { 'customer.state': value } });
    expect(played(flow, { changes: [set(10, 'RJ'), set(5, 'MG'), set(10, 'SP')] })[1]).toBe('10 c matched if_true');
    expect(played(flow, { changes: [set(11, 'SP')] })[1]).toBe('10 c matched if_false');
  });

  test('[RUN18] a change implies its event, which can match stopOn', () => {
    const flow = flowOf([delay(60), sms('a')], { stopOn: ['payment.confirmed'] });
    expect(played(flow, { changes: [{ at: 59, set: { 'order.status': 'PAID' } }] })).toEqual([
      '0 wait-60 waits 60',
      'ended',
    ]);
    expect(played(flow, { changes: [{ at: 60, set: { 'order.status': 'PAID' } }] })).toEqual([
      '0 wait-60 waits 60',
      'ended',
    ]);
    expect(played(flow, { changes: [{ at: 59, set: { 'order.status': 'FAILED' } }] }).at(-1)).toBe('completed');
  });

  test('[COM2] each change implies its event', () => {
    const events = (before: object, after: object) => eventsOf(before, after);
    expect(events({}, { order: { status: 'PAID' } })).toEqual(['payment.confirmed']);
    expect(events({ order: { status: 'PAID' } }, { order: { status: 'PAID' } })).toEqual([]);
    expect(events({}, { order: { status: 'failed' } })).toEqual(['payment.failed']);
    expect(events({}, { order: { pix_code: '1' } })).toEqual(['pix.generated']);
    expect(events({}, { order: { boleto_line: '1' } })).toEqual(['boleto.generated']);
    expect(events({}, { cart: { abandonedAt: '2026-01-01' } })).toEqual(['cart.abandoned']);
    expect(events({ lead: { phone: '1' } }, { lead: { phone: '2' } })).toEqual([]);
    expect(events({}, { lead: { email: 'a' } })).toEqual(['lead.created']);
    expect(events({ tracking: { code: 'A' } }, { tracking: { code: 'B' } })).toEqual(['tracking_code_updated']);
  });

  test('[RUN18] quiet hours delay sends, in the store’s time zone', () => {
    const flow = flowOf([sms('a')], { quietHours: { from: '12:00', to: '13:30' } });
    expect(played(flow)).toEqual(['90 a sent', 'completed']);
    expect(simulate(flow, scenarioOf(), { timeZone: 'America/Manaus' }).at).toBe(0);
  });

  test('a flow of thirty days is simulated without waiting', () => {
    const flow = flowOf(Array.from({ length: 30 }, (_, day) => ({ ...delay(1440), id: `day-${day}` })));
    expect(simulate(flow, scenarioOf()).at).toBe(29 * 1440);
  });
});

describe('the formatted timeline', () => {
  const flow = flowOf([
    whatsapp('oi', { onResponse: [sms('resposta')] }),
    {
      type: 'condition',
      id: 'conferir',
      field: 'payment_status',
      operator: '=',
      value: 'paid',
      if_false: [delay(1530)],
    },
    sms('fim'),
  ]);
  const answer = simulate(
    flow,
    scenarioOf({
      messages: [
        { step: 'oi', reply: 2.5 },
        { step: 'fim', fail: 'NO_CONNECTION' },
      ],
    }),
  );

  test('in Portuguese', () => {
    expect(formatTimeline(answer)).toBe(
      [
        '   00:00  oi         WhatsApp → +5511987654321: “oi”',
        '   00:00  conferir   segue pelo ramo if_false',
        '   00:00  wait-1530  espera 1 d 1 h 30 min, até 1d 01:30',
        '00:02:30  oi           o cliente respondeu',
        '00:02:30  resposta     SMS → +5511987654321: “resposta”',
        '1d 01:30  fim        não enviada: NO_CONNECTION',
        'Concluída. 2 mensagens enviadas.',
        '',
      ].join('\n'),
    );
  });

  test('in English', () => {
    expect(formatTimeline(answer, 'en')).toContain('\nCompleted. 2 messages sent.');
    const stopped = simulate(
      { ...flow, settings: { stopOn: 'payment.confirmed' } },
      scenarioOf({ changes: [{ at: 1, set: { 'order.status': 'PAID' } }] }),
    );
    expect(formatTimeline(stopped, 'en')).toContain('Ended by an event (stopOn). 1 message sent.');
  });

  test('of a run without entries', () => {
    expect(formatTimeline({ outcome: 'failed', reason: 'X', at: 0, trace: [], messages: [] })).toBe(
      'Falhou: X. 0 mensagens enviadas.\n',
    );
  });
});
