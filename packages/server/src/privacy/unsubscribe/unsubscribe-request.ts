/** The choice of a POST to an unsubscribe link. `source`: our page, or the button of a mail program. */
export type UnsubscribeRequest = { choice: 'out' | 'back'; source: 'unsubscribe page' | 'one-click' };

/**
 * Reads the body of a POST to an unsubscribe link: `List-Unsubscribe=One-Click` as a form or a multipart form (RFC 8058), or the page's
 * form. Any other body means `out`: strict parsing would keep people subscribed.
 */
export function readUnsubscribe(contentType: string | undefined, body: unknown): UnsubscribeRequest {
  const text = Buffer.isBuffer(body) ? body.toString('utf8') : '';
  const members = /^multipart\//i.test(contentType ?? '') ? readMultipart(text) : new URLSearchParams(text);
  if (members.get('List-Unsubscribe') === 'One-Click') return { choice: 'out', source: 'one-click' };
  return { choice: members.get('wish') === 'back' ? 'back' : 'out', source: 'unsubscribe page' };
}

/** The members of a multipart form that have one-line values; such requests have no others. */
const readMultipart = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/\bname="?([\w-]{1,50})"?[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n([^\r\n]{0,200})/gi)].map(
      ([, name, value]) => [name!, value!.trim()],
    ),
  );
