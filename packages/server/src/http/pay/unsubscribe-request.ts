/** What a POST to an unsubscribe link wants, and who pressed the button. */
export type UnsubscribeRequest = { choice: 'out' | 'back'; source: 'unsubscribe page' | 'one-click' };

/**
 * Reads the body of a POST to an unsubscribe link: `List-Unsubscribe=One-Click` as a form or a multipart form (RFC 8058), or the page's
 * form. Whatever cannot be read wants out: to ask too much of a body would keep people in.
 */
export function readUnsubscribe(contentType: string | undefined, body: unknown): UnsubscribeRequest {
  const text = Buffer.isBuffer(body) ? body.toString('utf8') : '';
  const members = /^multipart\//i.test(contentType ?? '') ? readMultipart(text) : new URLSearchParams(text);
  if (members.get('List-Unsubscribe') === 'One-Click') return { choice: 'out', source: 'one-click' };
  return { choice: members.get('wish') === 'back' ? 'back' : 'out', source: 'unsubscribe page' };
}

/** The members of a multipart form whose values are one line, which is all that such a request has. */
const readMultipart = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/\bname="?([\w-]{1,50})"?[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n([^\r\n]{0,200})/gi)].map(
      ([, name, value]) => [name!, value!.trim()],
    ),
  );
