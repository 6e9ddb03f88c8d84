import { inboxProvider, type Inbox } from './inbox.ts';
import type { Providers } from './provider.ts';

/** Every provider of every channel. `inbox` is where the sandbox ones deliver. */
export function openProviders(inbox: Inbox): Providers {
  const sandbox = inboxProvider(inbox);
  return { whatsapp: { sandbox }, email: { sandbox }, sms: { sandbox } };
}
