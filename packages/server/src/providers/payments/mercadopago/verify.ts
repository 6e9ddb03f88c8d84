import { z } from 'zod';
import { brokenBy } from '../json-api.ts';
import type { AccountVerified } from '../provider.ts';
import type { CallMercadopago } from './api.ts';

const User = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  nickname: z.string().optional().catch(undefined),
});

/** Looks up the account of the access token, which moves no money. `account` is its nickname, or its id. */
export async function verifyAccount(api: CallMercadopago, signal: AbortSignal): Promise<AccountVerified> {
  const response = await api({ method: 'GET', path: '/users/me' }, signal);
  if (response.outcome !== 'answered') return { outcome: 'unreachable', reason: response.reason };
  const { status, body } = response;
  // Mercado Pago responds 400 to a malformed token.
  const broken = brokenBy(status === 400 ? 401 : status);
  if (broken) return { outcome: 'refused', reason: broken.reason };
  const user = status === 200 ? User.safeParse(body).data : undefined;
  if (!user) return { outcome: 'unreachable', reason: `HTTP_${status}` };
  return { outcome: 'ok', account: user.nickname ?? user.id };
}
