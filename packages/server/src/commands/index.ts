// All exports that the short commands of the command line import. `serve` and `work` are exported apart: they are a third of the program.
export { formatMoney, orderStatuses, trackingCsvRefusals } from '@retoma/commerce';
export { automationCodes } from '../automations/codes.ts';
export { refusalBody } from '../automations/refusal.ts';
export { saveAutomation, validationIn } from '../automations/save-automation.ts';
export { deleteAutomation, setAutomationActive, waitingChoices } from '../automations/switch-automation.ts';
export { declarationOf, providerNames } from '../channels/index.ts';
export { describeObservation } from '../channels/observation.ts';
export { ConfigError } from '../config/config.ts';
export { apiKeyList } from '../db/queries/stores/api-keys.ts';
export { automationList } from '../db/queries/automations/automations.ts';
export { observationList } from '../db/queries/contacts/connection-observations.ts';
export { connectionStatuses, type ConnectionStatus } from '../db/queries/contacts/connections.ts';
export { paymentAccountStatuses, type PaymentAccountStatus } from '../db/queries/orders/payment-accounts.ts';
export { clockDiffers, isSkewed } from '../db/database-clock.ts';
export { DatabaseRefused } from '../db/refusals.ts';
export { rolesNotSplit } from '../db/roles.ts';
export { runList, runStatuses } from '../db/queries/runs/run-views.ts';
export { sandboxMessageList } from '../db/queries/messages/sandbox-messages.ts';
export { shippingOptionList } from '../db/queries/stores/shipping-options.ts';
export { storeFind, storeList } from '../db/queries/stores/stores.ts';
export { acceptOrder } from '../orders/accept-order.ts';
export { cancelOrder } from '../orders/cancel-order.ts';
export { markPaid } from '../orders/mark-paid.ts';
export { findOrderIds, listOrders, showOrder, type OrderReading } from '../orders/read-orders.ts';
export { refundOrder } from '../orders/payments/refund-order.ts';
export { importTracking } from '../orders/import-tracking.ts';
export { setTracking } from '../orders/set-tracking.ts';
export { describeAccountReason } from '../payments/account-reasons.ts';
export { paymentProvider, paymentProviderNames } from '../payments/index.ts';
export { changeConsent } from '../privacy/change-consent.ts';
export { openExampleStore } from '../example-store/open-example-store.ts';
export { userFindByEmail } from '../db/queries/auth/users.ts';
export { createUser } from '../auth/create-user.ts';
export { erasePerson } from '../privacy/erase-person.ts';
export { exportPerson } from '../privacy/export-person.ts';
export { listPeople, type PeopleList } from '../privacy/list-people.ts';
export { grantMembership, revokeMembership, type MembershipRefusal } from '../auth/memberships.ts';
export { resetUser } from '../auth/password-reset.ts';
export { listUsers } from '../auth/stores-of-user.ts';
export type { PersonRefusal, ContactRequest } from '../privacy/contact-keys.ts';
export type { Identity } from '../privacy/identity.ts';
export { roles } from '../auth/roles.ts';
export { requestOperation, type OperationRequest } from '../engine/operations/request-operation.ts';
export { readRun, type RunReading } from '../reports/read-run.ts';
export { testSend } from '../delivery/test-send.ts';
export { firstContactFindings } from '../integrations/first-contact/codes.ts';
export {
  channelFirstContacts,
  paymentFirstContacts,
  type FirstContact,
} from '../integrations/first-contact/read-first-contact.ts';
export { connectionRefusals } from '../integrations/channels/codes.ts';
export {
  connectionChannels,
  connectChannel,
  removeConnection,
  testConnection,
} from '../integrations/channels/connect.ts';
export { chooseDomain } from '../stores/domains/choose-domain.ts';
export { changeStore, createKey, createStore, deleteStore, revokeKey, rotateKey } from '../stores/manage-stores.ts';
export { paymentAccountRefusals } from '../integrations/payments/codes.ts';
export {
  connectPaymentAccount,
  removePaymentMethod,
  testPaymentAccount,
  type PaymentAccountSet,
} from '../integrations/payments/connect.ts';
export { checkStoreSettings, type StoreSettings } from '../stores/profile.ts';
export { addShippingOption, retireShippingOption, shippingLimits } from '../stores/shipping-options.ts';
export { webhookSecret } from '../stores/webhook-secret.ts';
export { repairs, type Finding, type Report } from '../engine/invariants/doctor.ts';
export { createShard, migrateShards } from '../shards/create-shard.ts';
export { drainShard, listShards, shardForNewStore } from '../shards/list-shards.ts';
export { moveShard, readdressShard } from '../shards/move-shard.ts';
export { shardRefusals } from '../shards/codes.ts';
export { describeAddress, type ShardAddress } from '../shards/shard-map.ts';
export { isId, maxShards, newIdInShard, shardOf } from '../platform/ids.ts';
export { demoPixCode } from './demo/demo-pix.ts';
export { doctor } from './doctor.ts';
export { planSecret, rotateSecret, type Rotated } from './rotate-secret.ts';
export { withDatabase, type CommandContext } from './with-database.ts';
