import { openCalls } from '../call-platform.ts';
import type { ConnectorDeps } from '../connector-deps.ts';
import { PlatformFailure, type CallPlatform, type Connector, type ConnectRefusal } from '../connector.ts';

/** How long a shop may take to answer while its owner waits, in milliseconds. */
const tryingMs = 15_000;

/** Calls to a shop while its owner waits. */
export const trialCalls = (deps: ConnectorDeps, connector: Connector): CallPlatform =>
  openCalls(deps, connector, { signal: AbortSignal.timeout(2 * tryingMs), timeoutMs: tryingMs }).call;

/** A shop that does not answer, or answers with a failure, is refused and not an error. */
export async function orUnreachable<Result>(
  { log }: Pick<ConnectorDeps, 'log'>,
  work: () => Promise<Result>,
): Promise<Result | ConnectRefusal> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PlatformFailure)) throw error;
    log.info({ kind: error.kind, detail: error.detail }, 'a shop could not be connected');
    const code =
      error.kind === 'revoked' ? 'WRONG_KEYS' : error.kind === 'unreadable' ? 'NOT_THE_PLATFORM' : 'UNREACHABLE';
    return { ok: false, code };
  }
}
