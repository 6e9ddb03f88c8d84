import type { WhatsappType } from '@retoma/flow';
import type { Content } from '../../../../preview/content.ts';

/** The shapes of a WhatsApp message that are offered; `whatsapp` is another name of text. */
export const offeredShapes = [
  'text',
  'image',
  'video',
  'audio',
  'document',
  'link',
  'button-actions',
  'button-list',
  'button-otp',
] as const satisfies readonly WhatsappType[];

/** A shape that is offered. */
export type OfferedShape = (typeof offeredShapes)[number];

/** The shape of a message, `text` where it has none that we know. */
export const shapeOf = ({ type }: Content): OfferedShape => offeredShapes.find((one) => one === type) ?? 'text';

/** The members that a shape begins with; those that the message before had stay. */
const first: Record<OfferedShape, Content> = {
  text: { message: '' },
  image: { image: '', message: '' },
  video: { video: '', message: '' },
  audio: { audio: '' },
  document: { document: '' },
  link: { linkUrl: '' },
  'button-actions': { message: '', buttonActions: [] },
  'button-list': { message: '', buttonList: { buttons: [] } },
  'button-otp': { code: '', message: '' },
};

/** Another shape of a message, with what both can hold; an empty text is left out where the shape needs none. */
export function reshaped(data: Content, shape: OfferedShape): Content {
  const { message = data['text'] ?? '', template } = data;
  const next: Record<string, unknown> = { ...data, message };
  const members = Object.entries(first[shape]).map(([member, value]) => [member, next[member] ?? value] as const);
  return {
    type: shape,
    ...Object.fromEntries(members),
    ...(template !== undefined && shape !== 'audio' && { template }),
  };
}
