import { orderCodes, webhookCodes } from '@retoma/commerce';
import { connectCodes } from '@retoma/commerce/connect-codes';
import type { Locale } from '@retoma/flow';
import { automationCodes } from './automations/definitions/codes.ts';
import { copilotCodes } from './automations/copilot/codes.ts';
import { peopleCodes } from './members/codes.ts';
import { pricingCodes } from './shop/prices/pricing-codes.ts';
import { runCodes } from './automations/engine/codes.ts';
import { settingsCodes } from './stores/settings-codes.ts';

/** Every refusal code of the panel's API, with its HTTP status and its texts. Each area declares its own codes. */
export const panelCodes = {
  ...peopleCodes,
  ...automationCodes,
  ...copilotCodes,
  ...settingsCodes,
  ...pricingCodes,
  ...orderCodes,
  ...webhookCodes,
  ...connectCodes,
  ...runCodes,
} as const;

/** A refusal code of the panel's API. */
export type PanelCode = keyof typeof panelCodes;

/**
 * An expected refusal. `retryAfter` in seconds, with TOO_MANY_ATTEMPTS. `details`: what a person needs to fix it, such as the issues of a
 * definition. `body`: replaces the whole error body where a rule specifies it.
 */
export type PanelRefusal = {
  readonly ok: false;
  readonly code: PanelCode;
  readonly retryAfter?: number;
  readonly details?: object;
  readonly body?: (locale: Locale) => object;
};
