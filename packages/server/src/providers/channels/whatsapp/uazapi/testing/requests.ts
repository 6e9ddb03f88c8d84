import { listOf, requestChecker, shape, text, word } from '../../../testing/request-schema.ts';

// What uazapiGO v2 accepts, in our words, from notes of the vendor's manual of January 2026, not compared with it since. Members that we
// never send are left out.

const number = { type: 'string', pattern: '^\\d{10,15}$' };
const tracked = { track_source: text, track_id: text };
/** A choice is a label, and what it does after a `|`; no further `|` may follow. */
const choice = { type: 'string', pattern: '^[^|]+(\\|[^|]+)?$' };

/** Says what is wrong with a request. */
export const problemOf = requestChecker({
  '/send/text': shape(
    { number, text },
    {
      ...tracked,
      linkPreview: { type: 'boolean' },
      linkPreviewTitle: text,
      linkPreviewDescription: text,
      linkPreviewImage: text,
      linkPreviewLarge: { type: 'boolean' },
    },
  ),
  '/send/media': shape(
    { number, type: word('image', 'video', 'document', 'audio', 'ptt'), file: text },
    { ...tracked, text, docName: text, mimetype: text },
  ),
  '/send/menu': shape(
    { number, type: word('button', 'list', 'poll', 'carousel'), text, choices: listOf(choice, 12) },
    { ...tracked, footerText: text, listButton: text, selectableCount: { type: 'integer', minimum: 1 } },
  ),
});
