import type { WhatsappTemplate } from '@retoma/flow';
import type { WhatsappMessage } from '../read-message.ts';
import { refuse, type Composed } from '../gateway-format.ts';
import { composeFreely, type Envelope } from './free-form.ts';
import { composeTemplate } from './template.ts';

/**
 * A message as the Cloud API is asked to send it. Behind the 24 hours that is the step's template; where it is unknown whether they are
 * over, too, since a template always arrives. Without one the message goes as it is where it may.
 */
export function compose(
  { message, template }: { readonly message: WhatsappMessage; readonly template: WhatsappTemplate | null },
  envelope: Envelope,
  windowOpen: boolean | undefined,
): Composed {
  if (windowOpen ?? !template) return composeFreely(message, envelope);
  return template ? composeTemplate(message, template, envelope) : refuse('WINDOW_CLOSED');
}
