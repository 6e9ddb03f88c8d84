import { readPixCode } from '../pix/read-pix-code.ts';
import type { StoreEvent } from './schema.ts';

/** The texts of the warnings of an accepted event. */
export const eventWarningCodes = {
  PIX_CODE_UNREADABLE: {
    en: 'payment.pix.payload is no PIX code that banks read (fields, lengths or checksum): e-mails show no QR code of it',
    'pt-BR':
      'payment.pix.payload não é um código PIX que os bancos leem (campos, tamanhos ou verificador): os e-mails não mostram o QR Code dele',
  },
} as const satisfies Record<string, { en: string; 'pt-BR': string }>;

/** The code of a warning of an accepted event. */
export type EventWarningCode = keyof typeof eventWarningCodes;

/** A member of an event that was accepted and has no effect. */
export type EventWarning = { code: EventWarningCode; path: string; message: string };

/** COM6, COM9: a warning if the event's PIX code cannot be read. */
export function eventWarnings({ data: { payment } }: StoreEvent): EventWarning[] {
  const payload = payment?.pix?.payload;
  if (!payload || readPixCode(payload).isRead) return [];
  const code = 'PIX_CODE_UNREADABLE';
  return [{ code, path: 'data.payment.pix.payload', message: eventWarningCodes[code].en }];
}
