import { html, type Html } from '../html.ts';
import { mailAddress, phoneAddress, webAddress } from '../links.ts';
import type { Locale } from '../locale.ts';
import { styleElement } from '../style.ts';
import { texts } from '../texts.ts';
import type { StoreView } from '../view.ts';
import { icons } from './icons.ts';

/** The document around every view: head, the store's name above, who sells below. */
export function page(locale: Locale, title: string, store: StoreView | undefined, content: Html): string {
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex,nofollow" />
        <meta name="referrer" content="same-origin" />
        <meta name="format-detection" content="telephone=no" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${styleElement}
      </head>
      <body>
        ${store && storeHeader(locale, store)} ${content} ${store && storeFooter(locale, store)}
      </body>
    </html> `.toString();
}

function storeHeader(locale: Locale, { name }: StoreView): Html {
  return html`<header class="store">
    <div>
      <span class="initial" aria-hidden="true">${initialOf(locale, name)}</span>
      <span class="name">${name}</span>
      <span class="secure">${icons.lock}<span>${texts[locale].secure}</span></span>
    </div>
  </header>`;
}

/** The first letter as a person sees it, which may be several code points. */
function initialOf(locale: Locale, name: string): string | undefined {
  const [first] = new Intl.Segmenter(locale).segment(name.trim());
  return first?.segment.toUpperCase();
}

/** Who sells, as far as it is known. */
function storeFooter(locale: Locale, { legalName, document, address }: StoreView): Html | undefined {
  const facts = [legalName, document && documentText(locale, document), address].filter(Boolean);
  return facts.length > 0 ? html`<footer>${facts.join('\u00a0· ')}</footer>` : undefined;
}

/** `12345678000195` → `CNPJ 12.345.678/0001-95`. A CNPJ may hold letters. */
function documentText(locale: Locale, document: string): string {
  const bare = document.replace(/[.\-/\s]/g, '').toUpperCase();
  const cnpj = /^([\dA-Z]{2})([\dA-Z]{3})([\dA-Z]{3})([\dA-Z]{4})(\d{2})$/.exec(bare);
  if (cnpj) return `CNPJ ${cnpj[1]}.${cnpj[2]}.${cnpj[3]}/${cnpj[4]}-${cnpj[5]}`;
  const cpf = /^(\d{3})(\d{3})(\d{3})(\d{2})$/.exec(bare);
  return cpf ? `CPF ${cpf[1]}.${cpf[2]}.${cpf[3]}-${cpf[4]}` : `${texts[locale].document} ${document}`;
}

/** "Back to the store": to the address of the request, else to the store's own; nothing where neither is a web address. */
export function backButton(
  locale: Locale,
  store: StoreView | undefined,
  backUrl: string | undefined,
): Html | undefined {
  const address = webAddress(backUrl) ?? webAddress(store?.url);
  return address === undefined ? undefined : html`<a class="button" href="${address}">${texts[locale].back}</a>`;
}

/** The ways to reach the store that are known and can be linked to. */
export function contactList(locale: Locale, store: StoreView): Html | undefined {
  const { name, email, phone, url } = store;
  const ways = [
    { icon: icons.mail, text: email, address: mailAddress(email) },
    { icon: icons.phone, text: phone, address: phoneAddress(phone) },
    { icon: icons.shop, text: url?.replace(/^https?:\/\/|\/$/gi, ''), address: webAddress(url) },
  ].filter(({ address }) => address !== undefined);
  if (ways.length === 0) return undefined;
  const rows = ways.map(({ icon, text, address }) => html`<li><a href="${address}">${icon}${text}</a></li>`);
  return html`<section class="contact">
    <h2>${texts[locale].contact(name)}</h2>
    <ul>
      ${rows}
    </ul>
  </section>`;
}
