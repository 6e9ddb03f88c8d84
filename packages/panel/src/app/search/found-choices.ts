import { describeTrigger } from '../../diagram/cards/step-text.ts';
import { messageTexts, firstWords } from '../../features/automations/runs/message-text.ts';
import { contactName, displayPhone } from '../../features/shop/contact-name.tsx';
import { labels, methodLabelKey } from '../../features/shop/labels.ts';
import type { Formats } from '../../ui/format/formats.ts';
import type { Locale } from '../../ui/locale.tsx';
import type { Choice, SearchAnswer } from './choice.ts';
import { texts } from './texts.ts';

type Shown = { readonly storeId: string; readonly locale: Locale; readonly formats: Formats };

const join = (...parts: readonly (string | null | undefined | false)[]): string => parts.filter(Boolean).join(' · ');

/** What the service found, as choices. */
export function foundChoices(found: SearchAnswer, shown: Shown): Choice[] {
  return [
    ...found.orders.map((row) => orderChoice(row, shown)),
    ...found.people.map((row) => personChoice(row, shown)),
    ...found.checkouts.map((row) => checkoutChoice(row, shown)),
    ...found.automations.map((row) => automationChoice(row, shown)),
    ...found.messages.map((row) => messageChoice(row, shown)),
  ];
}

function orderChoice(row: SearchAnswer['orders'][number], { storeId, locale, formats }: Shown): Choice {
  const t = texts[locale];
  const { orderId, number, person, total, paymentMethod, createdAt } = row;
  const method = methodLabelKey(paymentMethod);
  return {
    id: `order-${orderId}`,
    to: `/${storeId}/orders/${orderId}`,
    icon: 'receipt',
    title: join(number === null ? t.orderPlain : t.order(number), contactName(person)),
    detail: join(total !== null && formats.money(total), method && labels[locale][method], formats.instant(createdAt)),
    subject: { kind: 'orders', row },
  };
}

function personChoice(row: SearchAnswer['people'][number], { storeId, locale }: Shown): Choice {
  const { orderId, checkoutId, runId, name, email, phone } = row;
  const of = orderId ? `orderId=${orderId}` : checkoutId ? `checkoutId=${checkoutId}` : `runId=${runId}`;
  const title = contactName(row) ?? texts[locale].unknown;
  return {
    id: `person-${of}`,
    to: `/${storeId}/customer?${of}`,
    icon: 'person',
    title,
    detail: join(displayPhone(phone) !== title && displayPhone(phone), name !== null && email),
    subject: { kind: 'people', row },
  };
}

function checkoutChoice(row: SearchAnswer['checkouts'][number], { storeId, locale, formats }: Shown): Choice {
  const t = texts[locale];
  const { checkoutId, title, lines, person, total, createdAt } = row;
  return {
    id: `checkout-${checkoutId}`,
    to: `/${storeId}/checkouts/${checkoutId}`,
    icon: 'cart',
    title: join(title || t.cart, contactName(person)),
    detail: join(formats.money(total), lines > 1 && t.moreItems(lines - 1), formats.instant(createdAt)),
    subject: { kind: 'checkouts', row },
  };
}

function automationChoice(row: SearchAnswer['automations'][number], { storeId, locale }: Shown): Choice {
  return {
    id: `automation-${row.automationId}`,
    to: `/${storeId}/automations/${row.automationId}`,
    icon: 'flow',
    title: row.name.trim() || texts[locale].noName,
    detail: describeTrigger(row.triggerEvent, locale).name,
    subject: { kind: 'automations', row },
  };
}

function messageChoice(row: SearchAnswer['messages'][number], { storeId, locale, formats }: Shown): Choice {
  const words = firstWords(row.content);
  const channel = messageTexts[locale].channel[row.channel];
  return {
    id: `message-${row.runId}-${row.message}`,
    to: `/${storeId}/runs/${row.runId}?${new URLSearchParams({ message: row.message })}`,
    icon: row.channel,
    title: words ? `“${words.slice(0, 100).replace(/\s+/g, ' ')}”` : join(channel, row.name),
    detail: join(words && channel, row.automation, formats.instant(row.settledAt ?? row.dueAt)),
    subject: { kind: 'messages', row },
  };
}
