import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { VersionCache } from '../../../automations/definitions/compiled-versions.ts';
import { compressPanelResponse } from '../../../http/compression/compress-responses.ts';
import { addEndpoints } from '../register.ts';
import { panelContract } from '../../../panel-contract.ts';
import { openBackground } from '../../../members/panel/background.ts';
import { addLive } from '../../../automations/results/panel/runs/live.ts';
import { invitationsHandlers } from '../../../members/panel/invitations.ts';
import { listActivityHandlers } from '../../../members/panel/list-activity.ts';
import { meHandlers } from '../../../members/panel/me.ts';
import { ownAccountHandlers } from '../../../members/panel/own-account.ts';
import { passwordResetHandlers } from '../../../members/panel/password-reset.ts';
import { reportPageErrorHandlers } from '../../../members/panel/report-page-error.ts';
import { signInHandlers } from '../../../members/panel/sign-in.ts';
import { signOutHandlers } from '../../../members/panel/sign-out.ts';
import { totpHandlers } from '../../../members/panel/totp.ts';
import { automationStatusHandlers } from '../../../automations/definitions/panel/automation-status.ts';
import { createAutomationHandlers } from '../../../automations/definitions/panel/create-automation.ts';
import { deleteAutomationHandlers } from '../../../automations/definitions/panel/delete-automation.ts';
import { duplicateAutomationHandlers } from '../../../automations/definitions/panel/duplicate-automation.ts';
import { creationDefaultsHandlers } from '../../../automations/definitions/panel/creation-defaults.ts';
import { findOverlapsHandlers } from '../../../automations/definitions/panel/find-overlaps.ts';
import { listAutomationsHandlers } from '../../../automations/definitions/panel/list-automations.ts';
import { listVersionsHandlers } from '../../../automations/definitions/panel/list-versions.ts';
import { previewEmailHandlers } from '../../../automations/definitions/panel/preview-email.ts';
import { publishAutomationHandlers } from '../../../automations/definitions/panel/publish-automation.ts';
import { readAutomationHandlers } from '../../../automations/definitions/panel/read-automation.ts';
import { readVersionHandlers } from '../../../automations/definitions/panel/read-version.ts';
import { saveDraftHandlers } from '../../../automations/definitions/panel/save-draft.ts';
import { switchAutomationHandlers } from '../../../automations/definitions/panel/switch-automation.ts';
import { testSendHandlers } from '../../../automations/definitions/panel/test-send.ts';
import { channelTestsHandlers } from '../../../providers/panel/channels/channel-tests.ts';
import { channelsHandlers } from '../../../providers/panel/channels/channels.ts';
import { pairingHandlers } from '../../../providers/panel/channels/pairing.ts';
import { readSendingHandlers } from '../../../providers/panel/channels/read-sending.ts';
import { sendersHandlers } from '../../../providers/panel/channels/senders.ts';
import { conversionsHandlers } from '../../../providers/panel/ads/conversions.ts';
import { askCopilotHandlers } from '../../../automations/copilot/panel/ask-copilot.ts';
import { clearCopilotHandlers } from '../../../automations/copilot/panel/clear-copilot.ts';
import { rateProposalHandlers } from '../../../automations/copilot/panel/rate-proposal.ts';
import { readCopilotHandlers } from '../../../automations/copilot/panel/read-copilot.ts';
import { listEventsHandlers } from '../../../automations/results/panel/events/list-events.ts';
import { readEventHandlers } from '../../../automations/results/panel/events/read-event.ts';
import { readHomeHandlers } from '../../../automations/results/panel/home/read-home.ts';
import { inboxHandlers } from '../../../automations/results/panel/inbox/inbox.ts';
import { keysHandlers } from '../../../stores/panel/keys/keys.ts';
import { tryKeyHandlers } from '../../../stores/panel/keys/try-key.ts';
import { changeOrderHandlers } from '../../../shop/panel/change-order.ts';
import { createPaymentLinkHandlers } from '../../../shop/panel/create-payment-link.ts';
import { importTrackingHandlers } from '../../../shop/panel/import-tracking.ts';
import { listCheckoutsHandlers } from '../../../shop/panel/list-checkouts.ts';
import { listOrdersHandlers } from '../../../shop/panel/list-orders.ts';
import { readCheckoutHandlers } from '../../../shop/panel/read-checkout.ts';
import { readOrderHandlers } from '../../../shop/panel/read-order.ts';
import { testPurchaseHandlers } from '../../../shop/panel/test-purchase.ts';
import { paymentAccountsHandlers } from '../../../providers/panel/payments/payment-accounts.ts';
import { couponsHandlers } from '../../../shop/prices/panel/coupons.ts';
import { orderBumpsHandlers } from '../../../shop/prices/panel/order-bumps.ts';
import { priceRulesHandlers } from '../../../shop/prices/panel/price-rules.ts';
import { personDataHandlers } from '../../../privacy/panel/person-data.ts';
import { listRunsHandlers } from '../../../automations/results/panel/runs/list-runs.ts';
import { operateRunsHandlers } from '../../../automations/results/panel/runs/operate-runs.ts';
import { readRunHandlers } from '../../../automations/results/panel/runs/read-run.ts';
import { customersHandlers } from '../../../privacy/panel/customers/customers.ts';
import { exportRunsHandlers } from '../../../automations/results/panel/runs/export-runs.ts';
import { listMessagesHandlers } from '../../../automations/results/panel/runs/list-messages.ts';
import { readHealthHandlers } from '../../../automations/results/panel/runs/read-health.ts';
import { readResultsHandlers } from '../../../automations/results/panel/runs/read-results.ts';
import { readStepResultsHandlers } from '../../../automations/results/panel/runs/read-step-results.ts';
import { releaseContactsHandlers } from '../../../automations/results/panel/runs/release-contacts.ts';
import { savedViewsHandlers } from '../../../automations/results/panel/runs/saved-views.ts';
import { appearanceHandlers } from '../../../shop/pay-page/panel/appearance.ts';
import { domainsHandlers } from '../../../automations/delivery/sender-domains/panel-handlers.ts';
import { exampleStoreHandlers } from '../../example-store/panel-handlers.ts';
import { storeMediaHandlers } from '../../../stores/panel/media.ts';
import { freightHandlers } from '../../../providers/panel/freight/freight.ts';
import { shippingOptionsHandlers } from '../../../providers/panel/freight/shipping-options.ts';
import { storeSettingsHandlers } from '../../../stores/panel/store-settings.ts';
import { teamHandlers } from '../../../members/panel/team/team.ts';

/** Adds the panel's API. No other site may read its responses, and no cache stores them. */
export function addPanelApi(app: FastifyInstance, context: Context): void {
  void app.register((scope, _options, done) => {
    scope.decorateRequest('session', undefined);
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      next();
    });
    scope.addHook('onSend', compressPanelResponse);
    const handlers = { ...handlersOf(scope, context), ...settingsHandlers(scope, context) };
    addEndpoints(scope, context, panelContract, handlers, { prefixes: [''], bodyLimit: 16 * 1024 });
    addLive(scope, context);
    done();
  });
}

function handlersOf(app: FastifyInstance, context: Context) {
  const background = openBackground(app, context);
  const plans = new VersionCache();
  return {
    ...signInHandlers(context, background),
    ...signOutHandlers(context),
    ...totpHandlers(context),
    ...meHandlers(context),
    ...passwordResetHandlers(context, background),
    ...ownAccountHandlers(context, background),
    ...invitationsHandlers(context),
    ...listActivityHandlers(context),
    ...reportPageErrorHandlers(context),
    ...listAutomationsHandlers(context),
    ...createAutomationHandlers(context),
    ...creationDefaultsHandlers(context),
    ...findOverlapsHandlers(context),
    ...readAutomationHandlers(context),
    ...saveDraftHandlers(context),
    ...publishAutomationHandlers(context),
    ...automationStatusHandlers(context),
    ...listVersionsHandlers(context),
    ...readVersionHandlers(context),
    ...switchAutomationHandlers(context),
    ...duplicateAutomationHandlers(context),
    ...deleteAutomationHandlers(context),
    ...previewEmailHandlers(context),
    ...listEventsHandlers(context),
    ...readEventHandlers(context),
    ...testSendHandlers(context),
    ...readCopilotHandlers(context),
    ...askCopilotHandlers(app, context),
    ...rateProposalHandlers(context),
    ...clearCopilotHandlers(context),
    ...listRunsHandlers(context, plans),
    ...exportRunsHandlers(context),
    ...readRunHandlers(context, plans),
    ...operateRunsHandlers(context),
    ...savedViewsHandlers(context),
    ...listMessagesHandlers(context),
    ...readResultsHandlers(context, plans),
    ...readStepResultsHandlers(context, plans),
    ...customersHandlers(context),
    ...readHealthHandlers(context),
    ...releaseContactsHandlers(context),
    ...readHomeHandlers(context),
    ...listCheckoutsHandlers(context),
    ...createPaymentLinkHandlers(context),
    ...readCheckoutHandlers(context),
    ...listOrdersHandlers(context),
    ...readOrderHandlers(context),
    ...changeOrderHandlers(context),
    ...importTrackingHandlers(context),
    ...inboxHandlers(context),
    ...testPurchaseHandlers(context),
  };
}

/** The handlers of a store's settings. */
const settingsHandlers = (app: FastifyInstance, context: Context) => ({
  ...readSendingHandlers(context),
  ...storeSettingsHandlers(context),
  ...exampleStoreHandlers(context),
  ...domainsHandlers(context),
  ...appearanceHandlers(context),
  ...keysHandlers(context),
  ...tryKeyHandlers(app, context),
  ...channelsHandlers(context),
  ...channelTestsHandlers(context),
  ...storeMediaHandlers(context),
  ...pairingHandlers(context),
  ...paymentAccountsHandlers(context),
  ...conversionsHandlers(context),
  ...sendersHandlers(context),
  ...shippingOptionsHandlers(context),
  ...freightHandlers(context),
  ...priceRulesHandlers(context),
  ...couponsHandlers(context),
  ...orderBumpsHandlers(context),
  ...teamHandlers(context),
  ...personDataHandlers(context),
});
