import type { Locale, Localized } from '@retoma/commerce/locale';
import { visibleMember } from '../channels/email-content.ts';
import { messageReasons, type MessageReason } from '../channels/reasons.ts';
import type { Flow } from '../definition/flow.ts';
import { walkFlow } from '../definition/walk.ts';
import { mjmlOf } from '../interpret/compose-message.ts';
import { isSend } from '../steps/action/send.ts';
import { keysOfPath, toIssue, type Issue } from './issue.ts';

/** An e-mail in MJML of a flow. `mjml`: with slots in place of its metatags, as it is compiled for every recipient. */
export type MjmlDocument = { readonly path: string; readonly mjml: string };

/** The e-mails of a flow that are compiled, in document order. */
export const mjmlDocumentsOf = (flow: Pick<Flow, 'steps'>): MjmlDocument[] =>
  walkFlow(flow).flatMap(({ step, path }) => {
    const mjml = step.type === 'action' && isSend(step) ? mjmlOf(step) : undefined;
    if (mjml === undefined || step.type !== 'action') return [];
    return { path: `${path}.data.${visibleMember(step.data ?? {})}`, mjml };
  });

/** The issue of an e-mail that the compiler refuses for this reason. */
export function contentIssue({ path }: MjmlDocument, reason: MessageReason, locale: Locale): Issue {
  const cause: Localized = messageReasons[reason];
  return toIssue({ keys: keysOfPath(path), code: 'INVALID_CONTENT', values: { cause } }, locale);
}
