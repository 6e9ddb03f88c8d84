import { describe, expect, test } from 'vitest';
import type { Flow } from '../definition/flow.ts';
import { walkFlow } from '../definition/walk.ts';
import { counter } from '../testing/arbitrary-operation.ts';
import { check, delay, email, end, flowOf, loop, retry, sms, statusIs, whatsapp } from '../testing/build-flow.ts';
import { applyOperations } from './history/apply.ts';
import type { Placement } from './placement.ts';

const yesNo = { type: 'condition', id: 'yes-no', conditions: [statusIs('paid')] } as const;
const flow: Flow = flowOf([
  delay(5),
  check('pay', { paid: [], pending: [sms('first'), whatsapp('second')] }),
  email('mail'),
  retry([sms('tried')]),
  loop([]),
  yesNo,
  end(),
]);

/** The path of a new step, or the code of the refusal. */
function placed(placement: Placement): string {
  const applied = applyOperations(flow, [{ op: 'create_step', step: sms('new'), ...placement }], counter());
  if (!applied.ok) return applied.code;
  return [...walkFlow(applied.flow)].find(({ step }) => step.id === 'new')!.path;
}

describe('[COP5] the position of a new step', () => {
  test.each<[string, Placement, string]>([
    ['first of the main flow', {}, 'steps[0]'],
    ['first, after the root', { afterNodeId: 'trigger-0' }, 'steps[0]'],
    ['in the main flow', { afterNodeId: 'mail' }, 'steps[3]'],
    ['start of an empty branch', { conditionNodeId: 'pay', branchId: 'pay-paid' }, 'steps[1].branches[0].steps[0]'],
    ['start of a branch', { conditionNodeId: 'pay', branchId: 'pay-pending' }, 'steps[1].branches[1].steps[0]'],
    [
      'middle of a branch',
      { conditionNodeId: 'pay', branchId: 'pay-pending', afterNodeId: 'first' },
      'steps[1].branches[1].steps[1]',
    ],
    [
      'end of a branch',
      { conditionNodeId: 'pay', branchId: 'pay-pending', afterNodeId: 'second' },
      'steps[1].branches[1].steps[2]',
    ],
    ['in a branch by the step before alone', { afterNodeId: 'first' }, 'steps[1].branches[1].steps[1]'],
    ['yes', { conditionNodeId: 'yes-no', branchId: 'if_true' }, 'steps[5].if_true[0]'],
    ['reply', { actionNodeId: 'first', actionOutputHandle: 'reply' }, 'steps[1].branches[1].steps[0].onResponse[0]'],
    [
      'no reply',
      { actionNodeId: 'second', actionOutputHandle: 'no_reply' },
      'steps[1].branches[1].steps[1].onNoReply[0]',
    ],
    ['next', { actionNodeId: 'mail', actionOutputHandle: 'next' }, 'steps[2].onNext[0]'],
    ['open', { actionNodeId: 'mail', actionOutputHandle: 'open' }, 'steps[2].onOpen[0]'],
    ['click', { actionNodeId: 'mail', actionOutputHandle: 'click_link' }, 'steps[2].onClickLink[0]'],
    ['next of a delay', { actionNodeId: 'wait-5', actionOutputHandle: 'next' }, 'steps[0].onNext[0]'],
    ['what a loop repeats', { actionNodeId: 'loop', actionOutputHandle: 'repeat' }, 'steps[4].steps[0]'],
  ])('%s', (_, placement, path) => expect(placed(placement)).toBe(path));

  test.each<[string, Placement, string]>([
    ['an unknown step', { afterNodeId: 'nobody' }, 'UNKNOWN_STEP'],
    ['an unknown branch', { conditionNodeId: 'pay', branchId: 'nobody' }, 'UNKNOWN_BRANCH'],
    ['a branch of what is not a condition', { conditionNodeId: 'mail', branchId: 'pay-paid' }, 'NOT_A_CONDITION'],
    ['a condition without its branch', { conditionNodeId: 'pay' }, 'UNCLEAR_PLACE'],
    ['an output without its action', { actionOutputHandle: 'reply' }, 'UNCLEAR_PLACE'],
    [
      'a branch and the root',
      { conditionNodeId: 'pay', branchId: 'pay-paid', afterNodeId: 'trigger-0' },
      'UNCLEAR_PLACE',
    ],
    [
      'two lists',
      { conditionNodeId: 'pay', branchId: 'pay-paid', actionNodeId: 'mail', actionOutputHandle: 'next' },
      'UNCLEAR_PLACE',
    ],
    [
      'a step of another branch',
      { conditionNodeId: 'pay', branchId: 'pay-paid', afterNodeId: 'first' },
      'ANCHOR_ELSEWHERE',
    ],
    ['behind an end', { afterNodeId: 'end' }, 'AFTER_END'],
    [
      'an output that the channel does not have',
      { actionNodeId: 'mail', actionOutputHandle: 'reply' },
      'NO_SUCH_OUTPUT',
    ],
    ['an output of a condition', { actionNodeId: 'pay', actionOutputHandle: 'next' }, 'NO_SUCH_OUTPUT'],
  ])('refused: %s', (_, placement, code) => expect(placed(placement)).toBe(code));
});
