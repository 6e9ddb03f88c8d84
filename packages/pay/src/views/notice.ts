import { html, type Html } from '../html.ts';
import type { Locale } from '../locale.ts';
import { texts } from '../texts.ts';
import type { NoticeKind, NoticeView } from '../view.ts';
import { alertIcon, clockIcon, linkIcon, pauseIcon } from './icons.ts';
import { backButton, contactList, page } from './page.ts';

const icons = {
  'unknown-link': linkIcon,
  'store-inactive': pauseIcon,
  'service-fault': alertIcon,
  expired: clockIcon,
} satisfies Record<NoticeKind, Html>;

/** The page that stands where there is nothing to pay; it keeps the store's name where the store is known. */
export function renderNotice(view: NoticeView, locale: Locale): string {
  const { kind, store, backUrl, requestId } = view;
  const { title, text } = texts[locale].notices[kind];
  const content = html`<div class="page single">
    <main>
      <div class="seal">${icons[kind]}</div>
      <h1>${title}</h1>
      <p class="lead">${text}</p>
      ${backButton(locale, store, backUrl)} ${store && contactList(locale, store)}
      ${requestId && html`<p class="code">${texts[locale].code(requestId)}</p>`}
    </main>
  </div>`;
  return page(locale, store ? `${title} · ${store.name}` : title, store, content);
}
