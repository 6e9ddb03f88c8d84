import { expect, test } from 'vitest';
import { describeAccountReason } from '../account-reasons.ts';
import { never, type Tested } from './tested-provider.ts';

/** COM15: an account counts as connected after its provider accepted it. */
export function accountSuite(open: () => Tested): void {
  test('[COM15] an account that the provider accepts is verified, and no payment is created', async () => {
    const { provider, account, count } = open();
    expect(await provider.verify(account, never)).toMatchObject({ outcome: 'ok' });
    expect((await count?.()) ?? 0).toBe(0);
  });

  test('[COM15] an account that it does not accept is refused, for a reason with a text', async () => {
    const { provider, refused } = open();
    if (!refused) return;
    const verified = await provider.verify(refused, never);
    expect(verified).toMatchObject({ outcome: 'refused' });
    const { reason } = verified as { reason: string };
    expect(describeAccountReason(reason, 'pt-BR')).not.toBe(reason);
  });

  test('[COM15] a provider that does not respond is unreachable, and is not awaited after the deadline', async () => {
    const { provider, account, hang, away } = open();
    if (!hang || !away) return;
    expect(await away.verify(account, never)).toMatchObject({ outcome: 'unreachable' });
    const ends = new AbortController();
    const hanging = hang();
    const verifying = provider.verify(account, ends.signal);
    await hanging;
    ends.abort();
    expect(await verifying).toMatchObject({ outcome: 'unreachable' });
  });
}
