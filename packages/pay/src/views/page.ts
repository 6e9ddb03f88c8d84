import { html, trusted, type Html } from '../html.ts';
import { mailAddress, phoneAddress, webAddress } from '../links.ts';
import type { Locale } from '../locale.ts';
import { contentSecurityPolicy } from '../policy.ts';
import { scriptAddress } from '../scripts.ts';
import { pageStyle, type ContentSheet } from '../style.ts';
import { texts } from '../texts/texts.ts';
import type { CardForm, CheckoutView, StoreView } from '../view.ts';
import type { Viewpoint } from '../when.ts';
import { icons } from './icons.ts';

/** A page and the Content-Security-Policy that it needs. */
export type Rendered = { html: string; policy: string };

/** The data of a whole page. */
export type PageFrame = {
  locale: Locale;
  title: string;
  store: StoreView | undefined;
  content: Html;
  /** The style sheets of the content, besides the one of every page. */
  sheets?: readonly ContentSheet[] | undefined;
  /** Whether the page loads our script; notices need none. */
  script?: boolean;
  /** The provider's card fields on the page; the policy then allows the provider's hosts. */
  card?: CardForm | null;
  /** The address of a challenge in a frame of the page. */
  framed?: string | undefined;
  /** Seconds until a page without a script reloads. */
  refreshSeconds?: number | undefined;
};

/** The part of the page for one state. */
export type StatePart = {
  /** The window's title, before the store's name. */
  title: string;
  content: Html;
  /** The style sheets of the content. A state that a waiting page may turn into has those of that page, or is loaded. */
  sheets?: readonly ContentSheet[];
  /** Whether the page waits for updates; `for payment`: it shows none but that money came, since an update replaces what is typed. */
  waits?: boolean | 'for payment';
  /** When a code expires, milliseconds since 1970. */
  expiresAt?: number | null;
  /** The address of a challenge in a frame; such a page does not reload by itself, which would begin the challenge again. */
  framed?: string;
};

/** The input of a state's view. */
export type StateContext = { view: CheckoutView; locale: Locale; at: Viewpoint };

/** The document around every view: head, the store's name above, the seller's data below. */
export function page({
  locale,
  title,
  store,
  content,
  sheets,
  script,
  card,
  framed,
  refreshSeconds,
}: PageFrame): Rendered {
  const style = pageStyle(store, sheets);
  const refresh = html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}" /></noscript>`;
  const document = html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex,nofollow" />
        <meta name="referrer" content="same-origin" />
        <meta name="format-detection" content="telephone=no" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${refreshSeconds !== undefined && refresh} ${style.element} ${script && scriptElement('pay.js')}
        ${card && scriptElement(card.script.file)}
      </head>
      <body>
        ${store && storeHeader(locale, store)} ${content} ${store && storeFooter(locale, store)}
      </body>
    </html> `;
  return { html: document.toString(), policy: contentSecurityPolicy(style.hashes, card, framed) };
}

const scriptElement = (name: string): Html => html`<script type="module" src="${scriptAddress(name)}"></script>`;

function storeHeader(locale: Locale, { name, logo }: StoreView): Html {
  const picture = webAddress(logo);
  const brand = picture
    ? html`<img class="logo" src="${picture}" alt="${name}" width="150" height="32" referrerpolicy="no-referrer" />`
    : html`<span class="initial" aria-hidden="true">${initialOf(locale, name)}</span
        ><span class="name" translate="no">${name}</span>`;
  return html`<header class="store">
    <div>
      ${brand}<span class="secure">${icons.lock}<span>${texts[locale].secure}</span></span>
    </div>
  </header>`;
}

/** The first grapheme of a name in upper case; it may have several code points. */
function initialOf(locale: Locale, name: string): string | undefined {
  const [first] = new Intl.Segmenter(locale).segment(name.trim());
  return first?.segment.toUpperCase();
}

/** The seller's known data and policies, at the end of the page. */
function storeFooter(locale: Locale, store: StoreView): Html | undefined {
  const { name, legalName, document, address } = store;
  const id = document && html`<span class="money">${documentText(locale, document)}</span>`;
  const facts = [legalName ?? (document && name), id, address].filter(Boolean);
  const promises = [
    { text: store.returnsText ?? texts[locale].returns, address: webAddress(store.returnsUrl) },
    { text: store.privacyText ?? texts[locale].privacy, address: webAddress(store.privacyUrl) },
  ].filter(({ address }) => address !== undefined);
  if (facts.length === 0 && promises.length === 0) return undefined;
  const links = promises.map(({ text, address }, index) => html`${index > 0 && ' · '}<a href="${address}">${text}</a>`);
  const both = facts.length > 0 && links.length > 0;
  return html`<footer>
    ${facts.map((fact, index) => html`${index > 0 && '\u00a0· '}${fact}`)}${both && trusted('<br>')}${links}
  </footer>`;
}

/** `12345678000195` → `CNPJ 12.345.678/0001-95`. A CNPJ may hold letters. */
export function documentText(locale: Locale, document: string): string {
  const compact = document.replace(/[.\-/\s]/g, '').toUpperCase();
  const cnpj = /^([\dA-Z]{2})([\dA-Z]{3})([\dA-Z]{3})([\dA-Z]{4})(\d{2})$/.exec(compact);
  if (cnpj) return `CNPJ ${cnpj[1]}.${cnpj[2]}.${cnpj[3]}/${cnpj[4]}-${cnpj[5]}`;
  const cpf = /^(\d{3})(\d{3})(\d{3})(\d{2})$/.exec(compact);
  return cpf ? `CPF ${cpf[1]}.${cpf[2]}.${cpf[3]}-${cpf[4]}` : `${texts[locale].document} ${document}`;
}

/** A button "back to the store": to the request's address, else to the store's; undefined if neither is a web address. */
export function backButton(
  locale: Locale,
  store: StoreView | undefined,
  backUrl: string | undefined,
): Html | undefined {
  const address = webAddress(backUrl) ?? webAddress(store?.url);
  return address === undefined ? undefined : html`<a class="button" href="${address}">${texts[locale].back}</a>`;
}

/** The store's contacts that can be linked, with a heading. */
export function contactList(locale: Locale, store: StoreView): Html | undefined {
  const { name, email, phone, url } = store;
  const contacts = [
    { icon: icons.mail, text: email, address: mailAddress(email) },
    { icon: icons.phone, text: phone, address: phoneAddress(phone) },
    { icon: icons.shop, text: url?.replace(/^https?:\/\/|\/$/gi, ''), address: webAddress(url) },
  ].filter(({ address }) => address !== undefined);
  if (contacts.length === 0) return undefined;
  const rows = contacts.map(({ icon, text, address }) => html`<li><a href="${address}">${icon}${text}</a></li>`);
  return html`<section class="links">
    <h2>${texts[locale].contact(name)}</h2>
    <ul>
      ${rows}
    </ul>
  </section>`;
}

/** Rows of links, such as to another payment method or to the store; undefined without rows. */
export function linkRows(
  rows: readonly ({ icon: Html; text: string; address: string } | false | undefined)[],
): Html | undefined {
  const visible = rows.filter((row) => row !== false && row !== undefined);
  if (visible.length === 0) return undefined;
  return html`<nav class="links">
    ${visible.map(({ icon, text, address }) => html`<a href="${address}">${icon}<span>${text}</span>${icons.chevron}</a>`)}
  </nav>`;
}

/** One row to contact the store: by e-mail, else by phone, else at its address. */
export function contactRow(
  locale: Locale,
  { name, email, phone, url }: StoreView,
): { icon: Html; text: string; address: string } | undefined {
  const address = mailAddress(email) ?? phoneAddress(phone) ?? webAddress(url);
  return address === undefined ? undefined : { icon: icons.mail, text: texts[locale].contact(name), address };
}
