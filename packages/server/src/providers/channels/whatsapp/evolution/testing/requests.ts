import { listOf, requestChecker, shape, text, word, type RequestSchema } from '../../../testing/request-schema.ts';

// What version 2.3 of Evolution API accepts, in our words: `src/validate/message.schema.ts` of its repository, read on 2026-11-28, and the
// limits of buttons in its code. Members that we never send are left out.

const number = { type: 'string', pattern: '^\\d{10,15}$' };
const button = (type: string, members: Record<string, RequestSchema>): RequestSchema =>
  shape({ type: word(type), displayText: text, ...members });
const reply = button('reply', { id: text });
const others = {
  anyOf: [button('url', { url: text }), button('call', { phoneNumber: text }), button('copy', { copyCode: text })],
};

/** Says what is wrong with a request. Buttons are at most 3, replies or not, but never both. */
export const problemOf = requestChecker({
  sendText: shape({ number, text }, { linkPreview: { type: 'boolean' } }),
  sendMedia: shape(
    { number, mediatype: word('image', 'document', 'video', 'audio'), media: text },
    { mimetype: text, fileName: text, caption: text },
  ),
  sendWhatsAppAudio: shape({ number, audio: text }),
  sendButtons: shape(
    { number, title: text, buttons: { anyOf: [listOf(reply, 3), listOf(others, 3)] } },
    { description: { type: 'string' }, footer: text },
  ),
  sendList: shape(
    {
      number,
      title: text,
      footerText: { type: 'string' },
      buttonText: text,
      sections: listOf(
        shape({ title: text, rows: listOf(shape({ title: text, rowId: text }, { description: text })) }),
      ),
    },
    { description: { type: 'string' } },
  ),
});
