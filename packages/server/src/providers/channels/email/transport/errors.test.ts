import { describe, expect, test } from 'vitest';
import { deliveredOf } from './errors.ts';

/** The outcome of an answer to a command: its code, then its text. */
const outcome = (command: string, response: string): unknown =>
  deliveredOf({ left: command === 'DATA', code: 'EX', command, responseCode: Number(response.slice(0, 3)), response });

// The texts are those of real servers, without addresses.
describe('[RUN5] a refusal of the sender waits at the connection', () => {
  test.each([
    ['RCPT TO', '550 5.4.5 Daily sending quota exceeded', 'SENDING_LIMIT'],
    ['DATA', '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException', 'SENDING_LIMIT'],
    ['DATA', '550 5.7.1 only 10 messages per day', 'SENDING_LIMIT'],
    ['RCPT TO', '550 5.1.90 Your message can’t be sent because you’ve reached your daily limit', 'SENDING_LIMIT'],
    [
      'RCPT TO',
      '554 5.7.1 <a@b.example>: Recipient address rejected: Policy Rejection- Quota Exceeded.',
      'SENDING_LIMIT',
    ],
    ['RCPT TO', '550 Domain loja.example has exceeded the max emails per hour (50/50 (100%)) allowed', 'SENDING_LIMIT'],
    ['RCPT TO', '550 Domain loja.example has exceeded the max defers and failures per hour', 'SENDING_LIMIT'],
    ['MAIL FROM', '452 Sender is throttled', 'SENDING_LIMIT'],
    ['DATA', '454 Throttling failure: Daily message quota exceeded', 'SENDING_LIMIT'],
    ['MAIL FROM', '451 4.7.1 Sender address rejected: out_ratelimit', 'SENDING_LIMIT'],
    ['RCPT TO', '450 4.7.1 only 5 recipients per 5 minutes allowed', 'SENDING_LIMIT'],
    ['MAIL FROM', '550 5.7.1 Limite de envio excedido', 'SENDING_LIMIT'],
    ['AUTH PLAIN', '451 Authentication failed: Maximum credits exceeded', 'SENDING_LIMIT'],
    [
      'RCPT TO',
      '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.example',
      'ACCOUNT_RESTRICTED',
    ],
    [
      'RCPT TO',
      '550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP',
      'ACCOUNT_RESTRICTED',
    ],
    ['DATA', '550 5.4.6 Unusual sending activity detected. Please try after sometime', 'ACCOUNT_RESTRICTED'],
    ['MAIL FROM', '554 5.1.8 Email Outgoing Blocked', 'SENDER_REFUSED'],
    ['RCPT TO', '554 Your email account has been suspended', 'ACCOUNT_RESTRICTED'],
    ['RCPT TO', '550 SC-001 messages from 192.0.2.1 were not sent for policy reasons', 'ACCOUNT_RESTRICTED'],
    ['DATA', '554 Message rejected: Sending suspended for this account', 'ACCOUNT_RESTRICTED'],
    ['RCPT TO', '550 5.7.1 Mail refused', 'ACCOUNT_RESTRICTED'],
    ['MAIL FROM', '550 5.2.1 The mailbox is disabled', 'ACCOUNT_RESTRICTED'],
    ['DATA', '550-5.7.26 This mail has been blocked because the sender is unauthenticated', 'SENDER_REFUSED'],
    ['DATA', '550 5.7.1 Email rejected per DMARC policy for loja.example', 'SENDER_REFUSED'],
    ['DATA', '550 5.7.60 SMTP; Client does not have permissions to send as this sender', 'SENDER_REFUSED'],
    ['DATA', '554 Message rejected: Email address is not verified. The following identities failed', 'SENDER_REFUSED'],
    ['DATA', '550 The from address does not match a verified Sender Identity', 'SENDER_REFUSED'],
    ['RCPT TO', '554 5.7.1 <a@b.example>: Relay access denied', 'SENDER_REFUSED'],
    ['MAIL FROM', '553 5.7.1 <a@b.example>: Sender address rejected: not owned by user ana', 'SENDER_REFUSED'],
    ['MAIL FROM', '530 5.7.0 Authentication Required', 'INVALID_CREDENTIALS'],
    ['MAIL FROM', '550 5.7.57 Client was not authenticated to send anonymous mail', 'INVALID_CREDENTIALS'],
    ['RCPT TO', '550 authentication required', 'INVALID_CREDENTIALS'],
  ])('%s: %s', (command, response, reason) => {
    expect(outcome(command, response)).toEqual({ outcome: 'broken', reason });
  });
});

describe('[RUN5] a refusal of the recipient or of the message is that message’s alone', () => {
  test.each([
    ['RCPT TO', '550-5.1.1 The email account that you tried to reach does not exist.'],
    ['RCPT TO', '552 5.2.2 <a@b.example> Quota exceeded (mailbox for user is full)'],
    ['RCPT TO', '552 5.2.2 The email account that you tried to reach is over quota'],
    ['RCPT TO', '550 5.2.1 The email account that you tried to reach is disabled'],
    ['RCPT TO', '550 5.4.1 Recipient address rejected: Access denied'],
    ['RCPT TO', '554 5.7.1 <a@b.example>: Recipient address rejected: Access denied'],
    ['RCPT TO', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
    ['RCPT TO', '550 Requested action not taken: mailbox unavailable'],
    ['RCPT TO', '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required'],
    ['RCPT TO', '554 delivery error: dd This user doesn’t have a mail account'.replace('’', "'")],
    ['RCPT TO', '550 Usuário inexistente'],
    ['RCPT TO', '550 5.7.1 The recipient has blocked you'],
    ['RCPT TO', '550 5.2.1 This mailbox has been blocked due to inactivity'],
    ['RCPT TO', '552 Caixa postal cheia'],
    ['RCPT TO', '550 5.2.1 The user you are trying to contact is receiving mail too quickly'],
    ['RCPT TO', '550 no'],
  ])('%s: %s', (command, response) => {
    expect(outcome(command, response)).toEqual({
      outcome: 'refused',
      reason: `RECIPIENT_REFUSED:${response.slice(0, 3)}`,
    });
  });

  test.each([
    ['DATA', '554 5.7.1 Message rejected as spam by Content Filtering', 'PROVIDER_REFUSED:554'],
    ['DATA', '552 5.7.1 virus detected', 'PROVIDER_REFUSED:552'],
    ['DATA', '552 5.3.4 Message size exceeds fixed limit', 'EMAIL_TOO_LARGE'],
    ['MAIL FROM', '552 5.3.4 Message too big', 'EMAIL_TOO_LARGE'],
    ['DATA', '554 no', 'PROVIDER_REFUSED:554'],
    ['MAIL FROM', '553 no', 'SENDER_REFUSED:553'],
  ])('%s: %s', (command, response, reason) => {
    expect(outcome(command, response)).toEqual({ outcome: 'refused', reason });
  });

  test.each([
    ['RCPT TO', '452 4.2.2 The email account that you tried to reach is over quota'],
    ['RCPT TO', '450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents it'],
    ['CONN', '421 4.3.2 Concurrent connections limit exceeded'],
    ['DATA', '454 Throttling failure: Maximum sending rate exceeded.'],
    ['AUTH PLAIN', '454 4.7.0 Temporary authentication failure'],
    ['DATA', '421 4.7.0 Try again later, closing connection.'],
  ])('tried again soon: %s: %s', (command, response) => {
    expect(outcome(command, response)).toEqual({ outcome: 'later', reason: 'RATE_LIMITED' });
  });

  test('a server that greylists is asked again after five minutes', () => {
    expect(outcome('RCPT TO', '451 4.7.1 Greylisting in action, please come back later')).toEqual({
      outcome: 'later',
      reason: 'RATE_LIMITED',
      retryAfterMs: 300_000,
    });
  });
});

test('[RUN5] texts about a session in which no message has begun are about the account', () => {
  for (const text of ['content', 'mailbox full', 'user unknown', 'spam', 'no'])
    expect(outcome('CONN', `554 ${text}`)).toEqual({ outcome: 'broken', reason: 'ACCOUNT_RESTRICTED' });
});
