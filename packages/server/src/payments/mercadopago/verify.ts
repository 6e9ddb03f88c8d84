import type { AccountVerified } from '../provider.ts';
import type { CallApi } from './api.ts';
import { brokenBy } from './refusal.ts';

/** Looks up the account of the access token, which moves no money. `account` is its nickname, or its id. */
export async function verifyAccount(api: CallApi, accessToken: string, signal: AbortSignal): Promise<AccountVerified> {
  const answer = await api({ method: 'GET', path: '/users/me', accessToken }, signal);
  if (answer.outcome !== 'answered') return { outcome: 'unreachable', reason: answer.reason };
  const { status, body } = answer;
  if (status === 401 || status === 403) return { outcome: 'refused', reason: brokenBy(status).reason };
  // Mercado Pago responds 400 to a malformed token.
  if (status === 400) return { outcome: 'refused', reason: brokenBy(401).reason };
  const { id, nickname } = (status === 200 && typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  if (typeof id !== 'number' && typeof id !== 'string') return { outcome: 'unreachable', reason: `HTTP_${status}` };
  return { outcome: 'ok', account: typeof nickname === 'string' ? nickname : String(id) };
}
