import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes } from './span.ts';
import type { Span } from './tracer.ts';

/** The request and the span that code runs in. `span`: only if traces are exported. */
export type Current = { readonly requestId?: string; readonly span?: Span | undefined };

// Implicit context, because otherwise every function between a request and a log line would need it as a parameter.
const storage = new AsyncLocalStorage<Current | undefined>();

/** The context that this code runs in; undefined: none. */
export const current = (): Current | undefined => storage.getStore();

/** Runs `work`, and all asynchronous work that it starts, in this context; undefined: in none. */
export const withTraceContext = <T>(account: Current | undefined, work: () => T): T => storage.run(account, work);

/** The ids of the current context, for a log line. */
export function currentIds(): object {
  const account = storage.getStore();
  if (!account) return {};
  const { requestId, span } = account;
  return {
    ...(requestId !== undefined && { requestId }),
    ...(span && { traceId: span.context.traceId, spanId: span.context.spanId }),
  };
}

/** Runs `work` in a child span of the current span; without one, only runs it. `attributesOf` returns the span's attributes of a result. */
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
