import { errorCodes } from '@retoma/commerce';

/** Every error code of the public API, with its HTTP status and its texts. */
export const publicCodes = {
  ...errorCodes,
  INVALID_TRIGGER: {
    status: 400,
    en: 'triggerType must be one of: {accepted}.',
    'pt-BR': 'triggerType deve ser um destes: {accepted}.',
  },
} as const;

/** An error code of the public API. */
export type PublicCode = keyof typeof publicCodes;
