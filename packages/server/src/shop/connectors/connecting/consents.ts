// CON11: consents. What a shop sends back is trusted only with its state, which is unguessable, valid once and bound to store, member and
// typed address. The connection is made when the member's own browser returns: nobody else's consent reaches this store.
import { newToken, tokenHash } from '../../../base/crypto/random-token.ts';
import { seal, unseal } from '../../../base/crypto/seal.ts';
import { isId, newId } from '../../../base/ids.ts';
import type { Database } from '../../../base/postgres/pool.ts';
import type { ConnectorDeps } from '../connector-deps.ts';
import type { AcceptedShop, ConnectMethod, ConnectRefusal, ConsentAnswer, FormInput } from '../connector.ts';
import { findConnector } from '../find-connector.ts';
import {
  platformConsentAccept,
  platformConsentFind,
  platformConsentInsert,
  platformConsentUse,
  type PlatformConsent,
} from '../queries/consents.ts';
import { orUnreachable, trialCalls } from './try-shop.ts';

type ConsentMethod = Extract<ConnectMethod, { kind: 'consent' }>;

/** The member who connects a shop. */
export type Connecting = { readonly storeId: string; readonly userId: string };

/** How long a member has to agree, in milliseconds. */
const consentMs = 30 * 60_000;

/** Where platforms send what came of a consent, and where the member's browser returns to. */
export const returnUrlOf = (baseUrl: string, platform: string): string => `${baseUrl}/connect/${platform}/return`;

/** Begins a consent: the address of the platform's page. */
export async function beginConsent(
  { db, clock, baseUrl, appOf }: ConnectorDeps,
  { storeId, userId }: Connecting,
  { platform, method, index, input }: { platform: string; method: ConsentMethod; index: number; input: FormInput },
): Promise<{ ok: true; url: string } | ConnectRefusal> {
  const consentId = newId(storeId);
  const { token, hash: stateHash } = newToken();
  const url = returnUrlOf(baseUrl, platform);
  const addresses = { app: appOf(platform), callbackUrl: url, returnUrl: url, state: `${consentId}.${token}` };
  const page = method.consentPage(input, addresses);
  if (!page.ok) return page;
  const expiresAt = clock() + consentMs;
  await platformConsentInsert(db, {
    consentId,
    storeId,
    userId,
    platform,
    method: index,
    shop: page.shop,
    stateHash,
    expiresAt,
  });
  return { ok: true, url: page.url };
}

/** A consent that was found by its state, with the method and the database of its store. */
export type FoundConsent = { readonly db: Database; readonly consent: PlatformConsent; readonly method: ConsentMethod };

/** The consent that an answer is about; undefined: none, or it has expired. */
export async function findConsent(
  { storeDb, clock }: { storeDb: (storeId: string) => Database; clock: () => number },
  platform: string,
  answer: ConsentAnswer,
): Promise<FoundConsent | undefined> {
  for (const method of findConnector(platform)?.methods ?? []) {
    const [consentId = '', token = ''] = (method.kind === 'consent' ? method.stateOf(answer) : null)?.split('.') ?? [];
    if (!isId(consentId) || token === '') continue;
    const db = storeDb(consentId.toLowerCase());
    const consent = await platformConsentFind(db, { consentId, stateHash: tokenHash(token), now: clock() });
    if (!consent || consent.platform !== platform) return undefined;
    const begun = findConnector(platform)!.methods[consent.method];
    return begun?.kind === 'consent' ? { db, consent, method: begun } : undefined;
  }
  return undefined;
}

/** Completes a consent once, and keeps the shop that accepted, sealed, for the return of the member's browser. */
export async function completeConsent(
  deps: ConnectorDeps,
  { db, consent, method }: FoundConsent,
  answer: ConsentAnswer,
): Promise<{ ok: true } | ConnectRefusal | { ok: false; code: 'CONSENT_USED' }> {
  const { consentId, platform, shop } = consent;
  if (!(await platformConsentUse(db, consentId, deps.clock()))) return { ok: false, code: 'CONSENT_USED' };
  const call = trialCalls(deps, findConnector(platform)!);
  const pending = {
    shop,
    app: deps.appOf(platform),
    callbackUrl: returnUrlOf(deps.baseUrl, platform),
    call,
    now: deps.clock(),
  };
  const accepted = await orUnreachable(deps, () => method.complete(answer, pending));
  if (!accepted.ok) return accepted;
  const { ok: _, ...kept } = accepted;
  await platformConsentAccept(db, consentId, seal(deps.credentialsKey, consentId, kept));
  return { ok: true };
}

/** The shop that accepted a consent; undefined: none did. */
export const acceptedBy = (
  { credentialsKey }: Pick<ConnectorDeps, 'credentialsKey'>,
  { consentId, accepted }: PlatformConsent,
): AcceptedShop | undefined => (accepted ? (unseal(credentialsKey, consentId, accepted) as AcceptedShop) : undefined);
