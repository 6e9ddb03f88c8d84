import type { Context } from '../../context.ts';
import { makeRecoveryCodes } from '../account/recovery-codes.ts';
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from '../second-factor.ts';
import { qrPath } from '../../base/qr-path.ts';
import { sessionOf } from '../guards/session.ts';
import type { PanelHandlers } from '../../panel-contract.ts';

/** POST /panel/api/totp, /totp/confirm, /totp/remove and /recovery-codes: the user's authenticator app and recovery codes. */
export const totpHandlers = (
  context: Context,
): PanelHandlers<'beginTotp' | 'confirmTotp' | 'removeTotp' | 'makeRecoveryCodes'> => ({
  beginTotp: async ({ request }) => {
    const setup = await beginSecondFactor(context, sessionOf(request));
    if (!setup.ok) return setup;
    const { secret, uri } = setup;
    return { success: true, secret, uri, qr: qrPath(uri) };
  },
  confirmTotp: async ({ body: { code }, request }) => {
    const confirmed = await confirmSecondFactor(context, sessionOf(request), code);
    return confirmed.ok ? { success: true } : confirmed;
  },
  removeTotp: async ({ request }) => {
    const removed = await removeSecondFactor(context, sessionOf(request));
    return removed.ok ? { success: true } : removed;
  },
  makeRecoveryCodes: async ({ request }) => {
    const made = await makeRecoveryCodes(context, sessionOf(request));
    return made.ok ? { success: true, codes: made.codes } : made;
  },
});
