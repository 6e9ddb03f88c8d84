import { sendNames, type ActionStep, type Step } from '../steps/step.ts';

/**
 * The outputs of an action by their names in the specification's DEF10, and the member of each (COP5). A delay has `next` too; `repeat`
 * (ours) is the list of a retry or loop.
 */
export const actionOutputHandles = {
  reply: 'onResponse',
  next: 'onNext',
  open: 'onOpen',
  click_link: 'onClickLink',
  no_reply: 'onNoReply',
  repeat: 'steps',
} as const;

/** The name of an output of a step. */
export type ActionOutputHandle = keyof typeof actionOutputHandles;

const outputs = {
  send_whatsapp: ['next', 'reply', 'no_reply'],
  send_sms: ['next', 'reply', 'no_reply'],
  send_email: ['next', 'open', 'click_link'],
} as const satisfies Record<(typeof sendNames)[number], readonly ActionOutputHandle[]>;

/** The outputs that a step offers. A message has handlers only for reactions that its channel reports (specification DEF4). */
export function outputHandlesOf(step: Step): readonly ActionOutputHandle[] {
  if (step.type === 'action') return hasOutputs(step) ? outputs[step.name] : ['next'];
  if (step.type === 'delay') return ['next'];
  return step.type === 'retry' || step.type === 'loop' ? ['repeat'] : [];
}

const hasOutputs = (step: ActionStep): step is ActionStep & { name: keyof typeof outputs } =>
  sendNames.some((name) => name === step.name);
