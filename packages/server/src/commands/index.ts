// What the command line may run; the only door of the server.
export { formatMoney, orderStatuses, trackingCsvRefusals } from '@retoma/commerce';
export { automationCodes } from '../automations/codes.ts';
export { refusalBody } from '../automations/refusal.ts';
export { saveAutomation } from '../automations/save-automation.ts';
export { deleteAutomation, setAutomationActive, waitingChoices } from '../automations/switch-automation.ts';
export { providerNames } from '../channels/index.ts';
export { ConfigError } from '../config/config.ts';
export { apiKeyList } from '../db/queries/api-keys.ts';
export { automationList } from '../db/queries/automations.ts';
export { connectionStandings, type ConnectionStanding } from '../db/queries/connections.ts';
export { paymentAccountStandings, type PaymentAccountStanding } from '../db/queries/payment-accounts.ts';
export { rolesNotSplit } from '../db/roles.ts';
export { runList, runStatuses } from '../db/queries/run-readings.ts';
export { sandboxMessageList } from '../db/queries/sandbox-messages.ts';
export { shippingOptionList, shippingOptionRetire } from '../db/queries/shipping-options.ts';
export { storeDelete, storeFind, storeList } from '../db/queries/stores.ts';
export { userList } from '../db/queries/users.ts';
export { acceptOrder } from '../orders/accept-order.ts';
export { cancelOrder } from '../orders/cancel-order.ts';
export { markPaid } from '../orders/mark-paid.ts';
export { listOrders, showOrder, type OrderReading } from '../orders/read-orders.ts';
export { refundOrder } from '../orders/refund-order.ts';
export { importTracking } from '../orders/import-tracking.ts';
export { setTracking } from '../orders/set-tracking.ts';
export { describeAccountReason } from '../payments/account-reasons.ts';
export { paymentProviderNames } from '../payments/index.ts';
export { noteActivity } from '../people/activity.ts';
export { changeConsent } from '../people/change-consent.ts';
export { createUser } from '../people/create-user.ts';
export { erasePerson } from '../people/erase-person.ts';
export { exportPerson } from '../people/export-person.ts';
export { grantMembership, revokeMembership, type MembershipRefusal } from '../people/memberships.ts';
export { resetUser } from '../people/password-reset.ts';
export type { PersonRefusal, ToldPerson } from '../people/person-keys.ts';
export { roles } from '../people/roles.ts';
export { requestOperation, type OperationRequest } from '../runs/operate.ts';
export { readRun, type RunReading } from '../runs/read-run.ts';
export { testSend } from '../runs/test-send.ts';
export { connectionRefusals } from '../stores/connection-codes.ts';
export {
  connectionChannels,
  connectVerified,
  removeConnection,
  testConnection,
  type NoteConnected,
} from '../stores/connections.ts';
export { changeStore, createKey, createStore, revokeKey, rotateKey } from '../stores/manage-stores.ts';
export { paymentAccountRefusals } from '../stores/payment-account-codes.ts';
export {
  connectVerifiedAccount,
  removePaymentMethod,
  testPaymentAccount,
  type NotePayments,
  type PaymentAccountSet,
} from '../stores/payment-accounts.ts';
export { checkStoreSettings, type StoreSettings } from '../stores/profile.ts';
export { hasWebhook } from '../stores/store-payments.ts';
export { addShippingOption, shippingLimits } from '../stores/shipping-options.ts';
export { webhookSecret } from '../stores/webhook-secret.ts';
export { remedies, type Finding, type Report } from '../runs/watch/doctor.ts';
export { demoPixCode } from './demo/demo-pix.ts';
export { doctor } from './doctor.ts';
export { planSecret, rotateSecret, type Rotated } from './rotate-secret.ts';
export { serve, type Service } from './serve.ts';
export { withDatabase, type CommandContext } from './with-database.ts';
export { work } from './work.ts';
