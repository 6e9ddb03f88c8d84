import { describe, expect, test } from 'vitest';
import { check, delay, end, flowOf, played, sms, whatsapp } from '../testing/build-flow.ts';

const of = (parentId: string) => ({ parentId });
const paid = [{ at: 5, set: { 'order.status': 'PAID' } }];

describe('the flat format', () => {
  test('[SEM3] [RUN3] a step with parentId runs if and only if its branch matched', () => {
    const flow = flowOf([
      check('one', { paid: undefined, pending: undefined }),
      sms('thanks', of('one-paid')),
      whatsapp('remind', of('one-pending')),
      sms('trunk'),
    ]);
    expect(played(flow)).toEqual(['0 one matched one-pending', '0 remind sent', '0 trunk sent', 'completed']);
  });

  test('[SEM3] [RUN3] a step that is left out leaves out its onNext, and has no entry', () => {
    const flow = flowOf([
      check('one', { paid: undefined }),
      delay(5, { ...of('one-paid'), onNext: [sms('a')] }),
      sms('b'),
    ]);
    expect(played(flow)).toEqual(['0 one no_match', '0 b sent', 'completed']);
  });

  test('[SEM3] [RUN3] the lowest-index condition with the branch wins, not the latest', () => {
    const shared = (id: string, status: string) => ({
      type: 'condition' as const,
      id,
      branches: [{ id: 'same', conditions: [{ field: 'payment_status', operator: '=', value: status }] as const }],
    });
    const flow = flowOf([shared('one', 'pending'), delay(10), shared('two', 'paid'), sms('a', of('same'))]);
    expect(played(flow)).toContain('10 a sent');
    const turned = flowOf([shared('one', 'paid'), delay(10), shared('two', 'paid'), sms('a', of('same'))]);
    const lines = played(turned, { changes: paid });
    expect(lines).toContain('10 two matched same');
    expect(lines).not.toContain('10 a sent');
  });

  test('[SEM3] [RUN3] reusing a parentId after a later condition re-runs steps of the first', () => {
    const flow = flowOf([
      check('one', { pending: undefined }),
      sms('a', of('one-pending')),
      check('two', { paid: undefined }),
      sms('b', of('one-pending')),
    ]);
    expect(played(flow).slice(0, -1)).toEqual(['0 one matched one-pending', '0 a sent', '0 two no_match', '0 b sent']);
  });

  test('[RUN3] a step before its condition, or of a branch that does not exist, never runs', () => {
    const flow = flowOf([
      sms('early', of('one-pending')),
      check('one', { pending: undefined }),
      sms('lost', of('nowhere')),
    ]);
    expect(played(flow)).toEqual(['0 one matched one-pending', 'completed']);
  });

  test('[SEM5] [RUN3] a condition always runs, regardless of its parentId', () => {
    const sub = { ...check('two', { pending: undefined }), ...of('one-paid') };
    const flow = flowOf([check('one', { paid: undefined, pending: undefined }), sub, sms('a', of('two-pending'))]);
    expect(played(flow).slice(1)).toEqual(['0 two matched two-pending', '0 a sent', 'completed']);
  });

  test('[SEM6] [SEM8] nextId and drawn lines change nothing', () => {
    const flow = flowOf([{ ...sms('a'), nextId: 'c' }, sms('b'), { ...sms('c'), nextId: 'a' }]);
    expect(played(flow)).toEqual(['0 a sent', '0 b sent', '0 c sent', 'completed']);
  });

  test('[RUN3] parentId inside a nested list means nothing', () => {
    const flow = flowOf([delay(1, { onNext: [sms('a', of('nowhere'))] })]);
    expect(played(flow)).toContain('1 a sent');
  });

  test('[RUN3] an end with parentId ends only runs in that branch', () => {
    const flow = flowOf([check('one', { paid: undefined, pending: undefined }), end(of('one-paid')), sms('b')]);
    expect(played(flow)).toEqual(['0 one matched one-pending', '0 b sent', 'completed']);
  });
});
