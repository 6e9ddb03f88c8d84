// Requests and responses of the panel's endpoints, for the server and the panel. Nothing here needs a server.
import type { z } from 'zod';
import type { Activity } from '../../audit/audit-actions.ts';
import type { Audit } from '../../audit/audit-log.ts';
import { accountContract } from './account/contract.ts';
import { automationsContract } from './automations/contract.ts';
import { copilotContract } from './copilot/contract.ts';
import { ordersContract } from './orders/contract.ts';
import type { PanelEndpoint } from './endpoint.ts';
import { runsContract } from './runs/contract.ts';
import { settingsContract } from './settings/contract.ts';

export type { CopilotEvent } from './copilot/contract.ts';

/** Every endpoint of the panel, by name. Every request except GET must come from the panel itself (AUT2). */
export const panelContract = {
  ...accountContract,
  ...automationsContract,
  ...copilotContract,
  ...runsContract,
  ...ordersContract,
  ...settingsContract,
} as const satisfies Record<string, PanelEndpoint>;

/** The type of all endpoints, for callers in other packages. */
export type PanelContract = typeof panelContract;

/** The name of an endpoint. */
export type PanelCall = keyof PanelContract;

/** The type of an endpoint's `body` or `query`; undefined if it declares none. */
type AcceptedBy<Call extends PanelCall, Member extends 'body' | 'query'> =
  PanelContract[Call] extends Record<Member, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;

/** The JSON body of a request to an endpoint. */
export type PanelBody<Call extends PanelCall> = AcceptedBy<Call, 'body'>;

/** The query of a request to an endpoint. */
export type PanelQuery<Call extends PanelCall> = AcceptedBy<Call, 'query'>;

/** The body of an endpoint's successful response. */
export type PanelAnswer<Call extends PanelCall> = z.output<PanelContract[Call]['answer']>;

/** The audit of an endpoint's actor, for the actions that the endpoint declares; undefined: it declares none. */
export type PanelAudit<Call extends PanelCall> =
  PanelContract[Call] extends Record<'audit', readonly (infer Action extends Activity)[]> ? Audit<Action> : undefined;

/** The names of a path's parameters: `storeId` of `/stores/:storeId/runs`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters of an endpoint's path, as texts. */
export type PanelParams<Call extends PanelCall> = Record<NamesIn<PanelContract[Call]['path']>, string>;
