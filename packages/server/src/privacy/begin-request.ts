import { personRequestBegin } from './queries/privacy-requests.ts';
import { newId } from '../base/ids.ts';
import {
  keysIn,
  personKeysOf,
  requestHash,
  type PersonKeys,
  type PersonRefusal,
} from '../base/contacts/contact-keys.ts';
import type { PersonChoice } from './identity.ts';
import type { PrivacyDeps } from './privacy-deps.ts';

/** A request about the data of chosen people. `by`: who requests it, for the record. */
export type PersonRequest = { readonly storeId: string; readonly person: PersonChoice; readonly by: string };

/** Why a request is refused. */
export type RefusedRequest = { ok: false; code: PersonRefusal | 'STORE_NOT_FOUND' };

/** COM8: records a request before it is carried out. `keys`: by which the people's rows are searched; they may find other people's too. */
export async function beginRequest(
  { db, clock, contactSecret }: PrivacyDeps,
  kind: 'erase' | 'export',
  { storeId, person, by }: PersonRequest,
): Promise<{ ok: true; requestId: string; keys: PersonKeys[] } | RefusedRequest> {
  const named = keysOfChoice(person);
  if (!named.ok) return named;
  const contactHash = requestHash(contactSecret, storeId, named.keys);
  const request = { requestId: newId(storeId), storeId, kind, contactHash, requestedBy: by, at: clock() };
  const requestId = await personRequestBegin(db, request);
  return requestId === undefined ? { ok: false, code: 'STORE_NOT_FOUND' } : { ok: true, requestId, keys: named.keys };
}

/** The keys by which the rows of chosen people are searched, or why the choice is refused. */
export function keysOfChoice(
  person: PersonChoice,
): { ok: true; keys: PersonKeys[] } | { ok: false; code: PersonRefusal } {
  if ('people' in person) {
    const keys = person.people.map(keysIn);
    const isEmpty = keys.length === 0 || keys.some((one) => Object.values(one).every((value) => value === null));
    return isEmpty ? { ok: false, code: 'CONTACT_REQUIRED' } : { ok: true, keys };
  }
  const named = personKeysOf(person);
  return named.ok ? { ok: true, keys: [named.keys] } : named;
}
