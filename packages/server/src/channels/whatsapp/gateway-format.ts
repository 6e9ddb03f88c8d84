import type { MessageReason } from '@retoma/flow';

/** A request to a provider: the path below the connection's base URL, and the JSON body. */
export type WireCall = { readonly path: string; readonly body: Readonly<Record<string, unknown>> };

/** The requests that send a message, in order; or why this provider cannot send it. */
export type Composed =
  | { readonly ok: true; readonly calls: readonly [WireCall, ...WireCall[]] }
  | { readonly ok: false; readonly reason: MessageReason };

/** A message that one request sends. */
export const oneCall = (path: string, body: WireCall['body']): Composed => ({ ok: true, calls: [{ path, body }] });

/** A message that the provider cannot send. */
export const refuse = (reason: MessageReason): Composed => ({ ok: false, reason });

/** An object with one member, or an empty object if the text is empty. */
export const optionalMember = <Name extends string>(name: Name, text: string | null): { [Key in Name]?: string } =>
  text ? ({ [name]: text } as { [Key in Name]?: string }) : {};
