import { errorCodes } from '@retoma/commerce';
import { automationCodes } from '../../automations/codes.ts';

/** Every error code of the public API, with its HTTP status and its texts. */
export const publicCodes = { ...errorCodes, INVALID_TRIGGER: automationCodes.INVALID_TRIGGER };

/** An error code of the public API. */
export type PublicCode = keyof typeof publicCodes;
