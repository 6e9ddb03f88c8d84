import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes } from './span.ts';
import type { Span } from './tracer.ts';

/** On whose account code runs. `span`: only where traces are exported. */
export type Current = { readonly requestId?: string; readonly span?: Span | undefined };

// The one thing that is not passed along: every function between a request and a log line would have to carry it.
const storage = new AsyncLocalStorage<Current | undefined>();

/** The span that this runs in; undefined: none. */
export const current = (): Current | undefined => storage.getStore();

/** Runs `work`, and all that comes of it, in this span; undefined: in none. */
export const withTraceContext = <T>(account: Current | undefined, work: () => T): T => storage.run(account, work);

/** What a line of the log says of it. */
export function currentIds(): object {
  const account = storage.getStore();
  if (!account) return {};
  const { requestId, span } = account;
  return {
    ...(requestId !== undefined && { requestId }),
    ...(span && { traceId: span.context.traceId, spanId: span.context.spanId }),
  };
}

/** Does `work` in a span below the current one; without one, only does it. `attributesOf` makes a span's attributes of a result. */
export async function traced<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  attributesOf: (answer: T) => Attributes,
): Promise<T> {
  const account = storage.getStore();
  if (!account?.span) return work();
  const { tracer, context: parent } = account.span;
  const span = tracer.start({ name, kind: 'client', parent, attributes });
  try {
    const answer = await withTraceContext({ ...account, span }, work);
    span.end({ attributes: attributesOf(answer) });
    return answer;
  } catch (error) {
    span.end({ failed: true });
    throw error;
  }
}
