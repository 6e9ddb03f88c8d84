import type { PaymentMethod } from '@retoma/commerce';
import type { AuditConnected, ConnectionDeps, ConnectionRequest, ConnectionSet } from '../channels/connect.ts';
import type { ConnectDeps } from '../connect.ts';
import { connectChannel } from '../channels/connect.ts';
import {
  connectPaymentAccount,
  removePaymentMethod,
  type AuditPayments,
  type PaymentAccountRequest,
  type PaymentAccountSet,
  type VerifyingDeps,
} from '../payments/connect.ts';

const never = new AbortController().signal;

/** Stores a connection as not verified. Its provider is not called. */
export const setConnection = (
  deps: ConnectionDeps,
  storeId: string,
  request: ConnectionRequest,
  audit: AuditConnected,
): Promise<ConnectionSet> => connectChannel(deps, storeId, { ...request, saveAnyway: true }, never, audit);

/** Stores an account as not verified, and moves the methods of the request to it from any other account. Its provider is not called. */
export async function setPaymentAccount(
  deps: ConnectDeps,
  storeId: string,
  request: PaymentAccountRequest,
  audit: AuditPayments,
): Promise<PaymentAccountSet> {
  const methods: readonly PaymentMethod[] = request.methods;
  for (const method of methods) await removePaymentMethod(deps, storeId, method, () => Promise.resolve());
  // Saving without a verification uses neither the clock nor the providers.
  const unused = deps as VerifyingDeps;
  const saved = { ...request, saveAnyway: true };
  // No change waits without a user who asks for it.
  return connectPaymentAccount(unused, storeId, saved, never, audit as Parameters<typeof connectPaymentAccount>[4]);
}
