import { sendNames, type ActionStep, type Step } from '../definition/step.ts';

/**
 * The outputs of an action as the specification's DEF10 names them, with the member that holds each (COP5). `next` is also that
 * of a delay, `repeat` (ours) what a retry or loop repeats.
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

/** The outputs that a step offers: a message has handlers only for what its channel reports (specification DEF4). */
export function outputHandlesOf(step: Step): readonly ActionOutputHandle[] {
  if (step.type === 'action') return hasOutputs(step) ? outputs[step.name] : ['next'];
  if (step.type === 'delay') return ['next'];
  return step.type === 'retry' || step.type === 'loop' ? ['repeat'] : [];
}

const hasOutputs = (step: ActionStep): step is ActionStep & { name: keyof typeof outputs } =>
  sendNames.some((name) => name === step.name);
