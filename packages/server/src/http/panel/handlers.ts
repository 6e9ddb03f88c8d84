import type { EndpointCall as CallOf, Handlers } from '../register.ts';
import type { PanelCall, PanelContract } from './contract.ts';

/** The handlers of endpoints of the panel, by name. */
export type PanelHandlers<Calls extends PanelCall> = Handlers<Pick<PanelContract, Calls>>;

/** A request to an endpoint of the panel. */
export type EndpointCall<Call extends PanelCall> = CallOf<PanelContract[Call]>;
