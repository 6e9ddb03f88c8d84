import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readReport } from './read-report.ts';

// Reports in the formats of real servers, with addresses and hosts replaced.
const crlf = (text: string): Buffer => Buffer.from(text.replace(/\n/g, '\r\n'), 'latin1');

const postfix = crlf(`Return-Path: <>
From: MAILER-DAEMON@mail.loja.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: contato@loja.example
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="A1B2C3.1489000000/mail.loja.example"

This is a MIME-encapsulated message.

--A1B2C3.1489000000/mail.loja.example
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mail.loja.example.

<ana@cliente.example>: host mx.cliente.example[203.0.113.9] said: 550 5.1.1
    <ana@cliente.example>: Recipient address rejected: User unknown (in reply to RCPT TO command)

--A1B2C3.1489000000/mail.loja.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.loja.example
X-Postfix-Queue-ID: A1B2C3
X-Postfix-Sender: rfc822; contato@loja.example
Arrival-Date: Thu, 12 Mar 2026 14:05:00 -0300 (-03)

Final-Recipient: rfc822; ana@cliente.example
Original-Recipient: rfc822;ana@cliente.example
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.cliente.example
Diagnostic-Code: smtp; 550 5.1.1 <ana@cliente.example>: Recipient address
    rejected: User unknown

--A1B2C3.1489000000/mail.loja.example
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

Return-Path: <contato@loja.example>
Subject: Seu PIX
Message-ID: <9b214cf64491614446961b17821b93c62ce2d3e0@loja.example>

--A1B2C3.1489000000/mail.loja.example--
`);

const gmail = crlf(`Content-Type: multipart/report; boundary="0000000000004a1b2c05"; report-type=delivery-status
To: contato@loja.example
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
Subject: Delivery Status Notification (Failure)

--0000000000004a1b2c05
Content-Type: multipart/related; boundary="0000000000004a1b3005"

--0000000000004a1b3005
Content-Type: multipart/alternative; boundary="0000000000004a1b3806"

--0000000000004a1b3806
Content-Type: text/plain; charset="UTF-8"

** Address not found **

--0000000000004a1b3806--

--0000000000004a1b3005--

--0000000000004a1b2c05
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Arrival-Date: Thu, 12 Mar 2026 10:05:00 -0700 (PDT)
X-Original-Message-ID: <9b21@loja.example>

Final-Recipient: rfc822; ana@gmail.example
Action: failed
Status: 5.0.0
Remote-MTA: dns; gmail-smtp-in.l.google.com. (2607:f8b0:4004:c09::1b, the server for the domain gmail.example.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try
 550 5.1.1  https://support.google.com/mail/?p=NoSuchUser - gsmtp
Last-Attempt-Date: Thu, 12 Mar 2026 10:05:01 -0700 (PDT)

--0000000000004a1b2c05
Content-Type: message/rfc822

Message-ID: <9b21@loja.example>
Subject: Seu PIX

Oi

--0000000000004a1b2c05--
`);

const exchange = crlf(`From: <postmaster@outlook.example>
Content-Type: multipart/report; report-type=delivery-status;
	boundary="af0e61dc-1c5c-4d8c"
Content-Language: pt-BR

--af0e61dc-1c5c-4d8c
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64

Q2FpeGEgY2hlaWE=

--af0e61dc-1c5c-4d8c
Content-Type: message/delivery-status
Content-Transfer-Encoding: quoted-printable

Reporting-MTA: dns;CP1P284MB0001.example

Final-Recipient: RFC822;bia@outlook.example
Action: failed
Status: 5.2.2
Diagnostic-Code: smtp;554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:Quota=
ExceededException

--af0e61dc-1c5c-4d8c
Content-Type: message/rfc822

Message-ID:
	<9b22@loja.example>

--af0e61dc-1c5c-4d8c--
`);

const withStatus = (action: string, status: string, diagnostic = ''): Buffer =>
  crlf(`Content-Type: multipart/report; report-type="delivery-status"; boundary=b

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; a.example

Final-Recipient: rfc822; <ana@cliente.example>
Action: ${action}
Status: ${status}
${diagnostic && `Diagnostic-Code: ${diagnostic}\n`}
Original-Recipient: rfc822;Bia@cliente.example
Final-Recipient: rfc822;bia+x@outro.example
Action: failed
Status: 5.1.1

--b--
`);

const complaint = (kind: string): Buffer =>
  crlf(`From: <abuse@provedor.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="part1_13d.2e68ed54_boundary"

--part1_13d.2e68ed54_boundary
Content-Type: text/plain; charset="US-ASCII"

This is an email abuse report.

--part1_13d.2e68ed54_boundary
Content-Type: message/feedback-report

Feedback-Type: ${kind}
User-Agent: SomeGenerator/1.0
Version: 1
Original-Mail-From: <contato@loja.example>
Original-Rcpt-To: <ana@cliente.example>
Arrival-Date: Thu, 12 Mar 2026 14:00:00 EDT

--part1_13d.2e68ed54_boundary
Content-Type: message/rfc822

From: <contato@loja.example>
Message-ID: <9b21@loja.example>
Subject: Seu PIX

Oi
--part1_13d.2e68ed54_boundary--
`);

describe('delivery reports', () => {
  test('Postfix: user unknown', async () => {
    const messageId = '<9b214cf64491614446961b17821b93c62ce2d3e0@loja.example>';
    expect(await readReport(postfix)).toEqual([
      { kind: 'bounce', address: 'ana@cliente.example', permanent: true, messageId },
    ]);
  });

  test('of a long returned message only the beginning is read', async () => {
    const lines = `${'linha longa de uma mensagem '.repeat(4)}\r\n`.repeat(20_000);
    const long = Buffer.concat([postfix.subarray(0, postfix.lastIndexOf('\r\n--A1B2C3')), Buffer.from(lines)]);
    expect(await readReport(long)).toEqual(await readReport(postfix));
  });

  test('Gmail: nested parts, and the more specific code in the diagnostic text', async () => {
    expect(await readReport(gmail)).toEqual([
      { kind: 'bounce', address: 'ana@gmail.example', permanent: true, messageId: '<9b21@loja.example>' },
    ]);
  });

  test('Exchange: a full mailbox is not permanent', async () => {
    expect(await readReport(exchange)).toEqual([
      { kind: 'bounce', address: 'bia@outlook.example', permanent: false, messageId: '<9b22@loja.example>' },
    ]);
  });

  test.each([
    ['failed', '5.1.1', '', true],
    ['failed', '5.5.0', 'smtp; 550 5.5.0 Requested action not taken: mailbox unavailable', true],
    ['failed', '4.4.7', 'smtp; 400 delivery time expired', false],
    ['failed', '5.7.1', 'smtp; 550 5.7.1 blocked by policy', false],
    ['failed', '5.0.0', 'smtp; 452 4.2.2 over quota', false],
    ['failed', '5.0.0', 'x-unix; no such user', true],
    ['failed', '', 'smtp; 550 5.1.10 RecipientNotFound', true],
  ])('%s %s (%s): permanent is %s', async (action, status, diagnostic, permanent) => {
    expect(await readReport(withStatus(action, status, diagnostic))).toEqual([
      { kind: 'bounce', address: 'ana@cliente.example', permanent },
      { kind: 'bounce', address: 'Bia@cliente.example', permanent: true },
    ]);
  });

  test.each([
    'smtp; 550 5.7.26 This mail has been blocked because the sender is unauthenticated',
    'smtp; 550 5.7.1 Service unavailable; client host [192.0.2.1] blocked using a blocklist',
    'smtp; 550 5.4.5 Daily sending quota exceeded',
  ])('[COM8] %s is about the sender, and no bounce of the address', async (diagnostic) => {
    expect((await readReport(withStatus('failed', '5.0.0', diagnostic)))[0]).toEqual({
      kind: 'failure',
      address: 'ana@cliente.example',
      permanent: false,
    });
  });

  test.each(['delayed', 'delivered', 'relayed', 'expanded'])('%s is not a bounce', async (action) => {
    expect((await readReport(withStatus(action, '4.0.0'))).map(({ address }) => address)).toEqual([
      'Bia@cliente.example',
    ]);
  });

  test.each([
    ['abuse', 1],
    ['opt-out', 1],
    ['not-spam', 0],
    ['fraud', 0],
  ])('RFC 5965: %s makes %d complaints', async (kind, count) => {
    const one = {
      kind: 'complaint',
      address: 'ana@cliente.example',
      permanent: true,
      messageId: '<9b21@loja.example>',
    };
    expect(await readReport(complaint(kind))).toEqual(Array.from({ length: count }, () => one));
  });

  test.each([
    [
      'an answer',
      crlf('From: ana@cliente.example\nContent-Type: text/plain\n\nAction: failed\nFinal-Recipient: rfc822;a@b.c'),
    ],
    ['an empty message', Buffer.alloc(0)],
    ['a receipt', crlf('Content-Type: multipart/report; report-type=disposition-notification; boundary=b\n\n--b--')],
    [
      'a report without an end',
      crlf('Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n'),
    ],
  ])('%s says nothing', async (_, raw) => {
    expect(await readReport(raw)).toEqual([]);
  });

  test('reading terminates for any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.constantFrom(
            '--b',
            '--b--',
            '\n',
            '\n\n',
            'Action: failed',
            'Content-Type: ',
            'multipart/report; boundary=b; report-type=delivery-status',
            'message/delivery-status',
            'Final-Recipient: rfc822;a@b.c',
            '=',
            ' ',
            '<',
            '\u0000',
          ),
        ),
        async (parts) => {
          expect(Array.isArray(await readReport(crlf(parts.join(''))))).toBe(true);
        },
      ),
    );
    expect(
      await readReport(
        crlf(`Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n${'--b\n'.repeat(100_000)}`),
      ),
    ).toEqual([]);
    expect(await readReport(crlf(`Content-Type: text/plain\n${' x\n'.repeat(200_000)}`))).toEqual([]);
  });
});
