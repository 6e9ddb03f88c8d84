// All exports that the short commands of the command line import. `serve` and `work` are exported apart: they are a third of the program.
export {
  apiScopes,
  formatMoney,
  orderStatuses,
  trackingCsvRefusals,
  webhookCodes,
  webhookEventTypes,
  type ApiScope,
  type WebhookEventType,
} from '@retoma/commerce';
export { automationCodes } from '../../automations/definitions/codes.ts';
export { refusalBody } from '../../automations/definitions/refusal.ts';
export { saveAutomation, validationIn } from '../../automations/definitions/save-automation.ts';
export {
  deleteAutomation,
  setAutomationActive,
  waitingChoices,
} from '../../automations/definitions/switch-automation.ts';
export { declarationOf, providerNames } from '../../providers/channels/index.ts';
export { describeObservation } from '../../providers/channels/observation.ts';
export { ConfigError } from '../../base/config/config.ts';
export { apiKeyList } from '../../stores/queries/api-keys.ts';
export { automationList } from '../../automations/definitions/queries/automations.ts';
export { observationList } from '../../providers/queries/connection-observations.ts';
export { connectionStatuses, type ConnectionStatus } from '../../providers/queries/connections.ts';
export {
  paymentAccountStatuses,
  type PaymentAccountStatus,
} from '../../providers/payments/queries/payment-accounts.ts';
export { clockDiffers, isSkewed } from '../../base/postgres/database-clock.ts';
export { DatabaseRefused } from '../../base/postgres/refusals.ts';
export { rolesNotSplit } from '../../base/postgres/roles.ts';
export { runList, runStatuses } from '../../automations/engine/queries/run-views.ts';
export { sandboxMessageList } from '../../automations/delivery/queries/sandbox-messages.ts';
export { shippingOptionList } from '../../stores/queries/shipping-options.ts';
export { storeFind, storeList } from '../../stores/queries/stores.ts';
export { acceptOrder } from '../../shop/orders/accept-order.ts';
export { cancelOrder } from '../../shop/orders/cancel-order.ts';
export { markPaid } from '../../shop/orders/mark-paid.ts';
export { findOrderIds, listOrders, showOrder, type OrderReading } from '../../shop/orders/read-orders.ts';
export { refundOrder } from '../../shop/orders/payments/refund-order.ts';
export { importTracking } from '../../shop/orders/import-tracking.ts';
export { setTracking } from '../../shop/orders/set-tracking.ts';
export { describeAccountReason } from '../../providers/payments/account-reasons.ts';
export { paymentProvider, paymentProviderNames } from '../../providers/payments/index.ts';
export { changeConsent } from '../../privacy/change-consent.ts';
export { openTestStore } from '../test-store/open-test-store.ts';
export { advanceTestClock } from '../test-store/advance-clock.ts';
export { longestStep } from '../../http/test-clock.ts';
export { openExampleStore } from '../example-store/open-example-store.ts';
export { userFindByEmail } from '../../members/queries/users.ts';
export { createUser } from '../../members/create-user.ts';
export { erasePerson } from '../../privacy/erase-person.ts';
export { exportPerson } from '../../privacy/export-person.ts';
export { listPeople, type PeopleList } from '../../privacy/list-people.ts';
export { grantMembership, revokeMembership, type MembershipRefusal } from '../../members/memberships.ts';
export { resetUser } from '../../members/password-reset.ts';
export { listUsers } from '../../members/stores-of-user.ts';
export type { PersonRefusal, ContactRequest } from '../../base/contacts/contact-keys.ts';
export type { Identity } from '../../privacy/identity.ts';
export { roles } from '../../http/roles.ts';
export { requestOperation, type OperationRequest } from '../../automations/engine/operations/request-operation.ts';
export { readRun, type RunReading } from '../../automations/results/read-run.ts';
export { testSend } from '../../automations/delivery/test-send.ts';
export { firstContactFindings } from '../../providers/first-contact/codes.ts';
export {
  channelFirstContacts,
  paymentFirstContacts,
  type FirstContact,
} from '../../providers/first-contact/read-first-contact.ts';
export { connectionRefusals } from '../../providers/connections/channels/codes.ts';
export {
  connectionChannels,
  connectChannel,
  removeConnection,
  testConnection,
} from '../../providers/connections/channels/connect.ts';
export { chooseDomain } from '../../stores/domains/choose-domain.ts';
export { changeStore, createKey, createStore, deleteStore, revokeKey, rotateKey } from '../../stores/manage-stores.ts';
export { paymentAccountRefusals } from '../../providers/connections/payments/codes.ts';
export {
  connectPaymentAccount,
  removePaymentMethod,
  testPaymentAccount,
  type PaymentAccountSet,
} from '../../providers/connections/payments/connect.ts';
export { checkStoreSettings, type StoreSettings } from '../../stores/profile.ts';
export { addShippingOption, retireShippingOption, shippingLimits } from '../../stores/shipping-options.ts';
export {
  createEndpoint,
  deleteEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
} from '../../shop/webhooks/manage-endpoints.ts';
export { messageSubject } from '../../shop/webhooks/message-subject.ts';
export {
  messageIdOf,
  presentWebhook,
  presentWebhookAttempt,
  presentWebhookMessage,
} from '../../shop/webhooks/present-webhooks.ts';
export { webhookEndpointList } from '../../shop/webhooks/queries/endpoints.ts';
export { messageStates as webhookMessageStates } from '../../shop/webhooks/queries/messages.ts';
export { listMessages, readMessage, replayMessage, replayMissed, sendTest } from '../../shop/webhooks/read-messages.ts';
export { webhookId as webhookHeaderId } from '../../shop/webhooks/delivery/sign.ts';
export { webhookSecret } from '../../stores/webhook-secret.ts';
export { repairs, type Finding, type Report } from '../../automations/engine/invariants/doctor.ts';
export { createShard, migrateShards } from '../shards/create-shard.ts';
export { drainShard, listShards, shardForNewStore } from '../shards/list-shards.ts';
export { cancelMove, moveShard, readdressShard } from '../shards/move-shard.ts';
export { shardRefusals } from '../shards/codes.ts';
export { describeAddress, type ShardAddress } from '../shards/shard-map.ts';
export { isId, maxShards, newIdInShard, shardOf } from '../../base/ids.ts';
export { demoPixCode } from './demo/demo-pix.ts';
export { doctor } from './doctor.ts';
export { planSecret, rotateSecret, type Rotated } from './rotate-secret.ts';
export { withDatabase, type CommandContext } from './with-database.ts';
