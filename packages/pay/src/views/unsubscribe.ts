import { html } from '../html.ts';
import type { Locale } from '../locale.ts';
import type { StoreView } from '../view.ts';
import { icons } from './icons.ts';
import { contactList, page, type Rendered } from './page.ts';

/** The data of a page about a subscription. `store` is undefined if it was deleted. */
export type UnsubscribeView = {
  store: StoreView | undefined;
  channel: 'whatsapp' | 'email' | 'sms';
  /** `confirm`: the shopper must confirm; `out`: unsubscribed; `back`: subscribed again. */
  state: 'confirm' | 'out' | 'back';
};

const texts = {
  'pt-BR': {
    store: 'esta loja',
    channels: { whatsapp: 'WhatsApp', email: 'e-mail', sms: 'SMS' },
    confirm: {
      title: 'Parar de receber mensagens?',
      text: (store: string, channel: string) => `Você não receberá mais mensagens de ${store} por ${channel}.`,
      button: 'Não quero mais receber',
    },
    out: {
      title: 'Pronto. Você não receberá mais mensagens',
      text: (store: string, channel: string) => `Nada mais será enviado a você por ${channel} em nome de ${store}.`,
      button: 'Foi engano, quero receber',
    },
    back: {
      title: 'Você voltou a receber mensagens',
      text: (store: string, channel: string) => `Você pode receber mensagens de ${store} por ${channel} de novo.`,
      button: 'Não quero mais receber',
    },
  },
  en: {
    store: 'this store',
    channels: { whatsapp: 'WhatsApp', email: 'e-mail', sms: 'SMS' },
    confirm: {
      title: 'Stop receiving messages?',
      text: (store: string, channel: string) => `You will get no more messages from ${store} by ${channel}.`,
      button: 'Stop the messages',
    },
    out: {
      title: 'Done. You will get no more messages',
      text: (store: string, channel: string) => `Nothing more will be sent to you by ${channel} on behalf of ${store}.`,
      button: 'That was a mistake, go on',
    },
    back: {
      title: 'You will get messages again',
      text: (store: string, channel: string) => `You may get messages from ${store} by ${channel} again.`,
      button: 'Stop the messages',
    },
  },
} as const satisfies Record<Locale, unknown>;

/** COM8: the page behind an unsubscribe link, with one button. It never shows the contact of the link. */
export function renderUnsubscribe({ store, channel, state }: UnsubscribeView, locale: Locale): Rendered {
  const text = texts[locale];
  const { title, text: say, button } = text[state];
  const content = html`<div class="page single">
    <main>
      <div class="seal">${icons.mail}</div>
      <h1>${title}</h1>
      <p class="lead">${say(store?.name ?? text.store, text.channels[channel])}</p>
      <form method="post">
        <input type="hidden" name="wish" value="${state === 'out' ? 'back' : 'out'}" />
        <button class="${state === 'confirm' ? 'button' : 'button quiet'}">${button}</button>
      </form>
      ${store && contactList(locale, store)}
    </main>
  </div>`;
  return page({ locale, title: store ? `${title} · ${store.name}` : title, store, content });
}
