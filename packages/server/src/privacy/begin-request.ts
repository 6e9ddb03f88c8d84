import { personRequestBegin } from '../db/queries/privacy/privacy-requests.ts';
import { newId } from '../platform/ids.ts';
import { personKeysOf, requestHash, type ContactRequest, type PersonKeys, type PersonRefusal } from './contact-keys.ts';
import type { PeopleParts } from './privacy-deps.ts';

/** A request about a person's data. `by`: who requests it, for the record. */
export type PersonRequest = { readonly storeId: string; readonly person: ContactRequest; readonly by: string };

/** Why a request is refused. */
export type RefusedRequest = { ok: false; code: PersonRefusal | 'STORE_NOT_FOUND' };

/** COM8: records a request before it is carried out. */
export async function beginRequest(
  { db, clock, contactSecret }: PeopleParts,
  kind: 'erase' | 'export',
  { storeId, person, by }: PersonRequest,
): Promise<{ ok: true; requestId: string; keys: PersonKeys } | RefusedRequest> {
  const named = personKeysOf(person);
  if (!named.ok) return named;
  const contactHash = requestHash(contactSecret, storeId, named.keys);
  const request = { requestId: newId(storeId), storeId, kind, contactHash, requestedBy: by, at: clock() };
  const requestId = await personRequestBegin(db, request);
  return requestId === undefined ? { ok: false, code: 'STORE_NOT_FOUND' } : { ok: true, requestId, keys: named.keys };
}
