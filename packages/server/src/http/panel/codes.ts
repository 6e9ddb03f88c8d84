import { automationCodes } from '../../automations/codes.ts';
import { copilotCodes } from '../../copilot/codes.ts';
import { orderCodes } from '../../orders/codes.ts';
import { peopleCodes } from '../../auth/codes.ts';
import { runCodes } from '../../engine/codes.ts';
import { settingsCodes } from '../../stores/settings-codes.ts';

/** Every code with which the panel is refused, with its HTTP status and its texts; each is declared where the rule stands. */
export const panelCodes = {
  ...peopleCodes,
  ...automationCodes,
  ...copilotCodes,
  ...settingsCodes,
  ...orderCodes,
  ...runCodes,
} as const;

/** One of them. */
export type PanelCode = keyof typeof panelCodes;

/**
 * An expected refusal. `retryAfter` in seconds, with TOO_MANY_ATTEMPTS; `details`: what a person needs to fix it, such as the issues
 * of a definition. `body`: the whole body, where a specification lays it down.
 */
export type PanelRefusal = {
  readonly ok: false;
  readonly code: PanelCode;
  readonly retryAfter?: number;
  readonly details?: object;
  readonly body?: (locale: 'pt-BR' | 'en') => object;
};
