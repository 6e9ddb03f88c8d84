import { pixCodeMetatags } from '../metatags/available.ts';
import type { MetatagSource } from '../metatags/render/read.ts';
import { findMetatags } from '../metatags/validate/find.ts';
import { textMembersOf } from '../steps/action/texts.ts';
import type { SendStep } from '../steps/step.ts';

/** RUN5: whether a message shows a PIX code that expired before an instant, in milliseconds since 1970. */
export function codeExpired(step: SendStep, source: MetatagSource, now: number): boolean {
  const expiry = typeof source === 'function' ? source('order.pix_expires_at') : source.order?.['pix_expires_at'];
  const expiresAt = typeof expiry === 'string' ? Date.parse(expiry) : NaN;
  return expiresAt <= now && showsCode(step);
}

const known = new WeakMap<SendStep, boolean>();

function showsCode(step: SendStep): boolean {
  let shows = known.get(step);
  if (shows === undefined) {
    shows = textMembersOf(step).some(({ text }) =>
      findMetatags(text).some((tag) => tag.wellFormed && pixCodeMetatags.has(tag.name)),
    );
    known.set(step, shows);
  }
  return shows;
}
