import { z } from 'zod';
import { brokenBy } from '../json-api.ts';
import type { AccountVerified } from '../provider.ts';
import type { CallStripe } from './api.ts';

const Account = z.object({
  id: z.string(),
  settings: z
    .object({ dashboard: z.object({ display_name: z.string().nullish() }) })
    .nullish()
    .catch(null),
});

/** Looks up the account of the secret key, which moves no money. `account` is its display name, or its id. */
export async function verifyAccount(api: CallStripe, signal: AbortSignal): Promise<AccountVerified> {
  const response = await api({ method: 'GET', path: '/v1/account' }, signal);
  if (response.outcome !== 'answered') return { outcome: 'unreachable', reason: response.reason };
  const { status, body } = response;
  const broken = brokenBy(status);
  if (broken) return { outcome: 'refused', reason: broken.reason };
  const account = status === 200 ? Account.safeParse(body).data : undefined;
  if (!account) return { outcome: 'unreachable', reason: `HTTP_${status}` };
  return { outcome: 'ok', account: account.settings?.dashboard.display_name || account.id };
}
