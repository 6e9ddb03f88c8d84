// What the panel's endpoints take and answer, for both sides of the wire: nothing here needs a server.
import type { z } from 'zod';
import { accountContract } from './account/contract.ts';
import { automationsContract } from './automations/contract.ts';
import { copilotContract } from './copilot/contract.ts';
import { ordersContract } from './orders/contract.ts';
import type { PanelEndpoint } from './endpoint.ts';
import { runsContract } from './runs/contract.ts';
import { settingsContract } from './settings/contract.ts';

export type { CopilotEvent } from './copilot/contract.ts';

/** Every endpoint of the panel, by name. Whatever is no GET must come from the panel itself (AUT2). */
export const panelContract = {
  ...accountContract,
  ...automationsContract,
  ...copilotContract,
  ...runsContract,
  ...ordersContract,
  ...settingsContract,
} as const satisfies Record<string, PanelEndpoint>;

/** The endpoints, as a type: what a caller in another package sees of them. */
export type PanelContract = typeof panelContract;

/** The name of an endpoint. */
export type PanelCall = keyof PanelContract;

/** What a member of an endpoint's declaration takes; undefined where it is left out. */
type AcceptedBy<Call extends PanelCall, Member extends 'body' | 'query'> =
  PanelContract[Call] extends Record<Member, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;

/** What it is sent as a JSON body. */
export type PanelBody<Call extends PanelCall> = AcceptedBy<Call, 'body'>;

/** What is behind its `?`. */
export type PanelQuery<Call extends PanelCall> = AcceptedBy<Call, 'query'>;

/** What it answers, when it does not refuse. */
export type PanelAnswer<Call extends PanelCall> = z.output<PanelContract[Call]['answer']>;

/** The names of what is in a path: `storeId` of `/stores/:storeId/runs`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** What is in an endpoint's path, each as it was asked. */
export type PanelParams<Call extends PanelCall> = Record<NamesIn<PanelContract[Call]['path']>, string>;
