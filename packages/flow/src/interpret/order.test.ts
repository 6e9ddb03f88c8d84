import { describe, expect, test } from 'vitest';
import { check, delay, email, end, flowOf, loop, played, retry, sms, whatsapp } from '../testing/build-flow.ts';

describe('the order of a run', () => {
  test('[SEM1] [RUN2] lists run in index order', () => {
    expect(played(flowOf([whatsapp('a'), whatsapp('b'), whatsapp('c')]))).toEqual([
      '0 a sent',
      '0 b sent',
      '0 c sent',
      'completed',
    ]);
  });

  test('[SEM2] [RUN2] onNext runs before the next sibling, and its delays block', () => {
    const flow = flowOf([
      whatsapp('a', { onNext: [delay(5), whatsapp('b')] }),
      delay(1, { onNext: [sms('c')] }),
      sms('d'),
    ]);
    expect(played(flow)).toEqual([
      '0 a sent',
      '0 wait-5 waits 5',
      '5 b sent',
      '5 wait-1 waits 6',
      '6 c sent',
      '6 d sent',
      'completed',
    ]);
  });

  test('[RUN2] a nested branch runs, then the sibling after the condition', () => {
    const flow = flowOf([check('is', { pending: [whatsapp('a')], paid: [whatsapp('b')] }), whatsapp('c')]);
    expect(played(flow)).toEqual(['0 is matched is-pending', '0 a sent', '0 c sent', 'completed']);
  });

  test('[SEM4] only the first matching branch runs; without a match the flow continues', () => {
    const twice = check('is', { PENDING: [whatsapp('a')], pending: [whatsapp('b')] });
    expect(played(flowOf([twice]))).toEqual(['0 is matched is-PENDING', '0 a sent', 'completed']);
    expect(played(flowOf([check('is', { paid: [whatsapp('a')] }), sms('b')]))).toEqual([
      '0 is no_match',
      '0 b sent',
      'completed',
    ]);
  });

  test('[SEM4] rules combine with AND unless the branch specifies OR', () => {
    const rules = [
      { field: 'payment_status', operator: '=', value: 'pending' },
      { field: 'payment_method', operator: '=', value: 'boleto' },
    ] as const;
    const condition = (operator?: 'AND' | 'OR') =>
      flowOf([
        { type: 'condition', id: 'c', branches: [{ id: 'b', conditions: rules, ...(operator && { operator }) }] },
      ]);
    expect(played(condition())[0]).toBe('0 c no_match');
    expect(played(condition('AND'))[0]).toBe('0 c no_match');
    expect(played(condition('OR'))[0]).toBe('0 c matched b');
  });

  test('[SEM4] the two older shapes run if_true or if_false, which may be absent', () => {
    const rule = { field: 'payment_status', operator: '=', value: 'pending' } as const;
    const simple = flowOf([{ type: 'condition', id: 'c', ...rule, if_true: [sms('a')], if_false: [sms('b')] }]);
    expect(played(simple)).toEqual(['0 c matched if_true', '0 a sent', 'completed']);
    const composite = flowOf([
      { type: 'condition', id: 'c', conditions: [{ ...rule, operator: '!=' }], if_true: [sms('a')] },
    ]);
    expect(played(composite)).toEqual(['0 c matched if_false', 'completed']);
  });

  test('[SEM7] [RUN4] an end stops every thread, timer and listener at once', () => {
    const flow = flowOf([
      whatsapp('a', { onResponse: [delay(10), sms('late')], onNoReply: [sms('never')] }),
      delay(5),
      end(),
      sms('after'),
    ]);
    expect(played(flow, { messages: [{ step: 'a', reply: 1 }] })).toEqual([
      '0 a sent',
      '0 wait-5 waits 5',
      '1 onResponse@steps[0]#1 a starts onResponse',
      '1 onResponse@steps[0]#1 wait-10 waits 11',
      '5 end ended',
      'ended',
    ]);
  });

  test('[SEM7] [RUN4] an end in a handler stops the main thread', () => {
    const flow = flowOf([whatsapp('a', { onResponse: [end()] }), delay(5), sms('b')]);
    expect(played(flow, { messages: [{ step: 'a', reply: 5 }] }).slice(2)).toEqual([
      '5 onResponse@steps[0]#1 a starts onResponse',
      '5 onResponse@steps[0]#1 end ended',
      'ended',
    ]);
  });

  test('[SEM9] [RUN9] webhook and create_coupon are recorded as skipped, and their onNext runs', () => {
    const flow = flowOf([
      { type: 'action', id: 'hook', name: 'webhook', onNext: [sms('a')] },
      { type: 'action', id: 'coupon', name: 'create_coupon', onResponse: [sms('never')] },
    ]);
    expect(played(flow, { messages: [{ step: 'coupon', reply: 1 }] })).toEqual([
      '0 hook skipped UNIMPLEMENTED_ACTION',
      '0 a sent',
      '0 coupon skipped UNIMPLEMENTED_ACTION',
      'completed',
    ]);
  });
});

describe('threads', () => {
  test('[RUN1] the main thread never waits for handlers', () => {
    const flow = flowOf([whatsapp('a', { onResponse: [delay(60), sms('b')] }), delay(5), sms('c')]);
    expect(played(flow, { messages: [{ step: 'a', reply: 2 }] })).toEqual([
      '0 a sent',
      '0 wait-5 waits 5',
      '2 onResponse@steps[0]#1 a starts onResponse',
      '2 onResponse@steps[0]#1 wait-60 waits 62',
      '5 c sent',
      '62 onResponse@steps[0]#1 b sent',
      'completed',
    ]);
  });

  test('[RUN1] a handler fires at most once per message sent, but once for each message', () => {
    const flow = flowOf([loop([email('a', { onOpen: [sms('b')] }), delay(5)], { maxIterations: 2 })]);
    const lines = played(flow, {
      messages: [
        { step: 'a', open: 1 },
        { step: 'a', open: 2 },
      ],
    });
    expect(lines.filter((line) => line.includes('starts'))).toEqual([
      '1 onOpen@steps[0].steps[0]#1 a starts onOpen',
      '6 onOpen@steps[0].steps[0]#2 a starts onOpen',
    ]);
  });

  test('[RUN1] a handler’s thread is not inside the retry that encloses its action', () => {
    const flow = flowOf([retry([whatsapp('a', { onResponse: [sms('b', { onNext: [sms('c')] })] }), delay(5)])]);
    expect(
      played(flow, {
        messages: [
          { step: 'a', reply: 1 },
          { step: 'b', fail: 'REFUSED' },
        ],
      }).slice(3),
    ).toEqual([
      '1 onResponse@steps[0].steps[0]#1 a starts onResponse',
      '1 onResponse@steps[0].steps[0]#1 b failed REFUSED',
      '1 onResponse@steps[0].steps[0]#1 c sent',
      '5 retry succeeded',
      'completed',
    ]);
  });

  test('[RUN10] the order at one instant: changes, then reply, open and click, then no-reply timers, then threads', () => {
    const flow = flowOf([
      email('a', { onOpen: [check('open', { paid: [] })], onClickLink: [check('click', { paid: [] })] }),
      whatsapp('b', { onResponse: [sms('c')] }),
      sms('d', { onNoReply: [check('none', { paid: [] })] }),
      delay(1440),
      check('main', { paid: [] }),
    ]);
    const messages = [
      { step: 'b', reply: 1440 },
      { step: 'a', click: 1440, open: 1440 },
    ];
    const changes = [{ at: 1440, set: { 'order.status': 'PAID' } }];
    expect(played(flow, { messages, changes }).slice(4)).toEqual([
      '1440 onOpen@steps[0]#1 a starts onOpen',
      '1440 onOpen@steps[0]#1 open matched open-paid',
      '1440 onClickLink@steps[0]#1 a starts onClickLink',
      '1440 onClickLink@steps[0]#1 click matched click-paid',
      '1440 onResponse@steps[1]#1 b starts onResponse',
      '1440 onResponse@steps[1]#1 c sent',
      '1440 onNoReply@steps[2]#1 d starts onNoReply',
      '1440 onNoReply@steps[2]#1 none matched none-paid',
      '1440 main matched main-paid',
      'completed',
    ]);
  });

  test('[RUN10] threads whose wait is over continue in order of their creation', () => {
    const flow = flowOf([
      whatsapp('a', { onResponse: [delay(9), sms('third')] }),
      email('b', { onOpen: [delay(8), sms('second')] }),
      delay(5),
      { ...delay(5), id: 'again' },
      sms('first'),
    ]);
    const messages = [
      { step: 'a', reply: 1 },
      { step: 'b', open: 2 },
    ];
    const sent = played(flow, { messages }).filter((line) => line.startsWith('10'));
    // The reply came first, so its thread was created first.
    expect(sent.map((line) => line.split(' ').at(-2))).toEqual(['first', 'third', 'second']);
  });
});

describe('listeners', () => {
  const flow = flowOf([whatsapp('a', { onResponse: [sms('yes')], onNoReply: [sms('no')] })]);

  test('[RUN8] onNoReply fires 24 hours after sending', () => {
    expect(played(flow)).toEqual([
      '0 a sent',
      '1440 onNoReply@steps[0]#1 a starts onNoReply',
      '1440 onNoReply@steps[0]#1 no sent',
      'completed',
    ]);
  });

  test('[RUN8] a reply before it cancels onNoReply', () => {
    expect(played(flow, { messages: [{ step: 'a', reply: 1440 }] }).slice(1)).toEqual([
      '1440 onResponse@steps[0]#1 a starts onResponse',
      '1440 onResponse@steps[0]#1 yes sent',
      'completed',
    ]);
  });

  test('[RUN8] after onNoReply has fired, a later reply does not fire onResponse', () => {
    expect(played(flow, { messages: [{ step: 'a', reply: 1441 }] }).slice(1)).toEqual([
      '1440 onNoReply@steps[0]#1 a starts onNoReply',
      '1440 onNoReply@steps[0]#1 no sent',
      'completed',
    ]);
  });

  test('[RUN8] a reply cancels onNoReply also without onResponse', () => {
    const only = flowOf([whatsapp('a', { onNoReply: [sms('no')] })]);
    expect(played(only, { messages: [{ step: 'a', reply: 3 }] })).toEqual(['0 a sent', 'completed']);
  });

  test.each([
    [10_080, true],
    [10_081, false],
  ])('[RUN8] an open after %i minutes is accepted: %s', (open, accepted) => {
    const opened = flowOf([email('a', { onOpen: [sms('b')] })]);
    expect(played(opened, { messages: [{ step: 'a', open }] }).length === 4).toBe(accepted);
  });

  test('[RUN8] a refused message has no listeners', () => {
    expect(played(flow, { messages: [{ step: 'a', fail: 'REFUSED', reply: 1 }] })).toEqual([
      '0 a failed REFUSED',
      'completed',
    ]);
  });

  test('[RUN8] an empty list has no listener', () => {
    const empty = flowOf([whatsapp('a', { onResponse: [] })]);
    expect(played(empty, { messages: [{ step: 'a', reply: 1 }] })).toEqual(['0 a sent', 'completed']);
  });
});
