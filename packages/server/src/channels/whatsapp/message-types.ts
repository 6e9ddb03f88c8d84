import { whatsappTypes } from '@retoma/flow';

/** All message types: every provider can send each of them, some as text. */
export const allTypes: readonly string[] = whatsappTypes;

/** The longest text of a message in WhatsApp Web, which the gateways use, in characters. */
export const textLimit = 65_536;
