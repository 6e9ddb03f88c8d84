// AUT8: a queued e-mail is claimed under a lease, sent, then deleted. If a worker dies in between, the e-mail is sent again: a duplicate is
// better than none.
import { accountMailText, isAccountMailKind, type AccountMailDetails } from '../audit/account-mails.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../db/pool.ts';
import { accountMailClaim, accountMailDelete } from '../db/queries/auth/account-mails.ts';
import type { SendMail } from '../platform/service-mail.ts';

const batch = 50;
const leaseMs = 60_000;

type SendingParts = {
  readonly db: Database;
  readonly clock: Clock;
  readonly mail: SendMail;
  readonly baseUrl: () => string;
};

/** Sends due e-mails about accounts; returns how many. If no server accepts one, it is retried later, for up to three days. */
export async function sendAccountMails(
  { db, clock, mail, baseUrl }: SendingParts,
  signal: AbortSignal,
): Promise<number> {
  let sent = 0;
  let failure: unknown;
  for (;;) {
    const due = await accountMailClaim(db, { now: clock(), leaseMs, limit: batch });
    for (const { mailId, recipient, kind, details } of due) {
      if (signal.aborted) return sent;
      if (isAccountMailKind(kind)) {
        const text = accountMailText(kind, details as AccountMailDetails, `${baseUrl()}/panel`);
        const error = await mail({ to: recipient, ...text }).then(
          () => undefined,
          (error: unknown) => error ?? new Error('no reason'),
        );
        if (error !== undefined) {
          failure = error;
          continue;
        }
      }
      await accountMailDelete(db, mailId);
      sent++;
    }
    if (due.length < batch) break;
  }
  // Error messages of mail servers may contain addresses: only the code is logged.
  if (failure !== undefined) throw new Error(`an e-mail about an account was not sent: ${smtpCode(failure)}`);
  return sent;
}

function smtpCode(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : 'unknown';
}
