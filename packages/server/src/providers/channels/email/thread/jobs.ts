import type { MjmlProblem } from '@retoma/flow';
import type { Delivery } from '../../provider.ts';
import type { PageUrls } from '../add-tracking.ts';
import type { DkimKey } from '../build-mime.ts';
import type { DraftedMail, Mail, ThreadProblem } from '../mail.ts';

/** A message of which an e-mail is made. `marks`: the URLs that are the same for all of its links. */
export type MailMessage = Pick<Delivery, 'key' | 'to' | 'content' | 'mjml'> & { readonly marks?: PageUrls };

/** An e-mail to be encoded as MIME. */
export type MailEncoding = { readonly mail: Mail; readonly date: Date; readonly dkim?: DkimKey | undefined };

/** What the thread is asked: to compile MJML, to draft an e-mail, to encode one. */
export type MailJob =
  | { readonly task: 'compile'; readonly text: string }
  | { readonly task: 'draft'; readonly message: MailMessage }
  | { readonly task: 'encode'; readonly encoding: MailEncoding };

type NotDone<Reason> = { readonly ok: false; readonly reason: Reason };

/** The HTML of an MJML text, as a whole document, or why there is none. */
export type Compiled = { readonly ok: true; readonly html: string } | NotDone<MjmlProblem | ThreadProblem>;

/** An e-mail as MIME. */
export type Encoded = { readonly ok: true; readonly bytes: Uint8Array } | NotDone<ThreadProblem>;

/** The answer to a job. */
export type MailAnswer = Compiled | DraftedMail | Encoded;
