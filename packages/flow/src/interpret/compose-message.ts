import { textMembersOf } from '../channels/texts.ts';
import { limits } from '../definition/limits.ts';
import type { SendStep } from '../definition/step.ts';
import type { Channel } from '../definition/trigger.ts';
import type { MetatagSource } from '../metatags/read.ts';
import { compileTemplate, render, type RenderOptions, type Template } from '../metatags/render.ts';
import { channelOf } from '../steps/action/advance.ts';
import { lengthOf } from '../validate/members.ts';
import { recipientOf, valueAt, withValue } from './data.ts';

/** A message ready for its provider, or why there is none (C5, C11). */
export type ComposedMessage =
  | { readonly ok: true; readonly channel: Channel; readonly to: string; readonly content: SendStep['data'] }
  | { readonly ok: false; readonly reason: 'NO_RECIPIENT' | 'SMS_TOO_LONG' };

/**
 * Makes the message of a step from the data of this moment (X11): `content` is the step's `data` with every metatag replaced.
 * An SMS of more than 160 characters after that is not sent.
 */
export function composeMessage(step: SendStep, source: MetatagSource, options: RenderOptions): ComposedMessage {
  const channel = channelOf[step.name];
  const to = recipientOf(channel, source);
  if (to === null) return { ok: false, reason: 'NO_RECIPIENT' };
  let rendered: unknown = step.data;
  for (const { way, template } of textsOf(step)) rendered = withValue(rendered, way, render(template, source, options));
  // Only texts were replaced by texts.
  const content = rendered as SendStep['data'];
  if (channel === 'sms' && lengthOf(String(valueAt(content, 'message'))) > limits.sms.max) {
    return { ok: false, reason: 'SMS_TOO_LONG' };
  }
  return { ok: true, channel, to, content };
}

/** A template and the way to it from `data`. */
type Text = { readonly way: readonly string[]; readonly template: Template };

const compiled = new WeakMap<SendStep, readonly Text[]>();

/** The templates of a step, compiled once: a version of an automation sends the same ones many times. */
function textsOf(step: SendStep): readonly Text[] {
  const known = compiled.get(step);
  if (known) return known;
  const texts = textMembersOf(step).map(({ member, text, kind }) => ({
    way: member.match(/[^.[\]]+/g) ?? [],
    template: compileTemplate(text, kind),
  }));
  compiled.set(step, texts);
  return texts;
}
