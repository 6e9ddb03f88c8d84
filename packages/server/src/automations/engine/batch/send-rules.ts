import type { Channel, RunData, SendStep } from '@retoma/flow';
import { isSimulated } from '../../../providers/channels/index.ts';
import { providerOf } from '../../../providers/channels/provider-of.ts';
import type { ConnectionRow } from '../../../providers/queries/connections.ts';
import { withUnsubscribe } from '../../delivery/unsubscribe-footer.ts';
import { shortCode } from '../../../base/links/short-link.ts';
import type { Engine } from '../engine.ts';
import type { RunContext } from './load-context.ts';

/** What decisions about messages read besides a run's context: values and pure functions. */
export type SendRules = {
  readonly baseUrl: string;
  /** What a decision needs to know of a connection's provider; undefined: this release has none with its name. */
  readonly providerOf: (connection: ConnectionRow) => { readonly deduplicates: boolean } | undefined;
  /** Whether the connection's provider sends nothing to anyone. */
  readonly isSimulated: (connection: ConnectionRow) => boolean;
  /** The data of a message on a channel, with its unsubscribe link. */
  readonly dataOf: (step: SendStep, channel: Channel, context: RunContext) => RunData;
  /** The code of a short link to `target` (short-link.ts). */
  readonly shortCode: (runId: string, message: string, target: string) => string;
};

/** The rules of an engine, for one batch. */
export const sendRules = (engine: Engine): SendRules => ({
  baseUrl: engine.baseUrl(),
  providerOf: (connection) => providerOf(engine, connection),
  isSimulated,
  dataOf: (step, channel, context) => withUnsubscribe(engine, step, channel, context),
  shortCode: (runId, message, target) => shortCode(engine.shortLinkKey, runId, message, target),
});
