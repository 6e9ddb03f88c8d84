import { localized, type Localized } from '@retoma/commerce';

/**
 * What a webhook contained and could not be used:
 * - `rejected_signature`: the webhook was not proved to be the provider's, so nothing of it was read.
 * - `unknown_kind`: a kind of message or event that this release does not know. `shape`: its name.
 * - `unknown_status`: a status word that this release does not know. `shape`: the word.
 * - `empty_message`: a message without content, such as one that the phone could not decrypt.
 * - `unmatched_reply`: a reply that belongs to no one: its sender has no known phone, and it names no message of ours.
 * - `wrong_time`: an update that is too old, too far ahead or without an instant. `shape`: the kind of update, and which of the three.
 */
export type ObservationCode =
  'rejected_signature' | 'unknown_kind' | 'unknown_status' | 'empty_message' | 'unmatched_reply' | 'wrong_time';

/** The text of each code, for owners and developers. */
const texts: Readonly<Record<ObservationCode, Localized>> = {
  rejected_signature: localized(
    'Avisos recusados: assinatura ou endereço errado',
    'Webhooks rejected: wrong signature or address',
  ),
  unknown_kind: localized('Mensagens de um tipo desconhecido', 'Messages of an unknown kind'),
  unknown_status: localized('Situações desconhecidas', 'Unknown statuses'),
  empty_message: localized('Mensagens sem conteúdo', 'Messages without content'),
  unmatched_reply: localized('Respostas de remetente desconhecido', 'Replies from unknown senders'),
  wrong_time: localized('Avisos com data errada', 'Updates with a wrong time'),
};

/** An observation and its count as text: `Mensagens de um tipo desconhecido (pollMessage): 3`. */
export function describeObservation(
  { code, shape, count }: { readonly code: string; readonly shape: string; readonly count: number },
  locale: keyof Localized,
): string {
  const text = Object.hasOwn(texts, code) ? texts[code as ObservationCode][locale] : code;
  return `${text}${shape && ` (${shape})`}: ${count}`;
}

/** An observation of a webhook. `shape`: names of the provider's protocol only, never a value of the webhook. */
export type Observation = { readonly kind: 'observation'; readonly code: ObservationCode; readonly shape: string };

/** The names of a protocol's kinds and statuses: no digits of a phone, no address, no spaces. */
const protocolName = /^(?!.*\d{3})[A-Za-z][\w.:-]{0,59}$/;

/** An observation of one kind, status or event of the provider. The name is `other` where the text may be more than a name of a protocol. */
export const observed = (code: ObservationCode, name = ''): Observation => ({
  kind: 'observation',
  code,
  shape: name === '' || protocolName.test(name) ? name : 'other',
});
