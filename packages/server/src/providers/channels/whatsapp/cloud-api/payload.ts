import type { WhatsappTemplate } from '@retoma/flow';
import type { WhatsappMessage } from '@retoma/flow';
import { refuse, type Composed } from '../../gateway-format.ts';
import { composeFreely, type Envelope } from './free-form.ts';
import { composeTemplate } from './template.ts';

/**
 * The requests to the Cloud API that send a message. After the 24-hour window the step's template is sent. If the window is unknown, the
 * template is preferred, since it always arrives. Without a template, the message is sent unless the window is known to be closed.
 */
export function compose(
  { message, template }: { readonly message: WhatsappMessage; readonly template: WhatsappTemplate | null },
  envelope: Envelope,
  windowOpen: boolean | undefined,
): Composed {
  if (windowOpen ?? !template) return composeFreely(message, envelope);
  return template ? composeTemplate(message, template, envelope) : refuse('WINDOW_CLOSED');
}
