// Requests and responses of the panel's endpoints, for the server and the panel. Nothing here needs a server.
import type { z } from 'zod';
import { accountContract } from './members/panel/contract.ts';
import { automationsContract } from './automations/definitions/panel/contract.ts';
import { homeContract } from './automations/results/panel/home/contract.ts';
import { inboxContract } from './automations/results/panel/inbox/contract.ts';
import { copilotContract } from './automations/copilot/panel/contract.ts';
import { customersContract } from './privacy/panel/customers/contract.ts';
import { ordersContract } from './shop/panel/contract.ts';
import type { AnswerOf, BodyOf, PanelEndpoint, ParamsOf, QueryOf } from './http/endpoint.ts';
import type { EndpointCall as CallOf, Handlers } from './http/handler.ts';
import { runsContract } from './automations/results/panel/runs/contract.ts';
import { sellingContract } from './automations/selling/panel/contract.ts';
import { eventsContract } from './automations/results/panel/events/contract.ts';
import { peopleContract } from './privacy/panel/contract.ts';
import { storeContract } from './stores/panel/contract.ts';
import { keysContract } from './stores/panel/keys/contract.ts';
import { mediaContract } from './stores/panel/media-contract.ts';
import { exampleStoreContract } from './app/example-store/contract.ts';
import { testStoreContract } from './app/test-store/contract.ts';
import { searchContract } from './app/search/contract.ts';
import { domainsContract } from './automations/delivery/sender-domains/contract.ts';
import { appearanceContract } from './shop/pay-page/panel/contract.ts';
import { webhooksContract } from './shop/webhooks/panel/contract.ts';
import { shopConnectionsContract } from './shop/connectors/panel/contract.ts';
import { pricesContract } from './shop/prices/panel/contract.ts';
import { channelsContract } from './providers/panel/channels/contract.ts';
import { paymentsContract } from './providers/panel/payments/contract.ts';
import { conversionsContract } from './providers/panel/ads/contract.ts';
import { freightContract } from './providers/panel/freight/contract.ts';
import { teamContract } from './members/panel/team/contract.ts';

export type { CopilotEvent } from './automations/copilot/panel/contract.ts';

/** Every endpoint of the panel, by name. Every request except GET must come from the panel itself (AUT2). */
export const panelContract = {
  ...accountContract,
  ...automationsContract,
  ...eventsContract,
  ...copilotContract,
  ...runsContract,
  ...homeContract,
  ...sellingContract,
  ...ordersContract,
  ...inboxContract,
  ...customersContract,
  ...storeContract,
  ...exampleStoreContract,
  ...testStoreContract,
  ...searchContract,
  ...domainsContract,
  ...appearanceContract,
  ...keysContract,
  ...channelsContract,
  ...paymentsContract,
  ...conversionsContract,
  ...freightContract,
  ...pricesContract,
  ...webhooksContract,
  ...shopConnectionsContract,
  ...teamContract,
  ...peopleContract,
  ...mediaContract,
} as const satisfies Record<string, PanelEndpoint>;

/** The type of all endpoints, for callers in other packages. */
export type PanelContract = typeof panelContract;

/** The name of an endpoint. */
export type PanelCall = keyof PanelContract;

/** The JSON body of a request to an endpoint. */
export type PanelBody<Call extends PanelCall> = BodyOf<PanelContract[Call]>;

/** The query of a request to an endpoint. */
export type PanelQuery<Call extends PanelCall> = QueryOf<PanelContract[Call]>;

/** The body of an endpoint's successful response. */
export type PanelAnswer<Call extends PanelCall> = z.output<AnswerOf<PanelContract[Call]>>;

/** The parameters of an endpoint's path, as texts. */
export type PanelParams<Call extends PanelCall> = ParamsOf<PanelContract[Call]>;

/** The handlers of endpoints of the panel, by name. */
export type PanelHandlers<Calls extends PanelCall> = Handlers<Pick<PanelContract, Calls>>;

/** A request to an endpoint of the panel. */
export type EndpointCall<Call extends PanelCall> = CallOf<PanelContract[Call]>;
