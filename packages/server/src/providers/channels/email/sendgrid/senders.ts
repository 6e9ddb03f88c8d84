import { deliveredByStatus, triedAs, type ProviderResponse } from '../../provider-response.ts';
import { objectIn, objectsIn, textIn } from '../../json.ts';
import type { SenderList } from '../../provider.ts';

/** The confirmed senders in the response to `GET /v3/verified_senders`. */
export function sendersIn(answer: ProviderResponse): SenderList {
  if (answer.status !== 200) {
    const tried = triedAs(deliveredByStatus(answer), '');
    return tried.outcome === 'works' ? { outcome: 'unreachable', reason: 'PROVIDER_UNAVAILABLE' } : tried;
  }
  const senders = objectsIn(objectIn(answer.json).results)
    .filter(({ verified }) => verified === true)
    .map(({ from_name: name, from_email: email }) => ({ name: textIn(name), email: textIn(email).toLowerCase() }))
    .filter(({ email }) => /^[^\s@<>]+@[^\s@<>]+$/.test(email));
  return { outcome: 'listed', senders };
}
