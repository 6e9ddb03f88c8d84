import type { WhatsappType } from '@retoma/flow';
import type { Content } from '../../../../../preview/content.ts';

/** The message types that the form offers; `whatsapp` is an alias of `text`. */
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

/** A message type that the form offers. */
export type OfferedShape = (typeof offeredShapes)[number];

/** The type of a message; `text` if it has no offered type. */
export const shapeOf = ({ type }: Content): OfferedShape => offeredShapes.find((one) => one === type) ?? 'text';

/** The initial members of a type; values of the previous message take precedence. */
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

/** Changes the type of a message and keeps the members that both types have. */
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
