import type { MjmlProblem } from '@retoma/flow';
import type { LinkedHtml } from './add-tracking.ts';

/** Why the thread did not answer: the e-mail takes more time, or more memory, than one e-mail may. */
export type ThreadProblem = 'EMAIL_TIMEOUT' | 'EMAIL_TOO_LARGE';

/** An e-mail before it is encoded as MIME. */
export type Mail = {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Why an e-mail cannot be made. */
export type MailProblem = MjmlProblem | ThreadProblem | 'INVALID_SENDER' | 'INVALID_RECIPIENT' | 'EMPTY_MESSAGE';

/** An e-mail whose links do not have their tracking links yet, or why there is none. */
export type DraftedMail =
  | { readonly ok: true; readonly mail: Omit<Mail, 'html'>; readonly html: LinkedHtml }
  | { readonly ok: false; readonly reason: MailProblem };
