import { orderStatusOf } from '../order/status-map.ts';
import { readPixCode } from '../pix/read-pix-code.ts';
import type { EventData, StoreEvent } from './schema.ts';

/** The texts of the warnings of an accepted event. */
export const eventWarningCodes = {
  PIX_CODE_UNREADABLE: {
    en: 'payment.pix.payload is no PIX code that banks read (fields, lengths or checksum): e-mails show no QR code of it',
    'pt-BR':
      'payment.pix.payload não é um código PIX que os bancos leem (campos, tamanhos ou verificador): os e-mails não mostram o QR Code dele',
  },
  ORDER_STATUS_UNKNOWN: {
    en: 'order.status is no known word, so it changes nothing: the type of the event decides; send paid, pending, processing, failed or cancelled',
    'pt-BR':
      'order.status não é uma palavra conhecida e não muda nada: vale o tipo do evento; envie paid, pending, processing, failed ou cancelled',
  },
} as const satisfies Record<string, { en: string; 'pt-BR': string }>;

/** The code of a warning of an accepted event. */
export type EventWarningCode = keyof typeof eventWarningCodes;

/** A member of an event that was accepted and has no effect. */
export type EventWarning = { code: EventWarningCode; path: string; message: string };

const paths: Record<EventWarningCode, string> = {
  PIX_CODE_UNREADABLE: 'data.payment.pix.payload',
  ORDER_STATUS_UNKNOWN: 'data.order.status',
};

/** COM4, COM6, COM9: a warning if the event's PIX code cannot be read, and if its status is no word of `orderStatusOf`. */
export const eventWarnings = ({ data }: StoreEvent): EventWarning[] =>
  codesOf(data).map((code) => ({ code, path: paths[code], message: eventWarningCodes[code].en }));

function codesOf({ payment, order }: EventData): EventWarningCode[] {
  const payload = payment?.pix?.payload;
  const isUnknown = order?.status != null && orderStatusOf(order.status) === undefined;
  return [
    ...(payload && !readPixCode(payload).isRead ? (['PIX_CODE_UNREADABLE'] as const) : []),
    ...(isUnknown ? (['ORDER_STATUS_UNKNOWN'] as const) : []),
  ];
}
