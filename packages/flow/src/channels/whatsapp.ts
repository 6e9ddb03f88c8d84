/** The shapes of a WhatsApp message; `data.type` selects one (specification B4). */
export const whatsappTypes = [
  'text',
  'whatsapp',
  'image',
  'audio',
  'video',
  'document',
  'link',
  'button-actions',
  'button-list',
  'button-otp',
] as const;

/** The shape of a WhatsApp message. */
export type WhatsappType = (typeof whatsappTypes)[number];

/** A button that opens an address or makes a call. */
export type ButtonAction =
  { id: string; type: 'URL'; label: string; url: string } | { id: string; type: 'CALL'; label: string; phone: string };

/** A button of a list of answers. */
export type ListButton = { id: string; label: string };

/** The data of `send_whatsapp`. Where two members hold the same thing (`message` and `text`, `buttonActions` and `choices`) the first that is filled counts. */
export type WhatsappData =
  | { type: 'text' | 'whatsapp'; message?: string; text?: string }
  | { type: 'image'; image: string; message?: string }
  | { type: 'audio'; audio: string }
  | { type: 'video'; video: string; message?: string }
  | { type: 'document'; document: string; documentType?: string }
  | { type: 'link'; linkUrl: string; title?: string; linkDescription?: string; image?: string }
  | {
      type: 'button-actions';
      message: string;
      buttonActions?: readonly ButtonAction[];
      /** `Label|url:<address or metatag>` */
      choices?: readonly string[];
      footer?: string;
      menuType?: string;
      frontendType?: string;
    }
  | {
      type: 'button-list';
      buttonList?: { buttons: readonly ListButton[] };
      /** `Label|url:<address or metatag>`, or a label alone */
      choices?: readonly string[];
      message?: string;
    }
  | { type: 'button-otp'; code: string; message?: string };
