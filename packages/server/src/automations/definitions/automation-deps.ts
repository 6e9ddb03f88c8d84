import type { Locale, Mode } from '@retoma/flow';
import type { MailThread } from '../../providers/channels/email/thread/mail-thread.ts';
import type { Database } from '../../base/postgres/pool.ts';

/**
 * Dependencies of saving automations. `by`, `userId`: who saves; absent: the command line. `mailThread`: compiles the e-mails that are
 * published; absent: they are only checked.
 */
export type Automations = {
  db: Database;
  mode: Mode;
  mailThread?: Pick<MailThread, 'compile'>;
  locale?: Locale;
  by?: string;
  userId?: string;
};
