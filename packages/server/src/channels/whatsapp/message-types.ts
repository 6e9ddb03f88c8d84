import { whatsappTypes } from '@retoma/flow';

/** Every shape can be sent by every provider, some of them as text. */
export const allTypes: readonly string[] = whatsappTypes;

/** The longest text of a message of WhatsApp Web, which gateways are, in characters. */
export const textLimit = 65_536;
