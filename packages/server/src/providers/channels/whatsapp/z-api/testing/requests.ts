import { listOf, requestChecker, shape, text, word, type RequestSchema } from '../../../testing/request-schema.ts';

// What Z-API accepts, in our words: the pages `docs/message` of Z-API/z-api-docs, read on 2026-11-28, and `linkType` and `buttonText`, which
// those do not list. Members that we never send are left out.

const phone = { type: 'string', pattern: '^\\d{10,15}$' };
const action = (type: string, members: Record<string, RequestSchema>): RequestSchema =>
  shape({ id: text, type: word(type), label: text, ...members });

/** Says what is wrong with a request. Buttons with addresses and calls have no replies among them. */
export const problemOf = requestChecker({
  'send-text': shape({ phone, message: text }),
  'send-image': shape({ phone, image: text }, { caption: text }),
  'send-video': shape({ phone, video: text }, { caption: text }),
  'send-audio': shape({ phone, audio: text }, { waveform: { type: 'boolean' } }),
  'send-document': shape({ phone, document: text }, { fileName: text, caption: text }),
  'send-link': shape(
    { phone, message: text, image: text, linkUrl: text, title: text, linkDescription: text },
    { linkType: word('SMALL', 'MEDIUM', 'LARGE') },
  ),
  'send-button-actions': shape(
    {
      phone,
      message: text,
      buttonActions: listOf({ anyOf: [action('URL', { url: text }), action('CALL', { phone: text })] }),
    },
    { title: text, footer: text },
  ),
  'send-button-list': shape({
    phone,
    message: text,
    buttonList: shape({ buttons: listOf(shape({ label: text }, { id: text }), 3) }),
  }),
  'send-button-otp': shape({ phone, message: text, code: text }, { image: text, buttonText: text }),
  'send-option-list': shape({
    phone,
    message: text,
    optionList: shape({
      title: text,
      buttonLabel: text,
      options: listOf(shape({ title: text, description: { type: 'string' } }, { id: text })),
    }),
  }),
});
