// AUT8: a queued e-mail is claimed under a lease, sent, then deleted. If a worker dies in between, the e-mail is sent again: a duplicate is
// better than none.
import { accountMailText, isAccountMailKind, type QueuedMailDetails } from '../../members/audit/account-mails.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { accountMailClaim, accountMailDelete, type DueAccountMail } from '../../members/queries/account-mails.ts';
import { userEmails } from '../../members/queries/users.ts';
import type { SendMail } from '../../base/service-mail.ts';

const batch = 50;
const leaseMs = 60_000;

type AccountMailDeps = {
  readonly db: Database;
  readonly usersDb: Database;
  readonly clock: Clock;
  readonly mail: SendMail;
  readonly baseUrl: () => string;
};

type DueMail = DueAccountMail & { readonly details: QueuedMailDetails };

/** Sends due e-mails about accounts; returns how many. If no server accepts one, it is retried later, for up to three days. */
export async function sendAccountMails(
  { db, usersDb, clock, mail, baseUrl }: AccountMailDeps,
  signal: AbortSignal,
): Promise<number> {
  let sent = 0;
  let failure: unknown;
  for (;;) {
    const due = (await accountMailClaim(db, { now: clock(), leaseMs, limit: batch })) as DueMail[];
    const emails = await userEmails(usersDb, due.flatMap(usersIn));
    for (const { mailId, recipientId, recipient, kind, details } of due) {
      if (signal.aborted) return sent;
      const to = recipient ?? emails.get(recipientId);
      if (isAccountMailKind(kind) && to !== undefined) {
        const { byId, aboutId, ...values } = details;
        const named = { ...values, by: emails.get(byId) ?? null, about: emails.get(aboutId) ?? null };
        const error = await mail({ to, ...accountMailText(kind, named, `${baseUrl()}/panel`) }).then(
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
  if (failure !== undefined) throw new Error(`account e-mail not sent: ${smtpCode(failure)}`);
  return sent;
}

/** The users of an e-mail: who gets it, and whom its text names. */
const usersIn = ({ recipientId, details }: DueMail): (string | null)[] => [recipientId, details.byId, details.aboutId];

function smtpCode(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : 'unknown';
}
