import type { Channel } from '@retoma/flow';
import type { ReactNode } from 'react';
import { textIn, type Content } from './content.ts';
import { EmailPreview } from './email-preview.tsx';
import { SmsPreview } from './sms-preview.tsx';
import { WhatsappPreview, type ButtonDisplay } from './whatsapp-preview.tsx';

/** The properties of a preview. */
type MessagePreviewProps = {
  channel: Channel;
  /** The data of the step, or of the message as sent; remaining metatags are shown as chips. */
  content: Content;
  /** When the message was sent, ISO; by default now. */
  at?: string;
  /** How the connection displays buttons; absent if that is unknown, or if the message was sent already. */
  buttons?: ButtonDisplay | undefined;
};

/** A preview of a message as its recipient sees it. Only on pages of a store, because the service renders e-mails. */
export function MessagePreview({ channel, content, at, buttons }: MessagePreviewProps): ReactNode {
  if (channel === 'whatsapp') {
    return <WhatsappPreview content={content} at={at} buttons={buttons} />;
  }
  if (channel === 'sms') return <SmsPreview message={textIn(content, 'message')} />;
  return <EmailPreview content={content} />;
}
