import { cleanText, withoutAccents } from '@retoma/flow';
import { inboxProvider, type Inbox } from '../../sandbox-inbox.ts';
import { objectIn, textIn } from '../../json.ts';
import type { ChannelProvider } from '../../provider.ts';

/** The sandbox of SMS: it stores the text that a gateway would receive, without accents unless the connection keeps them. */
export const smsSandbox = (inbox: Inbox): ChannelProvider =>
  inboxProvider(inbox, (delivery) => {
    const written = cleanText(textIn(objectIn(delivery.content).message));
    if (written === '') return Promise.resolve({ outcome: 'refused', reason: 'EMPTY_MESSAGE' });
    const message = delivery.settings['removeAccents'] === false ? written : withoutAccents(written);
    return Promise.resolve({ ...delivery, content: { message } });
  });
