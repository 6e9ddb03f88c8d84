import { isWithinMetatagLimit } from '../channels/html-limits.ts';
import { withShortLinks } from '../channels/short-links.ts';
import { textMembersOf } from '../steps/action/texts.ts';
import { limits } from '../members/limits.ts';
import type { SendStep } from '../steps/step.ts';
import type { Channel } from '../members/trigger.ts';
import { isMjml } from '../metatags/render/mjml.ts';
import type { MetatagSource } from '../metatags/render/read.ts';
import { compileTemplate, render, renderSlots, type RenderOptions, type Template } from '../metatags/render/render.ts';
import { withSlots } from '../metatags/render/slots.ts';
import { channelOf } from '../steps/action/send.ts';
import { lengthOf } from '../members/raw.ts';
import { recipientOf, valueAt, withValue } from './data.ts';

/** An e-mail's MJML before its values are inserted, so that it is compiled to HTML once for all messages of a version. */
export type MjmlParts = {
  /** The MJML with slots instead of metatags; the same string for every message of a step. */
  readonly template: string;
  /** The escaped values that `fillSlots` inserts into the HTML. */
  readonly values: readonly string[];
};

/** A message ready for its provider, or why there is none (RUN5, RUN11). `mjml`: only for an e-mail in MJML. */
export type ComposedMessage =
  | {
      readonly ok: true;
      readonly channel: Channel;
      readonly to: string;
      readonly content: SendStep['data'];
      readonly mjml?: MjmlParts;
    }
  | { readonly ok: false; readonly reason: 'NO_RECIPIENT' | (typeof tooLong)[Channel] };

/** Why a message is not sent whose texts are longer than its channel takes. */
const tooLong = {
  whatsapp: 'TEXT_TOO_LONG',
  email: 'EMAIL_TOO_LARGE',
  sms: 'SMS_TOO_LONG',
} as const satisfies Record<Channel, string>;

/** No channel takes a message with more texts, such as labels of buttons; each of them costs a copy of their list. */
const textLimit = 500;

/** Options for composing a message. `shorten`: returns a short address for one in an SMS; absent: addresses are not shortened. */
export type ComposeOptions = RenderOptions & { readonly shorten?: (address: string) => string };

/**
 * Composes the message of a step from the current data (SEM11): `content` is the step's `data` with every metatag replaced. A message that
 * exceeds a limit, of an SMS with its addresses shortened, is not sent (RUN5, TAG5).
 */
export function composeMessage(step: SendStep, source: MetatagSource, options: ComposeOptions): ComposedMessage {
  const channel = channelOf[step.name];
  const to = recipientOf(channel, source);
  if (to === null) return { ok: false, reason: 'NO_RECIPIENT' };
  let rendered: unknown = step.data;
  const { texts, mjml, isRenderable } = textsOf(step);
  if (texts.length > textLimit || !isRenderable) return { ok: false, reason: tooLong[channel] };
  let left = limits.rendered[channel];
  for (const { way, template } of texts) {
    const full = render(template, source, options, left);
    const max = channel === 'whatsapp' ? textMax(step, way) : Infinity;
    const text =
      full.length > max && template.lists > 0 ? withShorterLists(template, source, options, { max, left }) : full;
    left -= text.length;
    if (left < 0) return { ok: false, reason: tooLong[channel] };
    rendered = withValue(rendered, way, text);
  }
  if (channel === 'sms' && options.shorten) {
    const template = String(valueAt(step.data, 'message'));
    const text = withShortLinks(String(valueAt(rendered, 'message')), template, source, options.shorten);
    rendered = withValue(rendered, ['message'], text);
  }
  // The type holds, since only texts were replaced by texts.
  const content = rendered as SendStep['data'];
  if (channel !== 'email' && isTooLong(content, limits[channel].max)) return { ok: false, reason: tooLong[channel] };
  if (!mjml) return { ok: true, channel, to, content };
  const values = renderSlots(mjml.template, source, options);
  return { ok: true, channel, to, content, mjml: { template: mjml.slotted, values } };
}

/** TAG5: the longest text of a WhatsApp message in which lists are whole, in UTF-16 units. */
function textMax({ data }: SendStep, [member = '']: readonly string[]): number {
  const { max, caption, parameter } = limits.whatsapp;
  if (member === 'template') return parameter;
  return 'type' in data && (data.type === 'image' || data.type === 'video') ? caption : max;
}

/** A text of at most `max` units, if shorter lists can make it so; the room is divided evenly among its lists. */
function withShorterLists(
  template: Template,
  source: MetatagSource,
  options: RenderOptions,
  { max, left }: { max: number; left: number },
): string {
  const text = (listLimit: number): string => render(template, source, { ...options, listLimit }, left);
  const shortest = text(0);
  const available = Math.floor((max - shortest.length) / template.lists);
  return available > 0 ? text(available) : shortest;
}

/** Whether the text of a WhatsApp message or SMS has more than `max` characters. */
const isTooLong = (content: unknown, max: number): boolean =>
  ['message', 'text'].some((member) => {
    const text = valueAt(content, member);
    return typeof text === 'string' && text.length > max && lengthOf(text) > max;
  });

/** A template and its path in `data`. */
type Text = { readonly way: readonly string[]; readonly template: Template };

/** The texts of a step. `mjml`: the e-mail's visible text if it is MJML, otherwise null. */
type Texts = {
  readonly texts: readonly Text[];
  /** false: a text has more metatags than one is rendered with; it is not compiled. */
  readonly isRenderable: boolean;
  readonly mjml: { readonly template: Template; readonly slotted: string } | null;
};

/** The MJML of a step with slots in place of its metatags; undefined: it is not an e-mail in MJML. */
export const mjmlOf = (step: SendStep): string | undefined => textsOf(step).mjml?.slotted;

const compiled = new WeakMap<SendStep, Texts>();

/** The templates of a step, compiled once: an automation's version sends them many times. */
function textsOf(step: SendStep): Texts {
  const known = compiled.get(step);
  if (known) return known;
  const all = textMembersOf(step);
  const isRenderable = all.every(({ text }) => isWithinMetatagLimit(text));
  const members = (isRenderable ? all : []).map(({ member, text, kind }) => ({
    text,
    kind,
    way: member.match(/[^.[\]]+/g) ?? [],
    template: compileTemplate(text, kind),
  }));
  // `html` comes before `body`, and has precedence.
  const htmlPart = members.find(({ kind, text }) => kind === 'html' && text.trim() !== '');
  const mjml =
    htmlPart && isMjml(htmlPart.text) ? { template: htmlPart.template, slotted: withSlots(htmlPart.template) } : null;
  const texts = { isRenderable, texts: members.map(({ way, template }) => ({ way, template })), mjml };
  compiled.set(step, texts);
  return texts;
}
