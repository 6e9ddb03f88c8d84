import type { MessageReason } from '@retoma/flow';

/** What is to be asked of a provider: the method's place below the connection's address, and the JSON body. */
export type WireCall = { readonly path: string; readonly body: Readonly<Record<string, unknown>> };

/** A message as the calls that send it, in order; or why this provider cannot send it. */
export type Composed =
  | { readonly ok: true; readonly calls: readonly [WireCall, ...WireCall[]] }
  | { readonly ok: false; readonly reason: MessageReason };

/** One call is enough. */
export const oneCall = (path: string, body: WireCall['body']): Composed => ({ ok: true, calls: [{ path, body }] });

/** The provider does not send this. */
export const refuse = (reason: MessageReason): Composed => ({ ok: false, reason });

/** A member that is there only where its text is. */
export const optionalMember = <Name extends string>(name: Name, text: string | null): { [Key in Name]?: string } =>
  text ? ({ [name]: text } as { [Key in Name]?: string }) : {};
