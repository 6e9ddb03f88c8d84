import { defineTexts } from '../texts.ts';
import type { Locale } from '../locale.tsx';

/** Who stopped messages to a contact: the source of the consent, and the member who recorded it. */
export type OptOut = { source: string; author: string | null; at: string };

/** Texts that say who stopped messages to a contact. */
export const optOutTexts = defineTexts(
  {
    byMember: (author: string, at: string) => `${author} parou as mensagens em ${at}.`,
    team: (at: string) => `A loja parou as mensagens em ${at}.`,
    checkout: (at: string) => `A própria pessoa escolheu não receber, na página de pagamento, em ${at}.`,
    'unsubscribe page': (at: string) => `A própria pessoa se descadastrou em ${at}.`,
    'one-click': (at: string) => `A própria pessoa se descadastrou pelo programa de e-mail em ${at}.`,
    reply: (at: string) => `A própria pessoa respondeu pedindo para parar em ${at}.`,
    provider: (at: string) => `O provedor avisou em ${at} que a pessoa não quer mais receber.`,
    complaint: (at: string) => `A própria pessoa marcou como spam em ${at}.`,
    erasure: (at: string) => `Os dados da pessoa foram apagados em ${at}.`,
  },
  {
    byMember: (author, at) => `${author} stopped the messages on ${at}.`,
    team: (at) => `The store stopped the messages on ${at}.`,
    checkout: (at) => `The person chose to get none, on the payment page, on ${at}.`,
    'unsubscribe page': (at) => `The person unsubscribed on ${at}.`,
    'one-click': (at) => `The person unsubscribed in the e-mail program on ${at}.`,
    reply: (at) => `The person replied on ${at} to stop them.`,
    provider: (at) => `The provider reported on ${at} that the person wants no more messages.`,
    complaint: (at) => `The person marked a message as spam on ${at}.`,
    erasure: (at) => `The data of the person were erased on ${at}.`,
  },
);

const sources = ['checkout', 'unsubscribe page', 'one-click', 'reply', 'provider', 'complaint', 'erasure'] as const;

/** One sentence: who stopped messages to a contact, how and when. */
export function describeOptOut(
  { source, author, at }: OptOut,
  locale: Locale,
  instant: (at: string) => string,
): string {
  const t = optOutTexts[locale];
  const when = instant(at);
  if (author !== null) return t.byMember(author, when);
  const known = sources.find((one) => one === source);
  return known ? t[known](when) : t.team(when);
}
