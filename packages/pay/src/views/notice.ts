import { html, type Html } from '../html.ts';
import type { Locale } from '../locale.ts';
import { texts } from '../texts/texts.ts';
import type { NoticeKind, NoticeView } from '../view.ts';
import { icons } from './icons.ts';
import { backButton, contactList, page, type Rendered } from './page.ts';

const seals = {
  'unknown-link': icons.link,
  'store-inactive': icons.pause,
  'service-fault': icons.alert,
  expired: icons.clock,
  'too-many': icons.pause,
  'too-large': icons.alert,
} satisfies Record<NoticeKind, Html>;

/** A page without a payment; it shows the store's name if the store is known. */
export function renderNotice(view: NoticeView, locale: Locale): Rendered {
  const { kind, store, backUrl, requestId } = view;
  const { title, text } = texts[locale].notices[kind];
  const content = html`<div class="page single">
    <main>
      <div class="seal">${seals[kind]}</div>
      <h1>${title}</h1>
      <p class="lead">${text}</p>
      ${backButton(locale, store, backUrl)} ${store && contactList(locale, store)}
      ${requestId && html`<p class="code">${texts[locale].code(requestId)}</p>`}
    </main>
  </div>`;
  return page({ locale, title: store ? `${title} · ${store.name}` : title, store, content });
}
