import type { Channel } from '@retoma/flow';
import type { ReactNode } from 'react';
import { textIn, type Content } from './content.ts';
import { EmailPreview } from './email-preview.tsx';
import { SmsPreview } from './sms-preview.tsx';
import { WhatsappPreview, type ButtonDisplay } from './whatsapp-preview.tsx';

/** What a preview is given. */
type MessagePreviewProps = {
  channel: Channel;
  /** The data of the step, or of the message as it was sent; metatags that are still in it are shown as chips. */
  content: Content;
  /** When it was sent, an ISO text; now where absent. */
  at?: string;
  /** Of the connection that it goes over; absent where that is not known, or the message has left. */
  buttons?: ButtonDisplay | undefined;
  /** Time zone of its clock times, IANA; that of the viewer where absent. */
  timeZone?: string | undefined;
};

/** A message as its reader sees it. Only on pages of a store: the HTML of an e-mail is made by the service. */
export function MessagePreview({ channel, content, at, buttons, timeZone }: MessagePreviewProps): ReactNode {
  if (channel === 'whatsapp') {
    return <WhatsappPreview content={content} at={at} buttons={buttons} timeZone={timeZone} />;
  }
  if (channel === 'sms') return <SmsPreview message={textIn(content, 'message')} />;
  return <EmailPreview content={content} />;
}
