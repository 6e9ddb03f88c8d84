import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { VersionCache } from '../../automations/compiled-versions.ts';
import { compressPanelResponse } from '../compression/compress-responses.ts';
import { addEndpoints } from '../register.ts';
import { panelContract } from './contract.ts';
import { openBackground } from './account/background.ts';
import { addLive } from './runs/live.ts';
import { invitationsHandlers } from './account/invitations.ts';
import { listActivityHandlers } from './account/list-activity.ts';
import { meHandlers } from './account/me.ts';
import { ownAccountHandlers } from './account/own-account.ts';
import { passwordResetHandlers } from './account/password-reset.ts';
import { reportPageErrorHandlers } from './account/report-page-error.ts';
import { signInHandlers } from './account/sign-in.ts';
import { signOutHandlers } from './account/sign-out.ts';
import { totpHandlers } from './account/totp.ts';
import { automationStatusHandlers } from './automations/automation-status.ts';
import { createAutomationHandlers } from './automations/create-automation.ts';
import { deleteAutomationHandlers } from './automations/delete-automation.ts';
import { duplicateAutomationHandlers } from './automations/duplicate-automation.ts';
import { creationDefaultsHandlers } from './automations/creation-defaults.ts';
import { findOverlapsHandlers } from './automations/find-overlaps.ts';
import { listAutomationsHandlers } from './automations/list-automations.ts';
import { listVersionsHandlers } from './automations/list-versions.ts';
import { previewEmailHandlers } from './automations/preview-email.ts';
import { publishAutomationHandlers } from './automations/publish-automation.ts';
import { readAutomationHandlers } from './automations/read-automation.ts';
import { readVersionHandlers } from './automations/read-version.ts';
import { saveDraftHandlers } from './automations/save-draft.ts';
import { switchAutomationHandlers } from './automations/switch-automation.ts';
import { testSendHandlers } from './automations/test-send.ts';
import { channelTestsHandlers } from './channels/channel-tests.ts';
import { channelsHandlers } from './channels/channels.ts';
import { pairingHandlers } from './channels/pairing.ts';
import { readSendingHandlers } from './channels/read-sending.ts';
import { sendersHandlers } from './channels/senders.ts';
import { conversionsHandlers } from './conversions/conversions.ts';
import { askCopilotHandlers } from './copilot/ask-copilot.ts';
import { clearCopilotHandlers } from './copilot/clear-copilot.ts';
import { rateProposalHandlers } from './copilot/rate-proposal.ts';
import { readCopilotHandlers } from './copilot/read-copilot.ts';
import { listEventsHandlers } from './events/list-events.ts';
import { readEventHandlers } from './events/read-event.ts';
import { readHomeHandlers } from './home/read-home.ts';
import { inboxHandlers } from './inbox/inbox.ts';
import { keysHandlers } from './keys/keys.ts';
import { tryKeyHandlers } from './keys/try-key.ts';
import { changeOrderHandlers } from './orders/change-order.ts';
import { createPaymentLinkHandlers } from './orders/create-payment-link.ts';
import { importTrackingHandlers } from './orders/import-tracking.ts';
import { listCheckoutsHandlers } from './orders/list-checkouts.ts';
import { listOrdersHandlers } from './orders/list-orders.ts';
import { readCheckoutHandlers } from './orders/read-checkout.ts';
import { readOrderHandlers } from './orders/read-order.ts';
import { testPurchaseHandlers } from './orders/test-purchase.ts';
import { paymentAccountsHandlers } from './payments/payment-accounts.ts';
import { couponsHandlers } from './prices/coupons.ts';
import { orderBumpsHandlers } from './prices/order-bumps.ts';
import { priceRulesHandlers } from './prices/price-rules.ts';
import { personDataHandlers } from './privacy/person-data.ts';
import { listRunsHandlers } from './runs/list-runs.ts';
import { operateRunsHandlers } from './runs/operate-runs.ts';
import { readRunHandlers } from './runs/read-run.ts';
import { customersHandlers } from './customers/customers.ts';
import { exportRunsHandlers } from './runs/export-runs.ts';
import { listMessagesHandlers } from './runs/list-messages.ts';
import { readHealthHandlers } from './runs/read-health.ts';
import { readResultsHandlers } from './runs/read-results.ts';
import { readStepResultsHandlers } from './runs/read-step-results.ts';
import { releaseContactsHandlers } from './runs/release-contacts.ts';
import { savedViewsHandlers } from './runs/saved-views.ts';
import { appearanceHandlers } from './store/appearance.ts';
import { domainsHandlers } from './store/domains.ts';
import { exampleStoreHandlers } from './store/example-store.ts';
import { storeMediaHandlers } from './store/media.ts';
import { freightHandlers } from './freight/freight.ts';
import { shippingOptionsHandlers } from './store/shipping-options.ts';
import { storeSettingsHandlers } from './store/store-settings.ts';
import { teamHandlers } from './team/team.ts';

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
