import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { addLive } from '../../../automations/results/panel/runs/live.ts';
import { domainsHandlers } from '../../../automations/delivery/sender-domains/panel-handlers.ts';
import { memberHandlers } from '../../../members/panel/index.ts';
import { storeHandlers } from '../../../stores/panel/index.ts';
import { providerHandlers } from '../../../providers/panel/index.ts';
import { shopHandlers } from '../../../shop/panel/index.ts';
import { definitionHandlers } from '../../../automations/definitions/panel/index.ts';
import { copilotHandlers } from '../../../automations/copilot/panel/index.ts';
import { sellingHandlers } from '../../../automations/selling/panel/selling.ts';
import { resultHandlers } from '../../../automations/results/panel/index.ts';
import { privacyHandlers } from '../../../privacy/panel/index.ts';
import { compressPanelResponse } from '../../../http/compression/compress-responses.ts';
import { panelContract } from '../../../panel-contract.ts';
import { exampleStoreHandlers } from '../../example-store/panel-handlers.ts';
import { testStoreHandlers } from '../../test-store/panel-handlers.ts';
import { searchHandlers } from '../../search/panel-handlers.ts';
import { addEndpoints } from '../register.ts';

/** Adds the panel's API. No other site may read its responses, and no cache stores them. */
export function addPanelApi(app: FastifyInstance, context: Context): void {
  void app.register((scope, _options, done) => {
    scope.decorateRequest('session', undefined);
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      next();
    });
    scope.addHook('onSend', compressPanelResponse);
    addEndpoints(scope, context, panelContract, panelHandlers(scope, context), {
      prefixes: [''],
      bodyLimit: 16 * 1024,
    });
    addLive(scope, context);
    done();
  });
}

const panelHandlers = (app: FastifyInstance, context: Context) => ({
  ...memberHandlers(app, context),
  ...storeHandlers(app, context),
  ...providerHandlers(context),
  ...shopHandlers(context),
  ...definitionHandlers(context),
  ...copilotHandlers(app, context),
  ...resultHandlers(context),
  ...sellingHandlers(context),
  ...privacyHandlers(context),
  ...domainsHandlers(context),
  ...exampleStoreHandlers(context),
  ...testStoreHandlers(context),
  ...searchHandlers(context),
});
