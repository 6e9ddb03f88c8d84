import { html } from '../html.ts';
import { texts } from '../texts/texts.ts';
import type { ProcessingView } from '../view.ts';
import type { StateContext, StatePart } from './checkout.ts';
import { icons } from './icons.ts';
import { contactRow, linkRows } from './page.ts';

/** Nothing to do but wait. Without a script a link looks again, beside the refresh by itself. */
export function processing({ making }: ProcessingView, { view, locale }: StateContext): StatePart {
  const { processing: text } = texts[locale];
  const title = making ? text.makingTitle : text.title;
  return {
    title,
    waits: true,
    content: html`<div class="seal">${icons.clock}</div>
      <h1>${title}</h1>
      <p class="status" role="status"><span class="dot"></span><span>${making ? text.makingLead : text.lead}</span></p>
      <noscript><a class="button" href="/pay/${view.checkoutId}">${text.refresh}</a></noscript>
      ${linkRows([contactRow(locale, view.store)])}`,
  };
}
