import { refused } from '../../provider-response.ts';
import { inboxProvider } from '../../sandbox-inbox.ts';
import { readSms } from '../sms-gateway.ts';

/** The sandbox of SMS: it stores the text that a gateway would receive. */
export const smsSandbox = inboxProvider((delivery) => {
  const sms = readSms(delivery, delivery.to);
  return typeof sms === 'string' ? refused(sms) : { ...delivery, content: { message: sms.text } };
});
