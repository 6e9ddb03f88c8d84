import { orderStatusOf } from '../order/status-map.ts';
import { readPixCode } from '../pix/read-pix-code.ts';
import type { EventData, StoreEvent } from './schema.ts';

/** The texts of the warnings of an accepted event. */
export const eventWarningCodes = {
  PIX_CODE_UNREADABLE: {
    en: 'payment.pix.payload is not a valid PIX code (fields, lengths or checksum): e-mails do not show its QR code',
    'pt-BR':
      'payment.pix.payload não é um código PIX válido (campos, tamanhos ou verificador): os e-mails não mostram o QR Code dele',
  },
  ORDER_STATUS_UNKNOWN: {
    en: 'order.status is unknown and ignored; the event type is used instead. Known values: paid, pending, processing, failed, cancelled',
    'pt-BR':
      'order.status é desconhecido e foi ignorado; vale o tipo do evento. Valores conhecidos: paid, pending, processing, failed, cancelled',
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

/** COM4, COM6, COM9: a warning if the event's PIX code cannot be read, and if its status is not a word of `orderStatusOf`. */
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
